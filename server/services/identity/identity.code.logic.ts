/** Codes that are handed out once: only their hash is kept, a newer invitation ends the older, and a used one is used. */
import { isUuid, type Uuid } from '../../../core/id.ts';
import { isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { digest, type PoolSql } from './identity.pool.ts';

export type CodeKind = 'invitation' | 'reset' | 'mfa' | 'mfaSetup';

/** Stores a code that the caller hands out. @param lifetime milliseconds. */
export async function putCode(sql: PoolSql, userId: Uuid, kind: CodeKind, code: string, lifetime: number): Promise<void> {
  // A sign-in does not end because another one begins, nor a code that was mailed because a stranger asks for another.
  const ends = kind !== 'invitation' ? 'and expires_at < $3' : 'and $3::timestamptz is not null';
  await sql.query(`delete from pool_code where user_id = $1 and kind = $2 ${ends}`, [userId, kind, isoInstant(now())]);
  await sql.query('insert into pool_code (user_id, kind, code_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)', [
    userId,
    kind,
    digest(`${userId}:${code}`),
    isoInstant(now()),
    new Date(now() + lifetime),
  ]);
}

/** @returns whether the code is good; from then on it is not. */
export async function useCode(sql: PoolSql, userId: Uuid, kinds: readonly CodeKind[], code: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update pool_code set used_at = $4 where user_id = $1 and kind = any($2::text[]) and code_hash = $3 and used_at is null and expires_at > $4`,
    [userId, kinds, digest(`${userId}:${code}`), isoInstant(now())],
  );
  return Boolean(rowCount);
}

/** @returns which kind of code this is, without using it up; null: no good one. */
export async function hasCode<Kind extends CodeKind>(
  sql: PoolSql,
  userId: Uuid,
  kinds: readonly Kind[],
  code: string,
): Promise<Kind | null> {
  if (!isUuid(userId)) return null;
  const { rows } = await sql.query<{ kind: Kind }>(
    'select kind from pool_code where user_id = $1 and kind = any($2::text[]) and code_hash = $3 and used_at is null and expires_at > $4',
    [userId, kinds, digest(`${userId}:${code}`), isoInstant(now())],
  );
  return rows[0]?.kind ?? null;
}

/** Three mails a minute apart, then one in ten minutes: sooner than the codes end, so that who asks in vain has a good one already. */
const [QUICK_MAILS, SOON, LATER] = [3, MINUTE, 10 * MINUTE];
const COUNTED = 30 * MINUTE;

/** @returns whether a person was mailed a code for a new password so short a time ago that they get no other one yet. */
export async function isRecentlyMailed(sql: PoolSql, userId: Uuid): Promise<boolean> {
  // One after the other, so that two who ask at once bring about one mail.
  await sql.query(`select pg_advisory_xact_lock(hashtextextended('reset ' || $1, 0))`, [userId]);
  const { rows } = await sql.query<{ mails: number; newest: Date | null }>(
    `select count(*)::int as mails, max(created_at) as newest from pool_code where user_id = $1 and kind = 'reset' and created_at > $2`,
    [userId, new Date(now() - COUNTED)],
  );
  const [{ mails, newest } = { mails: 0, newest: null }] = rows;
  return newest !== null && now() - newest.getTime() < (mails < QUICK_MAILS ? SOON : LATER);
}
