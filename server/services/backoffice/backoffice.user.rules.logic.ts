/** Who may do what to whom: read once for an operation, with the client's users held still. */
import { fault, invalid } from '../../../core/fault.ts';
import type { Permission } from '../../../core/holds.ts';
import type { Uuid } from '../../../core/id.ts';
import { FIXED_ROLE } from '../../../core/roles.ts';
import type { Instant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { PoolGroup } from '../identity/identity.users.logic.ts';
import { readClient } from './backoffice.logic.ts';
import { type ClientRoleRow, listRoles, missingRight, refuseMore } from './backoffice.role.logic.ts';
import { groupsOf, listUserPartners, type UserRow } from './backoffice.user.list.logic.ts';

/** The administrator at work. */
export interface Author {
  readonly userId: Uuid;
  /** What they hold in the client. */
  readonly permissions: readonly Permission[];
}

/** What the rules are made of. */
export interface Rules {
  readonly author: Author;
  readonly roles: ReadonlyMap<string, ClientRoleRow>;
  /** Ids of the client's partners, by themselves and by name, in lower case. */
  readonly partners: ReadonlyMap<string, Uuid>;
  /** Of telephone numbers without a prefix. */
  readonly country: string;
}

/** Users of one client change one after the other: two who take each other's last right at once cannot both succeed. */
export async function holdUsers(tx: Tx, author: Author): Promise<Rules> {
  const client = await readClient(tx, 'update');
  return {
    author,
    roles: new Map((await listRoles(tx)).map((role) => [role.name, role])),
    partners: new Map(
      (await listUserPartners(tx)).flatMap(({ partnerId, name }) => [
        [name.toLowerCase(), partnerId],
        [partnerId, partnerId],
      ]),
    ),
    country: client.countryCode,
  };
}

/** Nobody gives a role that holds more than they do. @throws Fault FORBIDDEN */
export function refuseGranting({ author, roles }: Rules, groups: readonly PoolGroup[]): void {
  for (const { roleId } of groups) refuseMore(roles.get(roleId)?.permissions ?? [], author.permissions);
}

/**
 * Nobody changes anything of somebody who holds more than they do: names, number, groups, being let in, invitations, the second factor.
 * @throws Fault FORBIDDEN
 */
export function refuseAbove({ author, roles }: Rules, row: UserRow): void {
  if (row.userId === author.userId) return;
  for (const { roleId } of groupsOf(row)) {
    const right = missingRight(roles.get(roleId)?.permissions ?? [], author.permissions);
    if (right !== null) throw fault('FORBIDDEN', 'userAbove', { name: row.name || row.email, right });
  }
}

/** @throws Fault CONFLICT when the author is the user. */
export function refuseSelf({ author }: Rules, row: UserRow, what: 'selfDisable' | 'selfRemove' | 'selfAnonymize' | 'selfFactor'): void {
  if (row.userId === author.userId) throw fault('CONFLICT', what);
}

const administers = (row: Pick<UserRow, 'groups' | 'role' | 'status' | 'isEnabled'>) =>
  row.isEnabled && row.status === 'active' && groupsOf(row).some((group) => group.roleId === FIXED_ROLE && group.partnerIds.length === 0);

/** Somebody must always be able to give rights back: an enabled administrator who has been here. @throws Fault CONFLICT */
export async function refuseLastAdministrator(tx: Tx, before: UserRow, after: Partial<UserRow>): Promise<void> {
  if (!administers(before) || administers({ ...before, ...after })) return;
  const [other] = await tx.sql(
    `select 1 from client_user u where u.client_id = $1 and u.user_id <> $2 and u.is_enabled and u.status = 'active'
     and (u.groups = '[]' and u.role = $3
          or exists (select from jsonb_array_elements(u.groups) g where g->>'roleId' = $3 and jsonb_array_length(g->'partnerIds') = 0)) limit 1`,
    [tx.clientId, before.userId, FIXED_ROLE],
  );
  if (!other) throw fault('CONFLICT', 'lastAdministrator', { name: before.name || before.email, role: FIXED_ROLE });
}

/** Two edits at once: the second one hears of the first. @param modifiedAt that was read, null too; undefined asks for nothing. @throws Fault CONFLICT */
export function refuseOutdated(row: UserRow, modifiedAt: Instant | null | undefined): void {
  if (modifiedAt !== undefined && modifiedAt !== row.modifiedAt) throw fault('CONFLICT', 'userChanged');
}

/** @throws Fault INVALID_INPUT for no group at all. */
export function requireGroup(groups: readonly PoolGroup[]): void {
  if (groups.length === 0) throw invalid('authGroups', 'roleNeeded');
}
