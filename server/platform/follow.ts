/**
 * Followers read the event log from behind and work on what they find, outside of the writer's transaction: each event once, in the order of
 * the log, in the transaction that marks it as handled. What must be true at once belongs to `onEvents` (docs/decisions/events.md).
 */
import type { Uuid } from '../../core/id.ts';
import { DAY, type Instant, instant, isoInstant, MINUTE } from '../../core/time.ts';
import { onAppended, type StoredEvent } from './events.ts';
import { logger } from './log.ts';
import { type Database, inClient, type Tx } from './tenancy.ts';
import { idAt, isTimed } from './timedIds.ts';

export interface Follower {
  /** Kept beside how far it has read: never renamed. */
  readonly name: string;
  readonly types: readonly string[];
  /** Which of the types a client needs it for at the moment: others are passed over, and without any it costs one statement. */
  readonly wants?: (tx: Tx) => Promise<readonly string[]>;
  /** @param events in their order. What it writes comes exactly once; it throws to be called again with the same events. */
  readonly run: (tx: Tx, events: readonly StoredEvent[]) => Promise<void>;
}

const followers = new Map<string, Follower>();
/** Which followers have something to read of clients for whom this process appended it. */
const touched = new Map<Uuid, Set<string>>();
const namesByType = new Map<string, string[]>();
onAppended((clientId, types) => {
  for (const type of new Set(types))
    for (const name of namesByType.get(type) ?? []) touched.set(clientId, (touched.get(clientId) ?? new Set()).add(name));
});

/** Declares a follower, in a module that the server imports. */
export function defineFollower(follower: Follower): void {
  if (followers.has(follower.name)) throw new Error(`follower ${follower.name} is defined twice`);
  followers.set(follower.name, follower);
  for (const type of follower.types) namesByType.set(type, [...(namesByType.get(type) ?? []), follower.name]);
}

/** @returns the names of all followers, in order. */
export const followerNames = (): string[] => [...followers.keys()].sort();

/**
 * Ids carry the moment of their making, and a transaction that commits later leaves them behind what was read. A look goes back so far, ms:
 * each one by seconds, but for most of those that follow one another while events come by the hundreds; the one of every minute by minutes, the
 * one of every night by days. Events that committed later still are too late.
 */
export const LOOKS = { hot: 1_000, each: 10_000, minute: 5 * MINUTE, night: 2 * DAY } as const;

/** Events of one transaction. */
const BATCH = 500;
/** Between two tries after failures, ms: the first one, doubling up to the other. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [5_000, 10 * MINUTE];

/** Lets every follower of a client read on. Any number of processes may do so at once. @param back one of LOOKS. @returns events that were handled. */
export async function follow(database: Database, clientId: Uuid, back: number = LOOKS.each): Promise<number> {
  let handled = 0;
  for (const follower of followers.values()) handled += await readOn(database, clientId, follower, back);
  return handled;
}

/** Lets followers read on where this process appended something, for who runs due work at once. @returns events that were handled. */
export async function followTouched(database: Database): Promise<number> {
  const clients = [...touched];
  touched.clear();
  let handled = 0;
  for (const [clientId, names] of clients)
    for (const follower of followers.values())
      if (names.has(follower.name)) handled += await readOn(database, clientId, follower, LOOKS.each);
  return handled;
}

async function readOn(database: Database, clientId: Uuid, follower: Follower, back: number): Promise<number> {
  const look: Look = { begunAt: Date.now() as Instant, back, after: null, isOver: false };
  let handled = 0;
  try {
    while (!look.isOver) handled += await inClient(database, clientId, (tx) => handleNext(tx, follower, look));
  } catch (error) {
    logger.error({ error, follower: follower.name, clientId }, 'a follower of the event log failed; it will try again');
    await inClient(database, clientId, (tx) => noteFailure(tx, follower, (error as Error).message));
  }
  return handled;
}

/** One passage from where a follower stands to the end of the log. */
interface Look {
  readonly begunAt: Instant;
  readonly back: number;
  /** The last event that this look has come to. */
  after: Uuid | null;
  isOver: boolean;
}

