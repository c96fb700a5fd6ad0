/**
 * A database that hangs answers nothing and ends nothing: its own limits of time do not run, and whoever has asked would wait for ever. So
 * it is asked for a sign of life every few seconds, and connections to one that gives none are cut: all who wait hear that it is away.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { logger } from './log.ts';
import type { Database } from './tenancy.ts';

interface Times {
  /** Between two questions, milliseconds. */
  readonly every?: number;
  /** Without an answer for this long, milliseconds, it hangs; a database that has much to do answers within a fraction of it. */
  readonly patience?: number;
}

/** @param database just opened: connections that its pools made before are not watched. @returns how to stop watching. */
export function watchForHangs(database: Database, { every = 5_000, patience = 30_000 }: Times = {}): () => void {
  const watched = new Set<pg.PoolClient>();
  for (const pool of [database.app, database.readers, database.writers, database.identity, database.worker]) {
    pool.on('connect', (client) => void watched.add(client));
    pool.on('remove', (client) => void watched.delete(client));
  }
  let answeredAt = Date.now();
  let isAsking = false;
  const ask = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: database.addresses.app, connectionTimeoutMillis: patience, query_timeout: patience });
    client.on('error', () => {});
    isAsking = true;
    try {
      await client.connect();
      await client.query('select 1');
      answeredAt = Date.now();
    } catch (error) {
      // A refusal is an answer: connections to a database that is stopped end by themselves.
      if (!/timeout/i.test((error as Error).message)) answeredAt = Date.now();
    } finally {
      isAsking = false;
      streamOf(client)?.destroy();
    }
  };
  const timer = setInterval(() => {
    if (!isAsking) void ask();
    if (Date.now() - answeredAt < patience || watched.size === 0) return;
    logger.error({ connections: watched.size }, 'the database does not answer: its connections are cut');
    for (const client of watched) streamOf(client)?.destroy();
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}

/** The driver keeps the socket to itself, and asking it to end politely would wait for the database. */
const streamOf = (client: unknown): Socket | undefined => (client as { connection?: { stream?: Socket } }).connection?.stream;
