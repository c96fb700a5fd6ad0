/**
 * Tells all processes what was just committed (LISTEN and NOTIFY). Postgres lets transactions that notify commit one at a time, each with its write to
 * the disk, so notices go out right after the transaction, together with those of others. What a process that is killed in between doesn't tell,
 * others find when they next look: notices say where something is new, and never what.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export interface Notice {
  readonly channel: string;
  /** Less than 8,000 bytes. */
  readonly payload: string;
}

/** After a failure, ms. */
const AGAIN = 500;
/** With one statement. */
const MOST = 500;
const TELL = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as told(channel, payload)';

const lines = new WeakMap<pg.Pool, { readonly waiting: Notice[]; sending: Promise<void> | null }>();

/** Sends notices, and tries again as long as the pool is open. Nobody waits for it. */
export function announce(pool: pg.Pool, notices: readonly Notice[]): void {
  if (notices.length === 0) return;
  const line = lines.get(pool) ?? { waiting: [], sending: null };
  lines.set(pool, line);
  line.waiting.push(...notices);
  line.sending ??= send(pool, line.waiting).finally(() => {
    line.sending = null;
    // Some may have come since the last look.
    if (!pool.ending) announce(pool, line.waiting.splice(0));
  });
}

async function send(pool: pg.Pool, waiting: Notice[]): Promise<void> {
  while (waiting.length > 0 && !pool.ending) {
    const batch = waiting.splice(0, MOST);
    const told = [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)];
    try {
      await pool.query({ name: 'announce', text: TELL, values: told });
    } catch {
      waiting.unshift(...batch);
      await sleep(AGAIN, undefined, { ref: false });
    }
  }
}

/** Waits until all notices are sent; not for long, since the database may be away. */
export async function announced(pool: pg.Pool): Promise<void> {
  const { sending } = lines.get(pool) ?? {};
  if (sending) await Promise.race([sending, sleep(2 * AGAIN, undefined, { ref: false })]);
}
