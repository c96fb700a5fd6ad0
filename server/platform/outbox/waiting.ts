/** Rows that have no provider to leave by: they wait, visibly, and not for ever. */
import { HOUR, type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import { appendEvents } from '../events.ts';
import type { Tx } from '../tenancy.ts';
import { countWaiting, NOBODY } from './circuit.ts';
import type { Way } from './kinds.ts';
import type { OutboxRow, Prepared } from './rows.ts';

/** Why a message waits, and why one that waited is not sent; people read them in their language (events.json: returnReason). */
export const NO_PROVIDER = 'noProvider';
export const WAITED_TOO_LONG = 'waitedTooLong';

/** How long a message may wait for a provider: a reminder of last week speaks of a debt as it was, and a week of them must not leave at once. */
const MOST_WAIT = 72 * HOUR;
/** How often a waiting message looks whether a provider is there; saving one looks at once. */
const LOOK = HOUR;

/** @returns what is to be done with rows before the gate is asked; rows that may go on are left out. */
export function holdBack<Payload>(rows: readonly OutboxRow[], leads: Way['leads']): Map<string, Prepared<Payload>> {
  const held = new Map<string, Prepared<Payload>>();
  const at = now();
  for (const row of rows) {
    const since = row.blockedSince ?? at;
    if (row.status === 'queued' && at - since >= MOST_WAIT) held.set(row.outboxId, { answer: 'fail', reason: WAITED_TOO_LONG });
    else if (leads === 'nowhere')
      held.set(row.outboxId, {
        answer: 'wait',
        reason: NO_PROVIDER,
        since,
        until: Math.min(at + LOOK, since + MOST_WAIT) as Instant,
      });
  }
  return held;
}

/**
 * Notes that rows of a kind have no provider to leave by; an event tells of it when the first begins to wait. It takes the place of a
 * pause, and lets drains look: there is nobody to probe.
 */
export async function recordBlocked(tx: Tx, kind: string): Promise<void> {
  const began = await tx.sql(
    `insert into delivery_health (client_id, channel, failures, paused_at, probe_at, probes, told, reason, provider_name)
     values ($1, $2, 0, $3, null, 0, true, $4, $5)
     on conflict (client_id, channel) do update set failures = 0, paused_at = excluded.paused_at, probe_at = null, probes = 0, told = true,
       reason = excluded.reason, reason_words = null, provider_name = excluded.provider_name where delivery_health.provider_name <> excluded.provider_name
     returning 1`,
    [tx.clientId, kind, isoInstant(now()), NO_PROVIDER, NOBODY],
  );
  if (began.length === 0) return;
  const payload = { channel: kind, reason: NO_PROVIDER, ...(await countWaiting(tx, kind)) };
  await appendEvents(tx, [{ messageType: 'deliveryBlocked', payload }]);
}

/** Tells, once, that no row of a kind waits for a provider any more: they left, waited too long, or were cancelled. */
export async function recordUnblocked(tx: Tx, kind: string): Promise<void> {
  const [blocked] = await tx.sql('select 1 from delivery_health where client_id = $1 and channel = $2 and provider_name = $3', [
    tx.clientId,
    kind,
    NOBODY,
  ]);
  if (!blocked) return;
  const ended = await tx.sql<{ paused_at: Date }>(
    `delete from delivery_health where client_id = $1 and channel = $2 and provider_name = $3 and not exists (
       select from outbox where client_id = $1 and channel = $2 and status = 'queued' and blocked_since is not null)
     returning paused_at`,
    [tx.clientId, kind, NOBODY],
  );
  const events = ended.map((row) => ({
    messageType: 'deliveryUnblocked' as const,
    payload: { channel: kind, blockedAt: row.paused_at.toISOString() },
  }));
  if (events.length > 0) await appendEvents(tx, events);
}
