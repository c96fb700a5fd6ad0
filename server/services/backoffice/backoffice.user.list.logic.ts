/** Members of staff as one client sees them: found, counted, listed. */
import { and, asc, eq, ilike, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { displayName } from '../../../core/displayName.ts';
import { notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { pagesOf } from '../../platform/pages.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { PoolFacts, PoolGroup } from '../identity/identity.users.logic.ts';
import type { BackofficeUser, UserFilters } from './backoffice.graphql.ts';
import { clientUser } from './backoffice.tables.ts';

export type UserRow = typeof clientUser.$inferSelect;

/** Users a page of the staff list holds (specification 3, section 9). */
const USER_PAGE = 100;

/** @returns the groups of a user; of one who came before groups were kept, the one role. */
export function groupsOf(row: Pick<UserRow, 'groups' | 'role' | 'status'>): readonly PoolGroup[] {
  if (row.groups.length > 0 || row.role === '' || row.status === 'removed' || row.status === 'anonymized') return row.groups;
  return [{ roleId: row.role, partnerIds: [] }];
}

/** @returns first, middle and family name; of one whose name nobody parted, all of it as the first. */
export function namesOf(row: UserRow): { name: string; middleName: string; familyName: string } {
  const { firstName, middleName, familyName } = row;
  const isParted = firstName !== '' || familyName !== '' || middleName !== '' || row.name === row.email;
  return isParted ? { name: firstName, middleName, familyName } : { name: row.name, middleName: '', familyName: '' };
}

/**
 * The user in the contract's shape. @param roleTypes of the client. @param known what the pool knows of them: not said of somebody who was invited
 * and has not come, because it would tell that another client knows them.
 */
export function presentUser(row: UserRow, roleTypes: ReadonlyMap<string, string>, known: PoolFacts | undefined): BackofficeUser {
  const facts = row.status === 'invited' ? undefined : known;
  const { name: firstName, middleName, familyName } = namesOf(row);
  const shown = displayName({ name: firstName, middleName, familyName, email: row.email });
  return {
    id: row.userId,
    userName: row.email,
    email: row.email,
    displayName: shown,
    name: shown,
    firstName,
    middleName,
    familyName,
    phoneNumber: row.phoneNumber,
    isEmailVerified: facts?.isEmailVerified ?? row.isEmailVerified,
    mfaEnabled: facts?.mfaEnabled ?? row.mfaEnabled,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    status: row.status,
    isEnabled: row.isEnabled,
    authGroups: groupsOf(row).map(({ roleId, partnerIds }) => ({
      roleId,
      clientId: row.clientId,
      partnerIds: [...partnerIds],
      roleType: roleTypes.get(roleId) ?? 'WORK',
    })),
    role: row.role,
    lastOnline: row.lastOnline,
  };
}

/** @param lock keeps others from changing it until the transaction ends. @throws Fault NOT_FOUND, also for an anonymized one unless asked for */
export async function readUser(tx: Tx, userId: Uuid, { anonymized = false, lock = false } = {}): Promise<UserRow> {
  const row = await findUser(tx, userId, lock);
  if (!row || (row.status === 'anonymized' && !anonymized)) throw notFound('userNotFound');
  return row;
}

/** @param lock as above. @returns the user, anonymized or not; null when the client knows none of this id. */
export async function findUser(tx: Tx, userId: Uuid, lock = false): Promise<UserRow | null> {
  if (!isUuid(userId)) return null;
  const found = tx.db
    .select()
    .from(clientUser)
    .where(and(eq(clientUser.clientId, tx.clientId), eq(clientUser.userId, userId)));
  const [row] = await (lock ? found.for('update') : found);
  return row ?? null;
}

/** @returns whoever has the e-mail address in this client, or null. */
export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const [row] = await tx.db
    .select()
    .from(clientUser)
    .where(
      and(
        eq(clientUser.clientId, tx.clientId),
        eq(sql`lower(${clientUser.email})`, email.trim().toLowerCase()),
        ne(clientUser.status, 'anonymized'),
      ),
    );
  return row ?? null;
}

type Filters = UserFilters | null | undefined;

/** What counts as a group: the kept ones, or the one role of a user who has none. */
const kept = sql`case when ${clientUser.groups} = '[]'::jsonb then jsonb_build_array(jsonb_build_object('roleId', ${clientUser.role}, 'partnerIds', '[]'::jsonb)) else ${clientUser.groups} end`;

function matching(tx: Tx, filters: Filters, showAnonymized: boolean): SQL | undefined {
  const search = filters?.searchText?.trim().replace(/[\\%_]/g, '\\$&');
  const statuses = filters?.statuses ?? [];
  const roles = filters?.roles ?? [];
  const partnerIds = filters?.partnerIds ?? [];
  return and(
    eq(clientUser.clientId, tx.clientId),
    search ? or(ilike(clientUser.name, `%${search}%`), ilike(clientUser.email, `%${search}%`)) : undefined,
    statuses.length > 0 ? inArray(clientUser.status, [...statuses]) : undefined,
    showAnonymized || statuses.includes('anonymized') ? undefined : ne(clientUser.status, 'anonymized'),
    roles.length > 0 ? sql`exists (select from jsonb_array_elements(${kept}) g where g->>'roleId' = any(${list(roles)}))` : undefined,
    partnerIds.length > 0
      ? sql`exists (select from jsonb_array_elements(${kept}) g where g->'partnerIds' ?| ${list(partnerIds)})`
      : undefined,
    filters?.isEnabled == null ? undefined : eq(clientUser.isEnabled, filters.isEnabled),
  );
}

const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;

/** @returns staff by name, at most 100 a page. */
export async function listUsers(tx: Tx, filters: Filters, showAnonymized = false): Promise<UserRow[]> {
  return tx.db
    .select()
    .from(clientUser)
    .where(matching(tx, filters, showAnonymized))
    .orderBy(asc(sql`lower(${clientUser.name})`), asc(clientUser.userId))
    .limit(Math.min(USER_PAGE, Math.max(1, filters?.limit ?? USER_PAGE)))
    .offset(Math.max(0, filters?.offset ?? 0));
}

/** @returns everybody's name, or e-mail address, by id. */
export async function staffNames(tx: Tx): Promise<Map<Uuid, string>> {
  const names = new Map<Uuid, string>();
  for await (const page of pagesOf((offset) => listUsers(tx, { offset })))
    for (const user of page) names.set(user.userId, user.name || user.email);
  return names;
}

/** @returns how many the filters find, whatever the page. */
export async function countUsers(tx: Tx, filters: Filters): Promise<number> {
  return tx.db.$count(clientUser, matching(tx, filters, false));
}

/** @returns the client's partners by name, for people of partners. */
export const listUserPartners = (tx: Tx) =>
  tx.sql<{ partnerId: Uuid; name: string }>(
    `select partner_id as "partnerId", name from published.partner where client_id = $1 and deleted_at is null order by lower(name)`,
    [tx.clientId],
  );
