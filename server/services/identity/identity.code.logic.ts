/** Codes that are handed out once: only their hash is kept, a newer one of the same kind ends the older, and a used one is used. */
import { isUuid, type Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { digest, type PoolSql } from './identity.pool.ts';

export type CodeKind = 'invitation' | 'reset' | 'mfa' | 'mfaSetup';

/** Stores a code that the caller hands out. @param lifetime milliseconds. */
export async function putCode(sql: PoolSql, userId: Uuid, kind: CodeKind, code: string, lifetime: number): Promise<void> {
  // A sign-in does not end because another one begins.
  const ends = kind === 'mfa' || kind === 'mfaSetup' ? 'and expires_at < $3' : 'and $3::timestamptz is not null';
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

/** @param within milliseconds. @returns whether a code of the kind was handed out so short a time ago. */
export async function isRecent(sql: PoolSql, userId: Uuid, kind: CodeKind, within: number): Promise<boolean> {
  const { rowCount } = await sql.query('select 1 from pool_code where user_id = $1 and kind = $2 and created_at > $3', [
    userId,
    kind,
    new Date(now() - within),
  ]);
  return Boolean(rowCount);
}
