/** The outbox: messages that shall leave the house, written in the transaction that decided them. cms.jobs.ts drains it. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import type { OutboxRequest } from '../delivery.tables.ts';
import { enqueue, type JobReference } from '../jobs.ts';
import type { Tx } from '../tenancy.ts';

export interface NewOutboxRow {
  /** Makes the message once: `run:step:visit` of a strategy, or an id of a user's act. A key that is already known queues nothing. */
  readonly key: string;
  readonly channel: 'email' | 'sms';
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  readonly runId?: Uuid | null;
  readonly stepId?: string | null;
  readonly request: OutboxRequest;
}

/** The drain of one client's channel; the job itself is defined in the cms service, which can render. */
export const drainOutbox: JobReference<{ clientId: Uuid; channel: 'email' | 'sms' }> = { name: 'outbox.drain' };

/**
 * Queues messages with one statement and asks for a drain per channel. Call it near the end of a transaction: the request for the drain
 * holds other transactions of the same client that ask for one until commit.
 * @returns how many were new.
 */
export async function queueCommunications(tx: Tx, rows: readonly NewOutboxRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const at = now();
  const column = <Value>(read: (row: NewOutboxRow) => Value) => rows.map(read);
  const created = await tx.sql(
    `insert into outbox (client_id, outbox_id, key, channel, account_id, external_claim_ref, run_id, step_id, request, next_attempt_at, created_at)
     select $1, *, $10::timestamptz, $10::timestamptz
     from unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], $9::jsonb[])
     on conflict (client_id, key) do nothing returning outbox_id`,
    [
      tx.clientId,
      column(() => uuidv7()),
      column((row) => row.key),
      column((row) => row.channel),
      column((row) => row.accountId),
      column((row) => row.externalClaimRef),
      column((row) => row.runId ?? null),
      column((row) => row.stepId ?? null),
      column((row) => JSON.stringify(row.request)),
      isoInstant(at),
    ],
  );
  if (created.length === 0) return 0;
  // In one order in every transaction, so that two of them cannot wait for each other.
  for (const channel of [...new Set(column((row) => row.channel))].sort()) await askForDrain(tx, channel, at);
  return created.length;
}

/** Asks for a drain now, or once at a later moment: a second call for later moves the first. */
export async function askForDrain(tx: Pick<Tx, 'sql' | 'clientId'>, channel: 'email' | 'sms', at: Instant): Promise<void> {
  const later = at > now();
  await enqueue(
    tx,
    drainOutbox,
    { clientId: tx.clientId, channel },
    { runAt: at, key: `${drainOutbox.name}:${later ? 'later:' : ''}${tx.clientId}:${channel}` },
  );
}
