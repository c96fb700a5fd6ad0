/** The people of the user pool as administrators of clients see to them: who there is, and what they are in which client. */
import { invalid, notFound } from '../../../core/fault.ts';
import { timelessId, type Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Group } from '../../platform/caller.ts';
import { now } from '../../platform/clock.ts';
import type { Database } from '../../platform/tenancy.ts';
import { callBack, notifyTokensRevoked } from './identity.callback.logic.ts';
import { type Cognito, cognitoOf } from './identity.cognito.client.ts';
import {
  deleteCognitoUser,
  putCognitoUser,
  setCognitoEnabled,
  setCognitoGroups,
  signOutOfCognito,
  updateCognitoUser,
} from './identity.cognito.directory.ts';
import { inPool, type PoolSql } from './identity.pool.ts';

export { type Invitation, invite } from './identity.invite.logic.ts';

export interface Person {
  readonly email: string;
  readonly name: string;
  readonly middleName?: string;
  readonly familyName?: string;
  readonly phoneNumber?: string;
}

/** A role in a client; of partners' people for each partner. */
export interface PoolGroup {
  readonly roleId: string;
  readonly partnerIds: readonly string[];
}

/** Creates a person without a password, or finds the one who has the e-mail address already and leaves them as they are. */
export async function putPoolUser(database: Database, person: Person): Promise<{ userId: Uuid; isNew: boolean }> {
  const email = person.email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid('email', 'noAddress');
  const cognito = cognitoOf(database);
  const userId = cognito ? await putCognitoUser(cognito, email, person) : timelessId();
  const created = await database.identity.query<{ user_id: Uuid }>(
    `insert into pool_user (user_id, email, name, middle_name, family_name, phone_number, created_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict do nothing returning user_id`,
    [
      userId,
      email,
      person.name.trim(),
      person.middleName?.trim() ?? '',
      person.familyName?.trim() ?? '',
      person.phoneNumber ?? '',
      isoInstant(now()),
    ],
  );
  const [isNew] = created.rows;
  if (isNew) return { userId: isNew.user_id, isNew: true };
  const { rows } = await database.identity.query<{ user_id: Uuid }>('select user_id from pool_user where email = $1', [email]);
  return { userId: rows[0]!.user_id, isNew: false };
}

/** Changes what is given and leaves the rest. @throws Fault NOT_FOUND */
export async function updatePoolUser(
  database: Database,
  userId: Uuid,
  { name, middleName, familyName, phoneNumber }: Partial<Omit<Person, 'email'>>,
): Promise<void> {
  const changes = { name, middleName, familyName, phoneNumber };
  await inCognito(database, userId, (cognito, email) => updateCognitoUser(cognito, email, changes));
  const { rowCount } = await database.identity.query(
    `update pool_user set name = coalesce($2, name), middle_name = coalesce($3, middle_name), family_name = coalesce($4, family_name),
       phone_number = coalesce($5, phone_number), modified_at = $6 where user_id = $1 and anonymized_at is null`,
    [userId, name?.trim() ?? null, middleName?.trim() ?? null, familyName?.trim() ?? null, phoneNumber ?? null, isoInstant(now())],
  );
  if (!rowCount) throw notFound('userNotFound');
}

/** @returns the clients a person may work for now. */
export async function clientsOf(database: Database, userId: Uuid): Promise<Uuid[]> {
  const { rows } = await database.identity.query<{ client_id: Uuid }>(
    'select distinct client_id from pool_group where user_id = $1 and is_enabled order by client_id',
    [userId],
  );
  return rows.map((row) => row.client_id);
}

/** @returns every client a person is known to, also those that keep them out for the time being. */
export async function membershipsOf(database: Database, userId: Uuid): Promise<Uuid[]> {
  const { rows } = await database.identity.query<{ client_id: Uuid }>(
    'select distinct client_id from pool_group where user_id = $1 order by client_id',
    [userId],
  );
  return rows.map((row) => row.client_id);
}

