/** Sign-in with our own user pool: argon2id, a lock-out that doubles, refresh tokens that rotate. */
import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { displayName } from '../../../core/displayName.ts';
import { Fault } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY, isoInstant, MINUTE } from '../../../core/time.ts';
import type { Group } from '../../platform/caller.ts';
import { now } from '../../platform/clock.ts';
import type { Tokens } from '../../platform/identity.ts';
import type { Database } from '../../platform/tenancy.ts';

/** Days a refresh token lives unused. */
export const REFRESH_DAYS = 14;
/** Tries before the first lock; every further one doubles its length. */
const FREE_TRIES = 5;
/** Length of the first lock, minutes. */
const FIRST_LOCK_MINUTES = 1;
/** A lock never grows past this many minutes. */
const LONGEST_LOCK_MINUTES = 24 * 60;

export interface PoolUser {
  readonly userId: Uuid;
  readonly email: string;
  readonly name: string;
  readonly groups: readonly Group[];
}

export interface SignedIn {
  readonly user: PoolUser;
  readonly token: string;
  readonly expiresAt: number;
  readonly refreshToken: string;
  readonly clients: readonly { clientId: Uuid; name: string }[];
}

/** Compared against when nobody has the e-mail address, so that both answers take the same time. */
const DUMMY = await hash('nobody has this password', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** @returns the argon2id hash (PHC text) of a password. @throws Fault INVALID_INPUT when it is shorter than 10 characters. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < 10) throw new Fault('INVALID_INPUT', 'A password has at least 10 characters', 'password');
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/** Wrong e-mail, wrong password, disabled and not yet set answer alike. @throws Fault RATE_LIMITED while the account is locked. */
export async function signIn(database: Database, tokens: Tokens, email: string, password: string): Promise<SignedIn> {
  const { rows } = await database.identity.query<{
    user_id: Uuid;
    password_hash: string | null;
    is_enabled: boolean;
    locked_until: Date | null;
  }>(
    `select u.user_id, u.password_hash, u.is_enabled, l.locked_until from pool_user u
     left join pool_lock l on l.user_id = u.user_id and l.kind = 'password' where u.email = $1`,
    [email.trim().toLowerCase()],
  );
  const user = rows[0];
  if (user?.locked_until && user.locked_until.getTime() > now()) {
    const minutes = Math.max(1, Math.ceil((user.locked_until.getTime() - now()) / MINUTE));
    throw new Fault('RATE_LIMITED', `Too many tries. Try again in ${minutes} min.`);
  }
  const right = await verify(user?.password_hash ?? DUMMY, password);
  if (!user || !right || !user.password_hash || !user.is_enabled) {
    if (user) await noteFailure(database, user.user_id);
    throw new Fault('UNAUTHENTICATED', 'E-mail or password is not right');
  }
  await database.identity.query(`delete from pool_lock where user_id = $1 and kind = 'password'`, [user.user_id]);
  const sessionId = uuidv7();
  const secret = randomBytes(32).toString('base64url');
  await database.identity.query(
    'insert into pool_session (session_id, user_id, token_hash, created_at, rotated_at, expires_at) values ($1, $2, $3, $4, $4, $5)',
    [sessionId, user.user_id, digest(secret), isoInstant(now()), new Date(now() + REFRESH_DAYS * DAY)],
  );
  return issue(database, tokens, user.user_id, `${sessionId}.${secret}`);
}

/** Counts in the database, so that parallel tries count too. */
async function noteFailure(database: Database, userId: Uuid): Promise<void> {
  const { rows } = await database.identity.query<{ failed_tries: number }>(
    `insert into pool_lock (user_id, kind, failed_tries) values ($1, 'password', 1)
     on conflict (user_id, kind) do update set failed_tries = pool_lock.failed_tries + 1 returning failed_tries`,
    [userId],
  );
  const over = (rows[0]?.failed_tries ?? 0) - FREE_TRIES;
  if (over < 0) return;
  const minutes = Math.min(LONGEST_LOCK_MINUTES, FIRST_LOCK_MINUTES * 2 ** Math.min(over, 20));
  await database.identity.query(`update pool_lock set locked_until = $2 where user_id = $1 and kind = 'password'`, [
    userId,
    new Date(now() + minutes * MINUTE),
  ]);
}

/** Two tabs may refresh at once: the token before the current one still answers for this long, milliseconds. */
const ROTATION_GRACE = 10_000;

