/** Roles of a client: the built-in ones under what the client has saved (specification 1, sections 4.3 and 6). */
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import type { Permission } from '../../../core/holds.ts';
import { isPermission, PERMISSIONS } from '../../../core/permissions.ts';
import { BUILT_IN_ROLES, COMMON_RIGHTS, FIXED_ROLE, ROLE_TYPES, type RoleType } from '../../../core/roles.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import { notifyRolesChanged } from '../../platform/access.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** As it stands in tokens (client:role:partner) and in addresses. */
const NAME = /^[A-Za-z][A-Za-z0-9_ -]{0,59}$/;

export interface ClientRoleRow {
  readonly name: string;
  readonly roleType: RoleType;
  readonly permissions: readonly Permission[];
  readonly isBuiltIn: boolean;
  readonly isFixed: boolean;
  readonly users: number;
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
}

/** @returns every role of the client, the built-in ones first, then its own by name. */
export async function listRoles(tx: Tx): Promise<ClientRoleRow[]> {
  const saved = await tx.sql<{ name: string; role_type: RoleType; permissions: Permission[]; created_at: Date; updated_at: Date }>(
    'select name, role_type, permissions, created_at, updated_at from client_role where client_id = $1 order by name',
    [tx.clientId],
  );
  const counted = await tx.sql<{ role: string; users: number }>(
    `select g.role, count(*)::int as users from (
       select u.user_id, coalesce(nullif(each->>'roleId', ''), u.role) as role
       from client_user u left join lateral jsonb_array_elements(u.groups) each on true
       where u.client_id = $1 and u.status <> 'removed' and u.status <> 'anonymized') g group by g.role`,
    [tx.clientId],
  );
  const users = new Map(counted.map((row) => [row.role, row.users]));
  const own = new Map(saved.filter((row) => row.name !== FIXED_ROLE).map((row) => [row.name, row]));
  const builtIn = BUILT_IN_ROLES.map((role): ClientRoleRow => {
    const changed = own.get(role.name);
    return {
      name: role.name,
      roleType: role.roleType,
      permissions: changed?.permissions ?? role.permissions,
      isBuiltIn: true,
      isFixed: role.name === FIXED_ROLE,
      users: users.get(role.name) ?? 0,
      createdAt: null,
      updatedAt: changed ? instant(changed.updated_at) : null,
    };
  });
  const made = [...own.values()].filter((row) => !BUILT_IN_ROLES.some((role) => role.name === row.name));
  return [
    ...builtIn,
    ...made.map(
      (row): ClientRoleRow => ({
        name: row.name,
        roleType: row.role_type,
        permissions: row.permissions,
        isBuiltIn: false,
        isFixed: false,
        users: users.get(row.name) ?? 0,
        createdAt: instant(row.created_at),
        updatedAt: instant(row.updated_at),
      }),
    ),
  ];
}

/** @returns the names of the client's roles, for whoever gives one to a user. */
export async function roleTypes(tx: Tx): Promise<ReadonlyMap<string, RoleType>> {
  return new Map((await listRoles(tx)).map((role) => [role.name, role.roleType]));
}

export interface NewRole {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly roleType?: string | null;
  /** When the role was saved last, as its author read it; null: nobody had saved it. Undefined asks for nothing. */
  readonly updatedAt?: Instant | null;
}

/** Changes of a client's roles take turns, so that nobody writes over what they have not seen. */
async function takeTurns(tx: Tx): Promise<void> {
  await tx.sql(`select pg_advisory_xact_lock(hashtextextended('roles ' || $1, 0))`, [tx.clientId]);
}

/**
 * Replaces the role of the same name, or adds it. Every role holds what nobody finds their way without. Nobody changes rights they do not hold: a
 * role that holds one its author does not, before or after, is refused. Saying the same again is no change.
 * @param held what the author holds. @throws Fault INVALID_INPUT naming the field, FORBIDDEN, CONFLICT for the fixed role and for one that
 * somebody else saved since it was read.
 */
