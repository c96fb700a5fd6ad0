/**
 * Browsers that a person has signed in with: a random 256 bits in a cookie, of which a digest is kept. Strangers' wrong tries do not keep
 * such a browser out. A new password, a lost second factor and signing out everywhere end them all.
 */
import type { Uuid } from '../../../core/id.ts';
import { DAY, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Database } from '../../platform/tenancy.ts';
import { digest, inPool, type PoolSql, randomSecret } from './identity.pool.ts';

/** Days a browser is known after the last sign-in. */
export const BROWSER_DAYS = 180;
/** Of one person; the oldest goes. */
const MOST = 10;
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** @returns whether the person has signed in with this browser. */
export async function isKnownBrowser(database: Pick<Database, 'identity'>, userId: Uuid, secret: string): Promise<boolean> {
  const { rowCount } = await database.identity.query('select 1 from pool_browser where user_id = $1 and token_hash = $2 and used_at > $3', [
    userId,
    digest(secret),
    new Date(now() - BROWSER_DAYS * DAY),
  ]);
  return Boolean(rowCount);
}

/**
 * After a full sign-in the browser gets a new secret: one that somebody planted is worth nothing. Others who sign in with the same browser keep
 * their way in. @param known what its cookie said. @returns what it says from now on.
 */
export async function rememberBrowser(database: Database, userId: Uuid, known: string | undefined): Promise<string> {
  const secret = randomSecret();
  const at = isoInstant(now());
  await inPool(database, async (sql) => {
    if (known && SHAPE.test(known))
      await sql.query('update pool_browser set token_hash = $2 where token_hash = $1', [digest(known), digest(secret)]);
    await sql.query(
      `insert into pool_browser (user_id, token_hash, created_at, used_at) values ($1, $2, $3, $3)
       on conflict (user_id, token_hash) do update set used_at = excluded.used_at`,
      [userId, digest(secret), at],
    );
    await sql.query(
      `delete from pool_browser where user_id = $1 and token_hash not in
         (select token_hash from pool_browser where user_id = $1 order by used_at desc, token_hash limit $2)`,
      [userId, MOST],
    );
  });
  return secret;
}

/** Every browser of the person is a stranger again. */
export async function forgetBrowsers(sql: PoolSql, userId: Uuid): Promise<void> {
  await sql.query('delete from pool_browser where user_id = $1', [userId]);
}
