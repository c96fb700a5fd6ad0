/** Who of the staff may do something: whom the product tells when something of theirs needs to be looked at. */
import { holds } from '../../../core/holds.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { listRoles } from './backoffice.role.logic.ts';

/** @returns who of the client's own staff holds a right. A role that somebody has for a partner counts for that partner's claims alone. */
export async function holdersOf(tx: Tx, domain: string, action: string): Promise<Uuid[]> {
  const roles = (await listRoles(tx)).filter((role) => holds(role.permissions, domain, action)).map((role) => role.name);
  const staff = await tx.sql<{ user_id: Uuid }>(
    `select user_id from client_user where client_id = $1 and is_enabled and status = 'active'
       and ((role = any($2::text[]) and groups = '[]')
         or exists (select from jsonb_array_elements(groups) g where g->>'roleId' = any($2::text[]) and not jsonb_path_exists(g, '$.partnerIds[*]')))`,
    [tx.clientId, roles],
  );
  return staff.map((row) => row.user_id);
}

export interface Reachable {
  readonly userId: Uuid;
  readonly email: string;
  readonly name: string;
}

/** @returns the owner of something, if they are still there, else everybody who may edit it. */
export async function ownerOrHolders(tx: Tx, ownerId: string | null, domain: string, action: string): Promise<Reachable[]> {
  const read = (userIds: readonly Uuid[]) =>
    tx.sql<Record<string, unknown> & Reachable>(
      `select user_id as "userId", email, name from client_user where client_id = $1 and user_id = any($2::uuid[]) and is_enabled and status = 'active'`,
      [tx.clientId, userIds],
    );
  const owner = isUuid(ownerId) ? await read([ownerId]) : [];
  return owner.length > 0 ? owner : read(await holdersOf(tx, domain, action));
}