/** @returns what a person is in every client they are known to, also in those that keep them out for the time being. */
export async function poolGroupsOf(database: Database, userId: Uuid): Promise<Group[]> {
  const { rows } = await database.identity.query<{ client_id: Uuid; role: string; partner_id: string }>(
    'select client_id, role, partner_id from pool_group where user_id = $1 order by client_id',
    [userId],
  );
  return rows.map((row) => ({ clientId: row.client_id, role: row.role, partnerId: row.partner_id || null }));
}

/** What the pool alone knows of a person. */
export interface PoolFacts {
  readonly isEmailVerified: boolean;
  readonly mfaEnabled: boolean;
}

/** @returns the facts of those that the pool knows. */
export async function poolFactsOf(database: Database, userIds: readonly Uuid[]): Promise<ReadonlyMap<Uuid, PoolFacts>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await database.identity.query<{ user_id: Uuid; is_email_verified: boolean; mfa_enabled: boolean }>(
    'select user_id, is_email_verified, mfa_enabled from pool_user where user_id = any($1::uuid[])',
    [userIds],
  );
  return new Map(rows.map((row) => [row.user_id, { isEmailVerified: row.is_email_verified, mfaEnabled: row.mfa_enabled }]));
}

/**
 * Replaces what a person is in one client; nothing changes in the others. Whoever is disabled there stays so. When something changed,
 * their sessions and tokens end: the next sign-in knows the new groups.
 */
export async function setPoolGroups(database: Database, userId: Uuid, clientId: Uuid, groups: readonly PoolGroup[]): Promise<void> {
  const wanted = new Set(keysOf(groups));
  await inCognito(database, userId, async (cognito, email) => {
    const { rowCount } = await database.identity.query(
      'select 1 from pool_group where user_id = $1 and client_id = $2 having count(*) > 0 and not bool_or(is_enabled)',
      [userId, clientId],
    );
    if (rowCount) return setCognitoGroups(cognito, email, clientId, []);
    await setCognitoGroups(
      cognito,
      email,
      clientId,
      [...wanted].map((group) => groupName(clientId, group)),
    );
    if (wanted.size > 0) await setCognitoEnabled(cognito, email, true);
  });
  await changing(database, userId, async (sql) => {
    const { rows } = await sql.query<{ role: string; partner_id: string; is_enabled: boolean }>(
      'select role, partner_id, is_enabled from pool_group where user_id = $1 and client_id = $2',
      [userId, clientId],
    );
    const present = new Set(rows.map((row) => key(row.role, row.partner_id)));
    if (present.size === wanted.size && [...wanted].every((group) => present.has(group))) return false;
    const isEnabled = rows.length === 0 || rows.some((row) => row.is_enabled);
    await sql.query('delete from pool_group where user_id = $1 and client_id = $2', [userId, clientId]);
    const pairs = [...wanted].map((group) => group.split('\n') as [string, string]);
    await sql.query(
      `insert into pool_group (user_id, client_id, role, partner_id, is_enabled)
       select $1, $2, role, partner_id, $5 from unnest($3::text[], $4::text[]) as wanted(role, partner_id)`,
      [userId, clientId, pairs.map(([role]) => role), pairs.map(([, partnerId]) => partnerId), isEnabled],
    );
    return true;
  });
}

const key = (role: string, partnerId: string) => `${role}\n${partnerId}`;
const keysOf = (groups: readonly PoolGroup[]) =>
  groups.flatMap(({ roleId, partnerIds }) => (partnerIds.length > 0 ? partnerIds : ['']).map((id) => key(roleId, id)));
const groupName = (clientId: Uuid, group: string) => [clientId, ...group.split('\n').filter((part) => part !== '')].join(':');

