/** Messages that have no provider to leave by: they wait, visibly, and not for ever. */
import { HOUR, type Instant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import { noProvider } from './none.ts';
import type { Provider } from './provider.ts';
import type { OutboxRow, Prepared } from './work.ts';

/** Why a message waits, and why one that waited is not sent; people read them in their language (events.json: returnReason). */
export const NO_PROVIDER = 'noProvider';
export const WAITED_TOO_LONG = 'waitedTooLong';

/** How long a message may wait for a provider: a reminder of last week speaks of a debt as it was, and a week of them must not leave at once. */
const MOST_WAIT = 72 * HOUR;
/** How often a waiting message looks whether a provider is there; saving one looks at once. */
const LOOK = HOUR;

/** @returns what is to be done with rows before the gate is asked; rows that may go on are left out. */
export function holdBack(rows: readonly OutboxRow[], provider: Provider): Map<string, Prepared> {
  const held = new Map<string, Prepared>();
  const at = now();
  for (const row of rows) {
    const since = row.blockedSince ?? at;
    if (row.status === 'queued' && at - since >= MOST_WAIT) held.set(row.outboxId, { answer: 'fail', reason: WAITED_TOO_LONG });
    else if (provider === noProvider)
      held.set(row.outboxId, {
        answer: 'wait',
        reason: NO_PROVIDER,
        since,
        until: Math.min(at + LOOK, since + MOST_WAIT) as Instant,
      });
  }
  return held;
}
