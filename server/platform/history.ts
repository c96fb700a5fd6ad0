/**
 * Facts of the past that a file brings: they stand in the log at their own time and are news to nobody, so nothing reacts to them;
 * only screens that show the log are told to read it again.
 * Their ids are made of what they say, which is why a file may come twice.
 */
import type { ImportedFact } from '../../core/events/events.ts';
import type { Uuid } from '../../core/id.ts';
import { type Instant, MINUTE } from '../../core/time.ts';
import { now } from './clock.ts';
import { sealSweepJob } from './events.seal.ts';
import { checked, notifyMany } from './events.ts';
import { enqueue } from './jobs.ts';
import type { Tx } from './tenancy.ts';

export interface PastEvent {
  readonly messageId: Uuid;
  readonly messageType: 'noteAdded' | 'communicationSent' | 'promiseToPayCreated' | 'promiseToPayBroken';
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  /** ISO 8601. */
  readonly emitTime: string;
  readonly payload: ImportedFact;
}

/** @returns those of the ids that the log holds. */
export async function readKnownEvents(tx: Tx, ids: readonly Uuid[]): Promise<Set<Uuid>> {
  const rows = await tx.sql<{ message_id: Uuid }>('select message_id from event where client_id = $1 and message_id = any($2::uuid[])', [
    tx.clientId,
    ids,
  ]);
  return new Set(rows.map((row) => row.message_id));
}

/** Appends past facts with one statement. */
export async function appendHistory(tx: Tx, events: readonly PastEvent[]): Promise<void> {
  if (events.length === 0) return;
  checked(events);
  await tx.sql(
    `insert into event (client_id, message_id, message_type, emit_time, account_id, external_claim_ref, correlation_id, actor_type, actor_id, payload)
     select $1, m.id, m.type, m.emit_time, m.account_id, m.ref, $2, $3, $4, m.payload
     from unnest($5::uuid[], $6::text[], $7::timestamptz[], $8::uuid[], $9::text[], $10::json[]) as m(id, type, emit_time, account_id, ref, payload)`,
    [
      tx.clientId,
      tx.correlationId,
      tx.actor.type,
      tx.actor.id,
      events.map((event) => event.messageId),
      events.map((event) => event.messageType),
      events.map((event) => event.emitTime),
      events.map((event) => event.accountId),
      events.map((event) => event.externalClaimRef),
      events.map((event) => JSON.stringify(event.payload)),
    ],
  );
  notifyMany(tx);
  // Their ids carry no time, so sealing from the end passes them by; one look over the whole log once the file is through.
  await enqueue(
    tx,
    sealSweepJob,
    { clientId: tx.clientId },
    { key: `${sealSweepJob.name}:${tx.clientId}`, runAt: (now() + MINUTE) as Instant },
  );
}
