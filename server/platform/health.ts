/**
 * Whether the product does its duty: each check by name, what it found, and whether that is good enough. Nothing in an answer is secret or
 * of a person; what is wrong inside is in the log.
 */

import { workingSeconds } from './jobs.ts';
import type { LagReader } from './lag.ts';
import { checkRange } from './schema.ts';
import type { Database } from './tenancy.ts';

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** In plain words, for whoever is on duty. */
  readonly found: string;
  /** A process whose own duty fails gets no more requests; what others fail to do is only told. */
  readonly isOwnDuty: boolean;
}

/** From when on a lag is too long, seconds. */
const LIMITS = { worker: 150, outbox: 600, timers: 300, jobs: 300, followers: 300 } as const;
/** The database has this long to answer, milliseconds. */
const PATIENCE = 3_000;

/** Answers within a few seconds, also while the database hangs. @param role what this process does. */
export async function checkHealth(database: Database, lag: LagReader, role: 'all' | 'web' | 'worker'): Promise<Check[]> {
  const fit = await inTime(checkSchema(database)).catch(() => 'away' as const);
  if (fit === 'away') return [{ name: 'database', ok: false, found: 'The database does not answer.', isOwnDuty: true }];
  const base: Check[] = [
    { name: 'database', ok: true, found: 'The database answers.', isOwnDuty: true },
    {
      name: 'schema',
      ok: fit === 'fits',
      found: fit === 'fits' ? 'The schema fits this release.' : 'The schema does not fit this release: run the migrations.',
      isOwnDuty: true,
    },
  ];
  const known = await inTime(lag.fresh()).catch(() => null);
  if (!known) return [...base, { name: 'work', ok: false, found: 'How far the work is behind could not be read.', isOwnDuty: false }];
  const oldest = Math.max(0, ...known.outbox.map(({ oldestSeconds }) => oldestSeconds));
  const waiting = known.outbox.reduce((sum, each) => sum + each.waiting, 0);
  return [
    ...base,
    { ...worked(known.workerSeconds), isOwnDuty: role === 'worker' },
    {
      name: 'sending',
      ok: known.hold === null,
      found:
        known.hold === null ? 'Messages leave.' : `Sending is held since ${new Date(known.hold.since).toISOString()}: ${known.hold.reason}`,
      isOwnDuty: false,
    },
    lagging('outbox', oldest, `${waiting} messages and calls are due; the oldest for ${Math.round(oldest)} s.`),
    lagging('timers', known.timersSeconds, `The oldest strategy step has been due for ${Math.round(known.timersSeconds)} s.`),
    lagging(
      'jobs',
      known.jobs.oldestSeconds,
      `${known.jobs.waiting} jobs are due; the oldest for ${Math.round(known.jobs.oldestSeconds)} s.`,
    ),
    lagging('followers', known.followersSeconds, `The event log was last read to its end ${Math.round(known.followersSeconds)} s ago.`),
  ];
}

/** Workers write the minute down; one that has just started here has not had its first yet. */
function worked(seconds: number | null): Omit<Check, 'isOwnDuty'> {
  if (seconds !== null && seconds < LIMITS.worker)
    return { name: 'worker', ok: true, found: `A worker last kept time ${Math.round(seconds)} s ago.` };
  const here = workingSeconds();
  if (here !== null && here < LIMITS.worker)
    return { name: 'worker', ok: true, found: `The worker of this process began ${Math.round(here)} s ago.` };
  const found = seconds === null ? 'No worker has ever run.' : `A worker last kept time ${Math.round(seconds)} s ago.`;
  return { name: 'worker', ok: false, found };
}

const lagging = (name: 'outbox' | 'timers' | 'jobs' | 'followers', seconds: number, found: string): Check => ({
  name,
  ok: seconds < LIMITS[name],
  found,
  isOwnDuty: false,
});

async function checkSchema(database: Database): Promise<'fits' | 'differs'> {
  const connection = await database.app.connect();
  let isBroken = true;
  try {
    await connection.query(`set statement_timeout = ${PATIENCE}`);
    const { missing } = await checkRange(connection);
    await connection.query('reset statement_timeout');
    isBroken = false;
    return missing === null || missing.length > 0 ? 'differs' : 'fits';
  } finally {
    connection.release(isBroken);
  }
}

/** @throws Error when the work takes longer than the patience of whoever asks for health; it goes on without anybody waiting for it. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), PATIENCE + 500);
  });
  work.catch(() => {}); // whoever came too late is not listened to any more
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
