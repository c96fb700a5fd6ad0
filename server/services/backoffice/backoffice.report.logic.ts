/** Names for reports. */
import type { Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** @returns the names of members of staff, those who left too. */
export async function nameUsers(tx: Tx, userIds: readonly Uuid[]): Promise<Map<Uuid, string>> {
  const rows = await tx.sql<{ user_id: Uuid; name: string }>(
    'select user_id, name from client_user where client_id = $1 and user_id = any($2::uuid[])',
    [tx.clientId, userIds],
  );
  return new Map(rows.map((row) => [row.user_id, row.name]));
}
