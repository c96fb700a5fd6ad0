/** Background work: graphile-worker distributes it over any number of processes. A job is a drain ("advance client X"), never a single message. */
import { Logger, parseCronItems, run as runWorker } from 'graphile-worker';
import { type Instant, isoInstant } from '../../core/time.ts';
import { now } from './clock.ts';
import { followTouched } from './follow.ts';
import { logger } from './log.ts';
import { count } from './metrics.ts';
import type { Database, Tx } from './tenancy.ts';
import { traced } from './tracing.ts';
import { openWorkerPool } from './workerPool.ts';

export interface Job<Payload extends object = object> {
  readonly name: string;
  readonly run: (payload: Payload, database: Database, signal: AbortSignal | undefined) => Promise<void>;
  /** Crontab of graphile-worker, in UTC, e.g. "*\/5 * * * *". The payload is then {}. */
  readonly cron?: string;
}

const jobs = new Map<string, Job<never>>();

/** Declares a job; the returned value is what `enqueue` takes, so payloads are checked by the compiler. */
export function defineJob<Payload extends object>(job: Job<Payload>): Job<Payload> {
  if (jobs.has(job.name)) throw new Error(`job ${job.name} is defined twice`);
  jobs.set(job.name, job as Job<never>);
  return job;
}

/** Names a job whose definition lives in a room above: enough to enqueue it. */
export type JobReference<Payload extends object> = Pick<Job<Payload>, 'name'> & Partial<Job<Payload>>;

interface EnqueueOptions {
  readonly runAt?: Instant;
  /** At most one waiting job per key; a later call moves it. */
  readonly key?: string;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
}

/** Asks for a job in the transaction: it exists when the transaction commits. */
export async function enqueue<Payload extends object>(
  tx: Pick<Tx, 'sql'>,
  job: JobReference<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  await tx.sql('select enqueue_job($1, $2, $3, $4, $5)', [
    job.name,
    JSON.stringify(payload),
    options.queue ?? null,
    options.runAt === undefined ? isoInstant(now()) : isoInstant(options.runAt),
    options.key ?? null,
  ]);
}

/** graphile-worker's own lines are for debugging only. */
const quiet = new Logger(() => (level, message) => logger[level === 'error' ? 'error' : 'debug'](message));

/** How long a job's statement may take, milliseconds: nobody looks at a screen meanwhile. */
const JOB_PATIENCE = 900_000;

/** When this process began to work on jobs, by the monotonic clock; null while it does not. */
let workingSince: number | null = null;

/** @returns seconds since this process began to work on jobs; null while it does not. */
export const workingSeconds = (): number | null => (workingSince === null ? null : (performance.now() - workingSince) / 1000);

/** Starts working on jobs in this process. @param concurrency jobs at once. @returns how to stop: running jobs are waited for. */
export async function startWorker(database: Database, concurrency = 4): Promise<{ stop: () => Promise<void> }> {
  const patient: Database = { ...database, patience: JOB_PATIENCE };
  const taskList = Object.fromEntries(
    [...jobs.values()].map((job) => [
      job.name,
      async (payload: unknown, helpers: { abortSignal?: AbortSignal }) => {
        const began = performance.now();
        const ended = (outcome: 'done' | 'failed') => count.job(job.name, outcome, (performance.now() - began) / 1000);
        try {
          await traced(`job ${job.name}`, {}, () => job.run(payload as never, patient, helpers.abortSignal));
          ended('done');
        } catch (error) {
          ended('failed');
          logger.error({ error, job: job.name, payload }, 'job failed; it will be tried again');
          throw error;
        }
      },
    ]),
  );
  const cron = [...jobs.values()].flatMap((job) => (job.cron ? [{ task: job.name, match: job.cron }] : []));
  const pool = openWorkerPool(database.addresses.worker, concurrency + 4);
  const runner = await runWorker({
    pgPool: pool,
    taskList,
    parsedCronItems: parseCronItems(cron),
    concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: quiet,
  });
  workingSince = performance.now();
  return {
    stop: async () => {
      workingSince = null;
      await runner.stop();
      await pool.end();
    },
  };
}

/** Runs everything that is due now and returns: for tests, commands and the demo. */
export async function drainJobs(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await database.worker.query<{ id: string; task_identifier: string; payload: object }>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and j.id = (select id from graphile_worker._private_jobs where run_at <= $1 and locked_at is null order by run_at, id limit 1 for update skip locked)
       returning j.id, t.identifier as task_identifier, j.payload`,
      [isoInstant(now())],
    );
    const row = rows[0];
    if (!row) {
      // What followers do may ask for jobs.
      if ((await followTouched(database)) === 0) return;
      continue;
    }
    const job = jobs.get(row.task_identifier);
    if (!job) throw new Error(`no job ${row.task_identifier}`);
    await job.run(row.payload as never, database, undefined);
  }
}
