/** Who the live board shows. */
import type { Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { OwnAvailability } from './backoffice.user.availability.logic.ts';

/** @returns active staff who said whether they are available, and those asked for, by name, at most `limit`. */
export async function listBoardStaff(tx: Tx, userIds: readonly Uuid[], limit: number) {
  return tx.sql<{ userId: Uuid; name: string; availability: OwnAvailability | null }>(
    `select user_id as "userId", name, availability from client_user
     where client_id = $1 and (user_id = any($2::uuid[]) or status = 'active' and availability is not null)
     order by user_id = any($2::uuid[]) desc, name limit $3`,
    [tx.clientId, userIds, limit],
  );
}