export async function saveRole(tx: Tx, role: NewRole, held: readonly Permission[]): Promise<ClientRoleRow> {
  const name = role.name.trim();
  const asked = collectFaults((check) => {
    check(() => {
      if (!NAME.test(name)) throw invalid('role.name', 'roleName');
    });
    check(() => {
      if (role.roleType != null && !ROLE_TYPES.includes(role.roleType as RoleType))
        throw invalid('role.roleType', 'oneOf', { choices: ROLE_TYPES.join(', ') });
    });
    return check(() => tidy(role.permissions)) ?? [];
  });
  if (name === FIXED_ROLE) throw fault('CONFLICT', 'roleFixed', { role: FIXED_ROLE });
  await takeTurns(tx);
  const roles = await listRoles(tx);
  const before = roles.find((each) => each.name === name);
  const builtIn = BUILT_IN_ROLES.find((each) => each.name === name);
  const twin = roles.find((each) => each.name !== name && each.name.toLowerCase() === name.toLowerCase());
  if (twin) throw invalid('role.name', 'roleTaken', { role: twin.name });
  if (role.updatedAt !== undefined && role.updatedAt !== (before?.updatedAt ?? null)) throw fault('CONFLICT', 'roleChanged');
  const roleType = builtIn?.roleType ?? role.roleType ?? 'WORK';
  refuseMore(asked, held);
  const permissions = tidy([...asked, COMMON_RIGHTS]);
  const changes = [
    { field: 'roleType', from: before?.roleType ?? null, to: roleType },
    { field: 'permissions', from: before?.permissions ?? null, to: permissions },
  ].filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
  if (before && changes.length === 0) return before;
  if (before) refuseRoleAbove(before, held);
  await tx.sql(
    `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (client_id, name) do update set role_type = excluded.role_type, permissions = excluded.permissions, updated_at = excluded.updated_at`,
    [tx.clientId, name, roleType, JSON.stringify(permissions), isoInstant(now())],
  );
  await appendEvents(tx, [{ messageType: 'roleSaved', payload: { role: name, changes } }]);
  await notifyRolesChanged(tx);
  const saved = (await listRoles(tx)).find((each) => each.name === name);
  if (!saved) throw notFound('roleNotFound');
  return saved;
}

/**
 * Brings a built-in role back, or removes one that nobody has. @param held what the caller holds: a role is not removed or brought back by
 * whoever holds less than it does. @throws Fault NOT_FOUND, FORBIDDEN, CONFLICT while somebody has it.
 */
export async function deleteRole(tx: Tx, name: string, held: readonly Permission[]): Promise<void> {
  await takeTurns(tx);
  const role = (await listRoles(tx)).find((each) => each.name === name);
  if (!role || (role.isBuiltIn && role.updatedAt === null)) throw notFound('roleNotFound');
  if (!role.isBuiltIn && role.users > 0) throw fault('CONFLICT', 'roleUsed', { users: role.users, role: name });
  const builtIn = BUILT_IN_ROLES.find((each) => each.name === name)?.permissions ?? null;
  refuseRoleAbove(role, held);
  if (builtIn) refuseMore(builtIn, held);
  await tx.sql('delete from client_role where client_id = $1 and name = $2', [tx.clientId, name]);
  await appendEvents(tx, [
    { messageType: 'roleDeleted', payload: { role: name, changes: [{ field: 'permissions', from: role.permissions, to: builtIn }] } },
  ]);
  await notifyRolesChanged(tx);
}

/** Each domain once, its actions in order and known. */
function tidy(permissions: readonly Permission[]): Permission[] {
  const byDomain = new Map<string, Set<string>>();
  for (const { domain, actions } of permissions)
    for (const action of actions) {
      if (action === '*' ? !Object.hasOwn(PERMISSIONS, domain) : !isPermission(domain, action))
        throw invalid('role.permissions', 'unknownName', { name: `${domain}/${action}` });
      byDomain.set(domain, (byDomain.get(domain) ?? new Set()).add(action));
    }
  return [...byDomain]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([domain, actions]) => ({ domain, actions: actions.has('*') ? ['*'] : [...actions].sort() }));
}

/** Nobody takes away what they could not give back. @throws Fault FORBIDDEN naming the first right that is missing */
function refuseRoleAbove(role: ClientRoleRow, held: readonly Permission[]): void {
  const right = missingRight(role.permissions, held);
  if (right !== null) throw fault('FORBIDDEN', 'roleAbove', { role: role.name, right });
}

/** Nobody gives more than they hold. @throws Fault FORBIDDEN naming the first right that is missing */
export function refuseMore(wanted: readonly Permission[], held: readonly Permission[]): void {
  const right = missingRight(wanted, held);
  if (right !== null) throw fault('FORBIDDEN', 'roleCannotGive', { right });
}

/** @returns the first right of `wanted` that `held` lacks, as domain/action; null: it holds all. */
export function missingRight(wanted: readonly Permission[], held: readonly Permission[]): string | null {
  for (const { domain, actions } of wanted) {
    const own = held.filter((permission) => permission.domain === domain).flatMap((permission) => permission.actions);
    if (own.includes('*')) continue;
    const all: readonly string[] = Object.hasOwn(PERMISSIONS, domain) ? PERMISSIONS[domain as keyof typeof PERMISSIONS] : actions;
    const more = (actions.includes('*') ? all : actions).filter((action) => !own.includes(action));
    if (more.length > 0) return `${domain}/${more[0]}`;
  }
  return null;
}