/** Handles some events, in one transaction with the note that they are. @returns how many. */
async function handleNext(tx: Tx, { name, types, wants, run }: Follower, look: Look): Promise<number> {
  const wanted = wants ? await wants(tx) : types;
  if (wanted.length === 0) {
    look.isOver = true;
    return 0;
  }
  const of = [tx.clientId, name];
  await tx.sql(
    'insert into event_follower (client_id, follower, looked_until) values ($1, $2, to_timestamp(0)) on conflict do nothing',
    of,
  );
  // Whoever comes second waits, and then finds what the first has left.
  const [place] = await tx.sql<{ looked_until: Date; failures: number; retry_at: Date | null }>(
    'select looked_until, failures, retry_at from event_follower where client_id = $1 and follower = $2 for update',
    of,
  );
  look.isOver = !place || (place.retry_at !== null && place.retry_at.getTime() > look.begunAt);
  if (!place || look.isOver) return 0;
  // After a failure one by one: the event that fails holds up what comes after it, and nothing before.
  const size = place.failures > 0 ? 1 : BATCH;
  // Looked up event by event: for a client that the statistics don't know yet, a join would compare each event with all that were handled.
  const events = await tx.sql<Omit<StoredEvent, 'emitTime'> & { emitTime: Date }>(
    `select e.client_id as "clientId", e.message_id as "messageId", e.message_type as "messageType", e.message_version as "messageVersion",
       e.emit_time as "emitTime", e.account_id as "accountId", e.external_claim_ref as "externalClaimRef", e.correlation_id as "correlationId",
       e.actor_type as "actorType", e.actor_id as "actorId", e.payload
     from event e where e.client_id = $1 and e.message_id > $3 and e.message_type = any($4) and ${isTimed('e.message_id')}
       and (select 1 from event_followed f where f.client_id = $1 and f.follower = $2 and f.message_id = e.message_id) is null
     order by e.message_id limit $5`,
    [...of, look.after ?? idAt(place.looked_until.getTime() - look.back), wanted, size],
  );
  const last = events.at(-1);
  if (last) {
    await tx.sql('insert into event_followed (client_id, follower, message_id) select $1, $2, unnest($3::uuid[])', [
      ...of,
      events.map((event) => event.messageId),
    ]);
    await run(
      tx,
      events.map((event): StoredEvent => ({ ...event, emitTime: instant(event.emitTime) })),
    );
    look.after = last.messageId;
  }
  look.isOver = events.length < size;
  if (!look.isOver) return size;
  await tx.sql(
    `update event_follower set looked_until = greatest(looked_until, $3), failures = 0, retry_at = null, last_error = null
     where client_id = $1 and follower = $2`,
    [...of, isoInstant(look.begunAt)],
  );
  return events.length;
}

async function noteFailure(tx: Tx, { name }: Follower, error: string): Promise<void> {
  // The row itself may have gone with what failed.
  const [row] = await tx.sql<{ failures: number }>(
    `insert into event_follower as f (client_id, follower, looked_until, failures, last_error) values ($1, $2, to_timestamp(0), 1, $3)
     on conflict (client_id, follower) do update set failures = f.failures + 1, last_error = excluded.last_error returning failures`,
    [tx.clientId, name, error.slice(0, 500)],
  );
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min((row?.failures ?? 1) - 1, 20));
  await tx.sql('update event_follower set retry_at = $3 where client_id = $1 and follower = $2', [
    tx.clientId,
    name,
    isoInstant((Date.now() + pause) as Instant),
  ]);
}

/** Lets a follower with `wants` begin with what is appended from now on, when a client first needs it. */
export async function beginFollowing(tx: Tx, follower: string): Promise<void> {
  await tx.sql('insert into event_follower (client_id, follower, looked_until) values ($1, $2, clock_timestamp()) on conflict do nothing', [
    tx.clientId,
    follower,
  ]);
}

/** Forgets how far a follower has read that a client no longer needs: what stands still would look as if it were behind. */
export async function endFollowing(tx: Tx, follower: string): Promise<void> {
  await tx.sql('delete from event_follower where client_id = $1 and follower = $2', [tx.clientId, follower]);
}

/** Has a follower handle a client's events again. @param since by the wall clock: those appended from then on. */
export async function replay(tx: Tx, follower: string, since: Instant): Promise<void> {
  await tx.sql('delete from event_followed where client_id = $1 and follower = $2 and message_id >= $3', [
    tx.clientId,
    follower,
    idAt(since),
  ]);
  await tx.sql(
    `update event_follower set looked_until = least(looked_until, $3), failures = 0, retry_at = null, last_error = null where client_id = $1 and follower = $2`,
    [tx.clientId, follower, isoInstant(since)],
  );
}

/** Forgets what was handled before the longest look that may still come: a follower that fails for days goes on from where it stands. */
export async function forgetFollowed(tx: Tx): Promise<void> {
  const places = await tx.sql<{ follower: string; looked_until: Date }>(
    'select follower, looked_until from event_follower where client_id = $1',
    [tx.clientId],
  );
  for (const { follower, looked_until } of places)
    await tx.sql('delete from event_followed where client_id = $1 and follower = $2 and message_id < $3', [
      tx.clientId,
      follower,
      idAt(looked_until.getTime() - LOOKS.night - DAY),
    ]);
}
