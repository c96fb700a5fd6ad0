/** Calling back: a person's sessions and identity tokens end before their time, in every process. */
import type { Uuid } from '../../../core/id.ts';
import { notifyRevoked } from '../../platform/access.ts';
import type { Database } from '../../platform/tenancy.ts';
import type { PoolSql } from './identity.pool.ts';

/**
 * Ends every session of a user and the identity tokens made until now. Real time, as in the tokens themselves.
 * @returns the moment for notifyTokensRevoked, once the transaction has ended well.
 */
export async function callBack(sql: PoolSql, userId: Uuid): Promise<number> {
  const before = Date.now();
  await sql.query('update pool_user set tokens_valid_from = $2 where user_id = $1', [userId, new Date(before)]);
  await sql.query('update pool_session set revoked_at = $2 where user_id = $1 and revoked_at is null', [userId, new Date(before)]);
  return before;
}

/** Tells every process; one that does not hear it reads it from the database. */
export async function notifyTokensRevoked(database: Database, userId: Uuid, before: number): Promise<void> {
  await notifyRevoked(database, { userId, before });
}
