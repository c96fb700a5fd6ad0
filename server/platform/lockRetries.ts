/** Locks that nobody waits behind. */
import type pg from 'pg';

/** How long one attempt waits for a lock, and how long all of them may take, milliseconds. */
const LOCK_WAIT = 1_000;
const PATIENCE = 600_000;

/**
 * Runs `work` in a transaction that gives up when a lock does not come within a second: whoever waits for a table makes everybody else
 * wait behind them. It is tried again until the table is free. @throws Error after ten minutes, naming who holds the lock.
 */
export async function withLockRetries(client: pg.Client, work: () => Promise<void>, patience = PATIENCE): Promise<void> {
  const deadline = Date.now() + patience;
  for (let pause = 100; ; pause = Math.min(pause * 2, 3_000)) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_WAIT}`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      const { code } = error as { code?: string };
      if (code !== '55P03' && code !== '40P01') throw error;
      if (Date.now() > deadline)
        throw new Error(
          `A migration waited ${Math.round(patience / 1000)} s for a lock that somebody holds. Look for long transactions in pg_stat_activity, end them, and run it again.`,
        );
      await new Promise((resolve) => setTimeout(resolve, pause + Math.random() * 100));
    }
  }
}
