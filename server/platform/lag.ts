/** How far the work is behind: read from the database a few times a minute, however often somebody asks. */
import { now } from './clock.ts';
import { logger } from './log.ts';
import { type Hold, readHold } from './outbox/hold.ts';
import type { Database } from './tenancy.ts';

export interface Lag {
  /** Rows of the outbox that wait to leave although they are due, by kind, and the age of the oldest in seconds. */
  readonly outbox: readonly { readonly channel: string; readonly waiting: number; readonly oldestSeconds: number }[];
  /** How long the oldest strategy run has been due, seconds; 0 when none is. */
  readonly timersSeconds: number;
  /** Jobs that are due and that nobody has begun, and how long the oldest has waited, seconds. */
  readonly jobs: { readonly waiting: number; readonly oldestSeconds: number };
  /** Seconds since the event log was last read to its end, by the follower and client that are furthest behind; 0 when nobody follows. */
  readonly followersSeconds: number;
  /** Seconds since a worker last kept time; null when none ever did. */
  readonly workerSeconds: number | null;
  /** Whether an operator holds all sending. */
  readonly hold: Hold | null;
  readonly readAt: number;
}

/** Between two readings, milliseconds. */
const EVERY = 15_000;

/** A message that is being tried again waits until its next try: only what is due counts. */
const OUTBOX = `select channel, count(*)::int as waiting, extract(epoch from $1::timestamptz - min(next_attempt_at))::float8 as oldest
  from outbox where status in ('queued', 'sending') and next_attempt_at <= $1 group by channel order by channel`;
const TIMERS = 'select extract(epoch from $1::timestamptz - min(wake_at))::float8 as oldest from strategy_run where wake_at <= $1';
const JOBS = `select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(run_at))::float8 as oldest
  from graphile_worker._private_jobs where run_at <= $1 and locked_at is null and attempts < max_attempts`;
/** By the wall clock, as the ids of events are. */
const FOLLOWERS =
  'select extract(epoch from clock_timestamp() - min(looked_until))::float8 as behind from event_follower where looked_until > to_timestamp(0)';
/** Whoever works on jobs writes the minute down. */
const WORKER =
  'select extract(epoch from $1::timestamptz - max(last_execution))::float8 as seconds from graphile_worker._private_known_crontabs';

async function read(database: Database): Promise<Lag> {
  const at = new Date(now());
  const ask = async <Row extends object>(text: string) => (await database.worker.query<Row>(text, [at])).rows;
  const outbox = await ask<{ channel: string; waiting: number; oldest: number }>(OUTBOX);
  const [timers] = await ask<{ oldest: number | null }>(TIMERS);
  const [jobs] = await ask<{ waiting: number; oldest: number | null }>(JOBS);
  const [followers] = (await database.worker.query<{ behind: number | null }>(FOLLOWERS)).rows;
  const [worker] = await ask<{ seconds: number | null }>(WORKER);
  const hold = await readHold({ sql: async (text) => (await database.app.query(text)).rows });
  return {
    hold,
    outbox: outbox.map(({ channel, waiting, oldest }) => ({ channel, waiting, oldestSeconds: Math.max(0, oldest) })),
    timersSeconds: Math.max(0, timers?.oldest ?? 0),
    jobs: { waiting: jobs?.waiting ?? 0, oldestSeconds: Math.max(0, jobs?.oldest ?? 0) },
    followersSeconds: Math.max(0, followers?.behind ?? 0),
    workerSeconds: worker?.seconds ?? null,
    readAt: Date.now(),
  };
}

export interface LagReader {
  /** The last reading; read anew when it is older than a quarter of a minute. @throws Error when the database does not answer */
  readonly fresh: () => Promise<Lag>;
  /** The last reading, however old; null before the first. */
  readonly last: () => Lag | null;
  readonly stop: () => void;
}

/** @param keepReading reads on its own as well, for those who only look at the last reading. */
export function readLag(database: Database, keepReading: boolean): LagReader {
  let last: Lag | null = null;
  let reading: Promise<Lag> | null = null;
  const fresh = async (): Promise<Lag> => {
    if (last && Date.now() - last.readAt < EVERY) return last;
    reading ??= read(database).finally(() => {
      reading = null;
    });
    last = await reading;
    return last;
  };
  const timer = keepReading
    ? setInterval(() => void fresh().catch((error) => logger.debug({ error }, 'the lag was not read')), EVERY)
    : undefined;
  timer?.unref();
  return { fresh, last: () => last, stop: () => clearInterval(timer) };
}
