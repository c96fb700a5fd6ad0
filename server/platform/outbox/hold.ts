/**
 * An operator's emergency brake: no message leaves, of no client, until sending is resumed. Messages wait as they are; nothing fails and no
 * try is used up. `npm run hold-sending` and `npm run resume-sending` write it, every worker reads it before it sends.
 */
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import { appendEvents } from '../events.ts';
import { StartRefusal } from '../installation.ts';
import { logger } from '../log.ts';
import { allClients, type Database, inClient, type Reading } from '../tenancy.ts';
import { askForDrain } from './queue.ts';

/** What people are told as the reason why messages wait; the operator's own words stand beside it. */
export const SENDING_HELD = 'sendingHeld';

/** How long a worker in the middle of a batch believes what it read last, ms. */
const BELIEVES = 500;
const MOST_REASON = 300;

export interface Hold {
  readonly since: Instant;
  readonly reason: string;
}

/** @returns the hold that is on; null: messages may leave. */
export async function readHold(tx: Pick<Reading, 'sql'>): Promise<Hold | null> {
  const [row] = await tx.sql<{ held_since: Date; held_reason: string }>(
    'select held_since, held_reason from installation where held_since is not null',
  );
  return row ? { since: instant(row.held_since), reason: row.held_reason } : null;
}

const reads = new WeakMap<Database, { readonly at: number; readonly isHeld: Promise<boolean> }>();

/** Asked before each message of a batch. @returns whether sending is held, as of half a second ago at most; true when nobody can tell. */
export function isHeld(database: Database): Promise<boolean> {
  const known = reads.get(database);
  if (known && performance.now() - known.at < BELIEVES) return known.isHeld;
  const isHeld = database.app.query('select 1 from installation where held_since is not null').then(
    ({ rowCount }) => (rowCount ?? 0) > 0,
    () => true,
  );
  reads.set(database, { at: performance.now(), isHeld });
  return isHeld;
}

/**
 * Holds all sending, and notes it in every client's log. A second hold changes the reason.
 * @param reason in the operator's words; administrators of clients read it. @throws StartRefusal without a reason, or while nothing has run here
 */
export async function holdSending(database: Database, reason: string): Promise<Hold> {
  const why = reason.trim().slice(0, MOST_REASON);
  if (why === '')
    throw new StartRefusal(
      'Enter a reason: npm run hold-sending -- --reason "wrong balances in reminders". Administrators of clients read it.',
    );
  const { rows } = await database.worker.query<{ since: Date | null }>('select hold_sending($1, $2) as since', [why, isoInstant(now())]);
  const since = rows[0]?.since;
  if (!since) throw new StartRefusal('Nothing has run on this database yet, so nothing is sent.');
  reads.delete(database);
  logger.warn({ reason: why }, 'sending is held');
  for (const clientId of await allClients(database))
    await inClient(database, clientId, (tx) => appendEvents(tx, [{ messageType: 'sendingHeld', payload: { reason: why } }]));
  return { since: instant(since), reason: why };
}

/** Lets messages leave again; drains begin at once. @returns since when sending was held; null: it was not. */
export async function resumeSending(database: Database): Promise<Instant | null> {
  const { rows } = await database.worker.query<{ since: Date | null }>('select resume_sending($1) as since', [isoInstant(now())]);
  const since = rows[0]?.since;
  reads.delete(database);
  if (!since) return null;
  logger.warn('sending is resumed');
  for (const clientId of await allClients(database))
    await inClient(database, clientId, async (tx) => {
      await appendEvents(tx, [{ messageType: 'sendingResumed', payload: { heldSince: since.toISOString() } }]);
      // Of every kind that waits: this runs in a command, which knows no kinds.
      const waiting = await tx.sql<{ kind: string }>(
        `select distinct channel as kind from outbox where client_id = $1 and status in ('queued', 'sending') order by 1`,
        [clientId],
      );
      for (const { kind } of waiting) await askForDrain(tx, kind, now());
    });
  return instant(since);
}