/** Lets a person into a client or keeps them out of it. Who may work for no client cannot sign in. */
export async function setPoolGroupEnabled(database: Database, userId: Uuid, clientId: Uuid, enabled: boolean): Promise<void> {
  await inCognito(database, userId, async (cognito, email) => {
    const { rows } = await database.identity.query<{ client_id: Uuid; role: string; partner_id: string; is_enabled: boolean }>(
      'select client_id, role, partner_id, is_enabled from pool_group where user_id = $1',
      [userId],
    );
    const own = rows.filter((row) => row.client_id === clientId).map((row) => groupName(clientId, key(row.role, row.partner_id)));
    await setCognitoGroups(cognito, email, clientId, enabled ? own : []);
    const isWelcome = enabled || rows.some((row) => row.client_id !== clientId && row.is_enabled);
    await setCognitoEnabled(cognito, email, isWelcome);
  });
  await changing(database, userId, async (sql) => {
    const { rowCount } = await sql.query(
      'update pool_group set is_enabled = $3 where user_id = $1 and client_id = $2 and is_enabled <> $3',
      [userId, clientId, enabled],
    );
    return Boolean(rowCount);
  });
}

/**
 * Ends the sessions and tokens of somebody whom the pool still gives more in a client than is written of them: it could not be told, and they are out
 * all the same. @param groups what is written; none for one who is kept out.
 */
export async function endIfMore(database: Database, userId: Uuid, clientId: Uuid, groups: readonly PoolGroup[]): Promise<void> {
  const written = keysOf(groups);
  const before = await inPool(database, async (sql) => {
    const { rows } = await sql.query<{ role: string; partner_id: string }>(
      'select role, partner_id from pool_group where user_id = $1 and client_id = $2 and is_enabled',
      [userId, clientId],
    );
    return rows.every((row) => written.includes(key(row.role, row.partner_id))) ? null : callBack(sql, userId);
  });
  if (before !== null) await notifyTokensRevoked(database, userId, before);
}

/** Takes everything away that tells who somebody was. Their id stays, because history names it. @throws Fault NOT_FOUND */
export async function anonymizePoolUser(database: Database, userId: Uuid): Promise<void> {
  await inCognito(database, userId, deleteCognitoUser);
  await changing(database, userId, async (sql) => {
    await sql.query(
      `update pool_user set email = user_id || '@anonymized.invalid', name = '', middle_name = '', family_name = '', phone_number = '',
         is_email_verified = false, password_hash = null, mfa_secret = null, mfa_enabled = false, mfa_step = null, is_enabled = false,
         anonymized_at = coalesce(anonymized_at, $2), modified_at = $2 where user_id = $1`,
      [userId, isoInstant(now())],
    );
    for (const table of ['pool_group', 'pool_code', 'pool_recovery_code', 'pool_try', 'pool_browser', 'pool_lock'])
      await sql.query(`delete from ${table} where user_id = $1`, [userId]);
    return true;
  });
}

/** Runs a change of one person, alone, and calls their sessions back when it says that something changed. */
async function changing(database: Database, userId: Uuid, work: (sql: PoolSql) => Promise<boolean>): Promise<void> {
  const before = await inPool(database, async (sql) => {
    const { rowCount } = await sql.query('select 1 from pool_user where user_id = $1 for update', [userId]);
    if (!rowCount) throw notFound('userNotFound');
    return (await work(sql)) ? callBack(sql, userId) : null;
  });
  if (before === null) return;
  await notifyTokensRevoked(database, userId, before);
  await inCognito(database, userId, signOutOfCognito);
}

/** The pool of AWS Cognito, where one is configured, is told first: what it refuses does not happen here either. */
export async function inCognito(database: Database, userId: Uuid, work: (cognito: Cognito, email: string) => Promise<void>): Promise<void> {
  const cognito = cognitoOf(database);
  if (!cognito) return;
  const { rows } = await database.identity.query<{ email: string }>(
    'select email from pool_user where user_id = $1 and anonymized_at is null',
    [userId],
  );
  if (rows[0]) await work(cognito, rows[0].email);
}
