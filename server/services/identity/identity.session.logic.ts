/** Sessions: a refresh token in a cookie, replaced at each use, and the identity tokens made for it. */
import { createHmac } from 'node:crypto';
import { displayName } from '../../../core/displayName.ts';
import { fault } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY, isoInstant, MINUTE } from '../../../core/time.ts';
import { notifyRevoked } from '../../platform/access.ts';
import type { Group } from '../../platform/caller.ts';
import { now } from '../../platform/clock.ts';
import type { Tokens } from '../../platform/identity.ts';
import { keyRing, type RingKey } from '../../platform/keyRing.ts';
import type { Database } from '../../platform/tenancy.ts';
import { digest, type PoolSql, randomSecret } from './identity.pool.ts';

/** Days a refresh token lives unused. */
export const REFRESH_DAYS = 14;
/**
 * An answer with a new token may never arrive: the page was loaded again meanwhile, or the connection broke. Until the new token is used, the one
 * before it gets the same answer once more for this long, milliseconds.
 */
const ROTATION_GRACE = MINUTE;

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
  /** The new refresh token; empty: the present one stays. */
  readonly refreshToken: string;
  readonly clients: readonly { clientId: Uuid; name: string }[];
}

/** What is said of every session that is no more. */
export const sessionEnded = () => fault('UNAUTHENTICATED', 'sessionEnded');

/** A refresh token: which session, its secret, and what another user pool needs to go on (sealed; our own needs nothing). */
export interface RefreshToken {
  readonly sessionId: Uuid;
  readonly secret: string;
  readonly extra: string;
}

/** @returns null for what is no refresh token of ours. */
export function parseRefreshToken(text: string | undefined): RefreshToken | null {
  const [sessionId, secret, ...extra] = (text ?? '').split('.');
  return sessionId && secret && isUuid(sessionId) ? { sessionId, secret, extra: extra.join('.') } : null;
}

/** The secret that follows one: always the same, so that an answer which was lost can be given again; without the installation's key nobody finds it. */
const following = (key: RingKey, { sessionId, secret }: RefreshToken) =>
  createHmac('sha256', key.derive('session rotation')).update(`${sessionId}.${secret}`).digest('base64url');

const write = (sessionId: Uuid, secret: string, extra: string) => [sessionId, secret, ...(extra ? [extra] : [])].join('.');

/** Begins a session for somebody who has shown who they are. */
export async function openSession(database: Database, tokens: Tokens, userId: Uuid, extra = ''): Promise<SignedIn> {
  const [sessionId, secret] = [uuidv7(), randomSecret()];
  await database.identity.query(
    'insert into pool_session (session_id, user_id, token_hash, created_at, rotated_at, expires_at) values ($1, $2, $3, $4, $4, $5)',
    [sessionId, userId, digest(secret), isoInstant(now()), new Date(now() + REFRESH_DAYS * DAY)],
  );
  return issue(database, tokens, userId, sessionId, write(sessionId, secret, extra));
}

/** Replaces the refresh token. One that was replaced before comes from a thief or its victim: the whole session ends. */
export async function rotateSession(database: Database, tokens: Tokens, token: RefreshToken, extra = ''): Promise<SignedIn> {
  const { sessionId, secret } = token;
  const next = following(keyRing().newest, token);
  const rotated = await database.identity.query<{ user_id: Uuid }>(
    `update pool_session s set token_hash = $3, previous_hash = s.token_hash, rotated_at = $4, expires_at = $5
     from pool_user u where u.user_id = s.user_id and u.is_enabled
       and s.session_id = $1 and s.token_hash = $2 and s.revoked_at is null and s.expires_at > $4 returning s.user_id`,
    [sessionId, digest(secret), digest(next), isoInstant(now()), new Date(now() + REFRESH_DAYS * DAY)],
  );
  const userId = rotated.rows[0]?.user_id;
  if (userId) return issue(database, tokens, userId, sessionId, write(sessionId, next, extra));
  const grace = await database.identity.query<{ user_id: Uuid; token_hash: string }>(
    'select user_id, token_hash from pool_session where session_id = $1 and previous_hash = $2 and rotated_at > $3 and revoked_at is null',
    [sessionId, digest(secret), new Date(now() - ROTATION_GRACE)],
  );
  const lost = grace.rows[0];
  if (lost) {
    const again = keyRing()
      .keys.map((key) => following(key, token))
      .find((each) => digest(each) === lost.token_hash);
    return issue(database, tokens, lost.user_id, sessionId, again ? write(sessionId, again, extra) : '');
  }
  await endSession(database, sessionId);
  throw sessionEnded();
}

/** Ends a session and the identity tokens made for it, in every process. @returns whose it was; null: it had ended, or never was. */
export async function endSession(database: Database, sessionId: Uuid): Promise<Uuid | null> {
  const { rows } = await database.identity.query<{ user_id: Uuid }>(
    'update pool_session set revoked_at = $2 where session_id = $1 and revoked_at is null returning user_id',
    [sessionId, new Date()],
  );
  if (!rows[0]) return null;
  await notifyRevoked(database, { sessionId });
  return rows[0].user_id;
}

/** @returns whether the refresh token is, or just was, the session's own: one may end a session with it. */
export async function ownsSession(sql: PoolSql, { sessionId, secret }: RefreshToken): Promise<boolean> {
  const { rowCount } = await sql.query(
    'select 1 from pool_session where session_id = $1 and $2 in (token_hash, previous_hash) and revoked_at is null',
    [sessionId, digest(secret)],
  );
  return Boolean(rowCount);
}

/** @throws Fault UNAUTHENTICATED for people who may work for no client (any more). */
async function issue(database: Database, tokens: Tokens, userId: Uuid, sessionId: Uuid, refreshToken: string): Promise<SignedIn> {
  const { rows } = await database.identity.query<{
    email: string;
    name: string;
    middleName: string;
    familyName: string;
    client_id: Uuid;
    role: string;
    partner_id: string;
    client_name: string | null;
  }>(
    `select u.email, u.name, u.middle_name as "middleName", u.family_name as "familyName", g.client_id, g.role, g.partner_id, c.name as client_name
     from pool_user u join pool_group g on g.user_id = u.user_id and g.is_enabled left join published.client_name c on c.client_id = g.client_id
     where u.user_id = $1 and u.is_enabled order by c.name, g.client_id, g.role`,
    [userId],
  );
  const first = rows[0];
  if (!first) throw sessionEnded();
  const groups = rows.map((row) => ({ clientId: row.client_id, role: row.role, partnerId: row.partner_id || null }));
  const user = { userId, email: first.email, name: displayName(first), groups };
  return { user, refreshToken, ...(await tokens.sign({ ...user, sessionId })), clients: nameClients(rows) };
}

/** Duplicate names get the last four characters of the id; a missing name shows the id (specification 1, section 3). */
export function nameClients(rows: readonly { client_id: Uuid; client_name: string | null }[]): { clientId: Uuid; name: string }[] {
  const byId = new Map<Uuid, string>();
  for (const row of rows) byId.set(row.client_id, row.client_name ?? row.client_id);
  const count = Map.groupBy(byId.values(), (name) => name);
  return [...byId].map(([clientId, name]) => ({
    clientId,
    name: (count.get(name)?.length ?? 0) > 1 ? `${name} ${clientId.slice(-4)}` : name,
  }));
}
