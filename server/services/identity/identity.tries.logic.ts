/**
 * Limits of wrong tries. Each try is counted in every place it comes from before it is made, so that many at once count too: from here on this
 * person, from here on anybody, on this person from anywhere. A browser that the person has signed in with before counts on its own alone, so
 * strangers cannot keep them out (docs/decisions/identity.md). Addresses that nobody has are counted alike, under an id made of the address.
 */
import { createHmac } from 'node:crypto';
import { Fault, fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { DAY, HOUR, isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { addressKey } from '../../platform/edge/rates.ts';
import { keyRing, sign } from '../../platform/keyRing.ts';
import { logger } from '../../platform/log.ts';
import type { Database } from '../../platform/tenancy.ts';
import { noteRefused } from './identity.audit.ts';
import { BROWSER_DAYS, isKnownBrowser } from './identity.browser.logic.ts';
import { digest, inPool, type PoolSql } from './identity.pool.ts';
import type { From, Tried, TryKind } from './identity.port.ts';

const SECOND = 1000;

/** here: one network and one person. network: one network, anybody. account: one person, from anywhere but their own browsers. */
type Scope = 'here' | 'network' | 'account' | 'browser' | 'session';

interface Ladder {
  /** Tries before the first pause; every further one doubles it. */
  readonly free: number;
  readonly first: number;
  readonly longest: number;
  /** One try is forgotten after this long. */
  readonly forgets: number;
}

const LADDERS: Readonly<Record<Exclude<Scope, 'account'>, Ladder>> = {
  here: { free: 5, first: MINUTE, longest: DAY, forgets: 2 * DAY },
  session: { free: 5, first: MINUTE, longest: DAY, forgets: 2 * DAY },
  browser: { free: 10, first: MINUTE, longest: HOUR, forgets: 2 * DAY },
  network: { free: 30, first: MINUTE, longest: HOUR, forgets: 30 * MINUTE },
};
/** What no network alone reaches: guesses from thousands of networks are paced. Only what can be guessed at all has one. */
const OF_ACCOUNT: Partial<Record<TryKind, Ladder>> = {
  password: { free: 20, first: 5 * SECOND, longest: 5 * MINUTE, forgets: 30 * MINUTE },
  // Six digits: 24 guesses a day find one in a hundred years.
  mfa: { free: 20, first: MINUTE, longest: HOUR, forgets: HOUR },
};
/** Nobody's: what a network tried on anybody. */
const ANYBODY: Uuid = '00000000-0000-0000-0000-000000000000';
/** Counts that nobody touched for so long are gone. */
const KEPT = 2 * DAY;

interface Count {
  readonly userId: Uuid;
  readonly scope: Scope;
  /** A digest, or empty. */
  readonly place: string;
  readonly ladder: Ladder;
}

interface Taken extends Count {
  /** The pause that this try brought. */
  readonly until: Date | null;
}

/**
 * Makes a try: counted first, taken back when it was right or said nothing (another part is away), noted when it was wrong.
 * @param work throws UNAUTHENTICATED, or INVALID_INPUT of a code or password, for what is wrong.
 * @throws Fault RATE_LIMITED before `work` begins, and what `work` throws.
 */
export async function attempt<Result>(place: From, tried: Tried, work: () => Promise<Result>): Promise<Result> {
  const { database } = place;
  const counts = await countsOf(place, tried);
  let taken: readonly Taken[];
  try {
    taken = await inPool(database, (sql) => take(sql, tried.kind, counts));
  } catch (error) {
    if (error instanceof Fault) refused(place, tried, true);
    throw error;
  }
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    if (isWrong(error)) refused(place, tried, false);
    else await refundTries(database, tried.kind, taken, false);
    throw error;
  }
  await refundTries(database, tried.kind, taken, true);
  return result;
}

/** Counts without a right or wrong: how often a network may ask for something. @throws Fault RATE_LIMITED */
export async function countRequest(place: From): Promise<void> {
  const count: Count = { userId: ANYBODY, scope: 'network', place: marked(addressKey(place.ip)), ladder: LADDERS.network };
  await inPool(place.database, (sql) => take(sql, 'ask', [count]));
}

function refused(place: From, tried: Tried, isLimit: boolean): void {
  noteRefused(place, tried, marked(addressKey(place.ip)).slice(0, 12), isLimit);
  sweepLater(place.database);
}

const isWrong = (error: unknown) =>
  error instanceof Fault &&
  (error.code === 'UNAUTHENTICATED' || (error.code === 'INVALID_INPUT' && (error.field === 'code' || error.field === 'currentPassword')));

const marked = (text: string) => sign('tries', text);

/** The places a try counts in, always in the same order, so that no two wait for each other. */
async function countsOf(place: From, { id, userId, kind, session }: Tried): Promise<Count[]> {
  if (session !== undefined) return [{ userId: id, scope: 'session', place: marked(session ?? id), ladder: LADDERS.session }];
  if (place.browser && (await isKnownBrowser(place.database, userId ?? id, place.browser)))
    return [{ userId: id, scope: 'browser', place: digest(place.browser), ladder: LADDERS.browser }];
  const network = marked(addressKey(place.ip));
  const ofAccount = OF_ACCOUNT[kind];
  return [
    { userId: id, scope: 'here', place: network, ladder: LADDERS.here },
    { userId: ANYBODY, scope: 'network', place: network, ladder: LADDERS.network },
    ...(ofAccount ? [{ userId: id, scope: 'account', place: '', ladder: ofAccount } as const] : []),
  ];
}

/** All or none: a refused try counts nowhere. */
async function take(sql: PoolSql, kind: TryKind, counts: readonly Count[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const count of counts) {
    const { free, first, longest, forgets } = count.ladder;
    const { rows } = await sql.query<{ blocked_until: Date | null }>(
      `insert into pool_try as t (user_id, kind, scope, place, failed_tries, touched_at) values ($1, $2, $3, $4, 1, $5)
       on conflict (user_id, kind, scope, place) do update set (failed_tries, blocked_until, touched_at) = (
         select so_far + 1, case when so_far + 1 < $6 then null
           else $5::timestamptz + least($8::float8, $7::float8 * power(2, least(30, so_far + 1 - $6))) * interval '1 millisecond' end, $5
         from (select greatest(0, t.failed_tries - floor(greatest(0, extract(epoch from $5::timestamptz - t.touched_at)) * 1000 / $9::float8)::int) as so_far) s)
       where t.blocked_until is null or t.blocked_until <= $5 returning blocked_until`,
      [count.userId, kind, count.scope, count.place, isoInstant(now()), free, first, longest, forgets],
    );
    if (!rows[0]) throw tooMany(await pauseOf(sql, kind, count));
    taken.push({ ...count, until: rows[0].blocked_until });
  }
  return taken;
}

/** @returns milliseconds. */
async function pauseOf(sql: PoolSql, kind: TryKind, { userId, scope, place }: Count): Promise<number> {
  const { rows } = await sql.query<{ blocked_until: Date | null }>(
    'select blocked_until from pool_try where user_id = $1 and kind = $2 and scope = $3 and place = $4',
    [userId, kind, scope, place],
  );
  return (rows[0]?.blocked_until?.getTime() ?? 0) - now();
}

function tooMany(pause: number): Fault {
  const seconds = Math.max(1, Math.ceil(pause / SECOND));
  return seconds <= 45
    ? fault('RATE_LIMITED', 'tooManyTriesSeconds', { seconds })
    : fault('RATE_LIMITED', 'tooManyTries', { minutes: Math.ceil(seconds / 60) });
}

/**
 * Takes a try back, and the pause it brought. @param isRight then one's own count begins anew; what is shared with others does not, or whoever
 * has a password of their own could wipe the slate between guesses.
 */
async function refundTries(database: Database, kind: TryKind, taken: readonly Taken[], isRight: boolean): Promise<void> {
  for (const { userId, scope, place, until } of taken) {
    const key = [userId, kind, scope, place];
    if (isRight && scope !== 'network' && scope !== 'account')
      await database.identity.query('delete from pool_try where user_id = $1 and kind = $2 and scope = $3 and place = $4', key);
    else
      await database.identity.query(
        `update pool_try set failed_tries = greatest(0, failed_tries - 1),
           blocked_until = case when blocked_until is not distinct from $5::timestamptz then null else blocked_until end
         where user_id = $1 and kind = $2 and scope = $3 and place = $4`,
        [...key, until],
      );
  }
}

/** A new password, or a second factor that is gone: every count of these kinds begins anew. */
export async function forgetTries(sql: PoolSql, userId: Uuid, kinds: readonly TryKind[]): Promise<void> {
  await sql.query('delete from pool_try where user_id = $1 and kind = any($2::text[])', [userId, kinds]);
}

/** @returns the id under which an address is counted that nobody has: always the same, and nobody else can make it. */
export function unknownAddressId(email: string): Uuid {
  const hex = createHmac('sha256', keyRing().newest.derive('tries')).update(`nobody:${email}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

let sweptAt = 0;

/** Forgets counts and codes that are over, at most once a minute; after the answer, whose time must not tell. */
function sweepLater({ identity }: Pick<Database, 'identity'>): void {
  if (Math.abs(Date.now() - sweptAt) < MINUTE) return;
  sweptAt = Date.now();
  sweep(identity).catch((error) => logger.error({ error }, 'counts of wrong tries were not forgotten'));
}

async function sweep(sql: PoolSql): Promise<void> {
  const since = new Date(now() - KEPT);
  await sql.query('delete from pool_try where touched_at < $1', [since]);
  await sql.query('delete from pool_code where expires_at < $1', [since]);
  await sql.query('delete from pool_browser where used_at < $1', [new Date(now() - BROWSER_DAYS * DAY)]);
}
