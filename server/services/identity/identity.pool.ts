/** What everything about our own user pool stands on: its transactions, and secrets that are kept as their hash only. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type pg from 'pg';
import type { Database } from '../../platform/tenancy.ts';

/** As much of a connection as a statement needs: the pool's own, or that of a transaction. */
export type PoolSql = Pick<pg.Pool, 'query'>;

/** Runs `work` in one transaction of sign-in's role. */
export async function inPool<Result>(database: Database, work: (sql: PoolSql) => Promise<Result>): Promise<Result> {
  const connection = await database.identity.connect();
  let broken: Error | undefined;
  try {
    await connection.query('begin');
    const result = await work(connection);
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    connection.release(broken);
  }
}

/** @returns 256 random bits as text for addresses and cookies. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Without 0, O, 1, I and L: codes are copied by hand. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** @returns a code of 50 bits to copy by hand, "abcde-fghjk": too long to guess, so nobody needs to be locked out for guessing. */
export function randomCode(): string {
  const letters = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters()}-${letters()}`;
}

/** @returns a copied code without what hands add to it. */
export function plainCode(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** @returns what is stored of a secret that is long and random. Passwords are short: they get argon2id. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
