/**
 * Lock-out: five wrong tries are free, then the way in is locked for a minute, and each further wrong try doubles it, up to a day. Password,
 * second factor and codes count each on their own. Addresses that nobody has are locked alike, under an id made of the address.
 */
import { createHmac } from 'node:crypto';
import { saying } from '../../../core/faultTexts.ts';
import type { Uuid } from '../../../core/id.ts';
import { DAY, isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { logger } from '../../platform/log.ts';
import type { Database } from '../../platform/tenancy.ts';
import type { PoolSql } from './identity.pool.ts';

export type LockKind = 'password' | 'mfa' | 'code';

/** Tries before the first lock; every further one doubles its length. */
const FREE_TRIES = 5;
const LONGEST_LOCK_MINUTES = 24 * 60;
/** What is known of addresses that nobody has is forgotten after this long untouched. */
const KEPT_DAYS = 2;

/**
 * Counts a try before it is made, so that many at once count too; a right one is taken back by forgetTries.
 * @throws Fault RATE_LIMITED while locked; such a try does not count.
 */
export async function takeTry(sql: PoolSql, userId: Uuid, kind: LockKind): Promise<void> {
  const { rowCount } = await sql.query(
    `insert into pool_lock as l (user_id, kind, failed_tries, locked_until) values ($1, $2, 1, $3)
     on conflict (user_id, kind) do update set failed_tries = l.failed_tries + 1,
       locked_until = $3::timestamptz + case when l.failed_tries + 1 < $4 then interval '0'
         else least($5, power(2, least(20, l.failed_tries + 1 - $4))) * interval '1 minute' end
     where l.locked_until is null or l.locked_until <= $3`,
    [userId, kind, isoInstant(now()), FREE_TRIES, LONGEST_LOCK_MINUTES],
  );
  if (rowCount) return;
  const { rows } = await sql.query<{ locked_until: Date }>('select locked_until from pool_lock where user_id = $1 and kind = $2', [
    userId,
    kind,
  ]);
  const minutes = Math.max(1, Math.ceil(((rows[0]?.locked_until.getTime() ?? 0) - now()) / MINUTE));
  throw saying('RATE_LIMITED', 'tooManyTries', { minutes });
}

/** It was right: the count begins anew. */
export async function forgetTries(sql: PoolSql, userId: Uuid, kinds: readonly LockKind[]): Promise<void> {
  await sql.query('delete from pool_lock where user_id = $1 and kind = any($2::text[])', [userId, kinds]);
}

/** @returns the id under which an address is counted that nobody has: always the same, and nobody else can make it. */
export function shadowId(email: string, secret: string): Uuid {
  const hex = createHmac('sha256', secret).update(`nobody:${email}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Forgets addresses that nobody has and nobody tries any more; after the answer, whose time must not tell. */
export function forgetShadowsLater({ identity }: Pick<Database, 'identity'>): void {
  forgetShadows(identity).catch((error) => logger.error({ error }, 'locks of addresses that nobody has were not forgotten'));
}

async function forgetShadows(sql: PoolSql): Promise<void> {
  const since = new Date(now() - KEPT_DAYS * DAY);
  await sql.query(
    'delete from pool_lock l where l.locked_until < $1 and not exists (select from pool_user u where u.user_id = l.user_id)',
    [since],
  );
  await sql.query('delete from pool_code where expires_at < $1', [since]);
}