/** Replaces the refresh token. One that was replaced before comes from a thief or its victim: the whole session ends. */
export async function refreshSession(database: Database, tokens: Tokens, refreshToken: string | undefined): Promise<SignedIn> {
  const ended = new Fault('UNAUTHENTICATED', 'Your session has ended; sign in again');
  const [sessionId, secret] = (refreshToken ?? '').split('.');
  if (!sessionId || !secret || !/^[0-9a-f-]{36}$/.test(sessionId)) throw ended;
  const next = randomBytes(32).toString('base64url');
  const rotated = await database.identity.query<{ user_id: Uuid }>(
    `update pool_session s set token_hash = $3, previous_hash = s.token_hash, rotated_at = $4, expires_at = $5
     from pool_user u where u.user_id = s.user_id and u.is_enabled
       and s.session_id = $1 and s.token_hash = $2 and s.revoked_at is null and s.expires_at > $4 returning s.user_id`,
    [sessionId, digest(secret), digest(next), isoInstant(now()), new Date(now() + REFRESH_DAYS * DAY)],
  );
  const userId = rotated.rows[0]?.user_id;
  if (userId) return issue(database, tokens, userId, `${sessionId}.${next}`);
  const grace = await database.identity.query<{ user_id: Uuid }>(
    'select user_id from pool_session where session_id = $1 and previous_hash = $2 and rotated_at > $3 and revoked_at is null',
    [sessionId, digest(secret), new Date(now() - ROTATION_GRACE)],
  );
  if (grace.rows[0]) return issue(database, tokens, grace.rows[0].user_id, '');
  await database.identity.query('update pool_session set revoked_at = $2 where session_id = $1 and revoked_at is null', [
    sessionId,
    isoInstant(now()),
  ]);
  throw ended;
}

/** Ends the session of a refresh token; an unknown one changes nothing. */
export async function signOut(database: Database, refreshToken: string | undefined): Promise<void> {
  const [sessionId, secret] = (refreshToken ?? '').split('.');
  if (!sessionId || !secret || !/^[0-9a-f-]{36}$/.test(sessionId)) return;
  await database.identity.query('update pool_session set revoked_at = $3 where session_id = $1 and $2 in (token_hash, previous_hash)', [
    sessionId,
    digest(secret),
    isoInstant(now()),
  ]);
}

async function issue(database: Database, tokens: Tokens, userId: Uuid, refreshToken: string): Promise<SignedIn> {
  const { rows } = await database.identity.query<{
    email: string;
    name: string;
    middle_name: string;
    family_name: string;
    client_id: Uuid | null;
    role: string;
    partner_id: string;
    client_name: string | null;
  }>(
    `select u.email, u.name, u.middle_name, u.family_name, g.client_id, g.role, g.partner_id, c.name as client_name
     from pool_user u left join pool_group g on g.user_id = u.user_id and g.is_enabled left join client c on c.client_id = g.client_id
     where u.user_id = $1 and u.is_enabled order by c.name, g.client_id`,
    [userId],
  );
  const first = rows[0];
  if (!first) throw new Fault('UNAUTHENTICATED', 'Your session has ended; sign in again');
  const groups = rows.flatMap((row) =>
    row.client_id ? [{ clientId: row.client_id, role: row.role, partnerId: row.partner_id || null }] : [],
  );
  const name = displayName({ ...first, middleName: first.middle_name, familyName: first.family_name });
  const user = { userId, email: first.email, name, groups };
  return { user, refreshToken, ...(await tokens.sign(user)), clients: nameClients(rows) };
}

/** Duplicate names get the last four characters of the id; a missing name shows the id (specification 1, section 3). */
export function nameClients(rows: readonly { client_id: Uuid | null; client_name: string | null }[]): { clientId: Uuid; name: string }[] {
  const byId = new Map<Uuid, string>();
  for (const row of rows) if (row.client_id) byId.set(row.client_id, row.client_name ?? row.client_id);
  const count = Map.groupBy(byId.values(), (name) => name);
  return [...byId].map(([clientId, name]) => ({
    clientId,
    name: (count.get(name)?.length ?? 0) > 1 ? `${name} ${clientId.slice(-4)}` : name,
  }));
}

/** Creates or updates a pool user with its groups. Runs as the owner of the pool. */
export async function putUser(
  database: Database,
  user: { userId: Uuid; email: string; name: string; password: string; groups: readonly Group[] },
): Promise<void> {
  await database.identity.query(
    `insert into pool_user (user_id, email, name, password_hash, created_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set email = excluded.email, name = excluded.name, password_hash = excluded.password_hash`,
    [user.userId, user.email.toLowerCase(), user.name, await hashPassword(user.password), isoInstant(now())],
  );
  for (const group of user.groups)
    await database.identity.query(
      'insert into pool_group (user_id, client_id, role, partner_id) values ($1, $2, $3, $4) on conflict do nothing',
      [user.userId, group.clientId, group.role, group.partnerId ?? ''],
    );
}

/** Puts a user of the pool into a group; once is enough. */
export async function addGroup(database: Database, userId: Uuid, group: Group): Promise<void> {
  await database.identity.query(
    'insert into pool_group (user_id, client_id, role, partner_id) values ($1, $2, $3, $4) on conflict do nothing',
    [userId, group.clientId, group.role, group.partnerId ?? ''],
  );
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
