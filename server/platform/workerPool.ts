/**
 * The connections of background work. graphile-worker does not wait for "this job is done" to be written, and tries it again only after the
 * few codes that it knows: any other error of a database that is away for a moment would end the whole process, as nobody catches it.
 */
import pg from 'pg';
import { outageFault } from './away.ts';

/** Postgres' own word for "not now", after which graphile-worker waits and tries again: cannot_connect_now. */
const NOT_NOW = '57P03';

/**
 * @param connectionString of the worker's login. @param max connections at most.
 * @returns a pool whose errors say "try again" while the database is away, and whose `end` keeps whoever asks later waiting: what is not
 * written then is done once more by the next process, as after a crash.
 */
export function openWorkerPool(connectionString: string, max: number): pg.Pool {
  // The driver's own types: graphile-worker expects them.
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 15_000 });
  const connect = pool.connect.bind(pool) as (tell?: unknown) => Promise<pg.PoolClient>;
  const patient = (tell?: unknown) => {
    if (tell) return connect(tell);
    return pool.ended || pool.ending ? new Promise<never>(() => {}) : connect().catch(tryAgain);
  };
  pool.connect = patient as typeof pool.connect;
  pool.on('error', () => {}); // a killed backend: the next query gets a new connection
  pool.on('connect', (client) => {
    client.on('error', () => {});
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const answer = query(...given);
      return answer instanceof Promise ? answer.catch(tryAgain) : answer;
    }) as typeof client.query;
  });
  return pool;
}

function tryAgain(error: unknown): never {
  if (error instanceof Error && outageFault(error)) Object.assign(error, { code: NOT_NOW });
  throw error;
}
