/** Writes rows of the outbox after they were worked on. */
import type { SaidWords } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { OutboxStatus } from '../delivery.tables.ts';
import type { Tx } from '../tenancy.ts';
import type { OutboxRow } from './rows.ts';

export interface Change {
  readonly row: OutboxRow;
  readonly status: OutboxStatus;
  readonly next?: Instant;
  readonly attempts?: number;
  /** Tries that do not count, to be added. */
  readonly spared?: number;
  /** What the provider is given; absent: as it was. */
  readonly payload?: unknown;
  readonly recipient?: string | undefined;
  readonly providerName?: string;
  readonly providerRef?: string | null;
  readonly error?: string | null;
  /** The same apart from any language. */
  readonly errorWords?: SaidWords | undefined;
  readonly sentAt?: Instant;
  /** Since when no provider is there to take it; every other change ends the wait. */
  readonly blockedSince?: Instant;
}

/** Writes changes with one statement. @param from the statuses a row must still have. @returns the ids of the rows that were changed. */
export async function save(tx: Tx, changes: readonly Change[], from: readonly OutboxStatus[]): Promise<Set<Uuid>> {
  if (changes.length === 0) return new Set();
  const column = <Value>(read: (change: Change) => Value) => changes.map(read);
  const rows = await tx.sql<{ outbox_id: Uuid }>(
    `update outbox o set status = c.status, next_attempt_at = coalesce(c.next, o.next_attempt_at), leased_until = case when c.status = 'sending' then c.next end,
       attempts = c.attempts, spared = o.spared + c.spared, rendered = case when c.keep then o.rendered else c.rendered end,
       provider_name = coalesce(c.provider_name, o.provider_name), recipient = coalesce(c.recipient, o.recipient),
       provider_ref = coalesce(c.provider_ref, o.provider_ref), last_error = c.last_error, error_words = c.error_words, sent_at = c.sent_at, blocked_since = c.blocked_since
     from unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::int[], $7::boolean[], $8::jsonb[], $9::text[], $10::text[], $11::text[], $12::text[], $13::timestamptz[], $14::int[], $15::timestamptz[], $16::int[], $17::jsonb[])
       as c (outbox_id, status, next, attempts, keep, rendered, provider_name, recipient, provider_ref, last_error, sent_at, seen, blocked_since, spared, error_words)
     where o.client_id = $1 and o.outbox_id = c.outbox_id and o.status = any($2::text[]) and o.attempts = c.seen
     returning o.outbox_id`,
    [
      tx.clientId,
      from,
      column(({ row }) => row.outboxId),
      column(({ status }) => status),
      column(({ next }) => (next === undefined ? null : isoInstant(next))),
      column(({ row, attempts }) => attempts ?? row.attempts),
      column(({ payload }) => payload === undefined),
      column(({ payload }) => (payload ? JSON.stringify(payload) : null)),
      column(({ providerName }) => providerName ?? null),
      column(({ recipient }) => recipient ?? null),
      column(({ providerRef }) => providerRef ?? null),
      column(({ error }) => error ?? null),
      column(({ sentAt }) => (sentAt === undefined ? null : isoInstant(sentAt))),
      column(({ row }) => row.attempts),
      column(({ blockedSince }) => (blockedSince === undefined ? null : isoInstant(blockedSince))),
      column(({ spared }) => spared ?? 0),
      column(({ errorWords }) => (errorWords ? JSON.stringify(errorWords) : null)),
    ],
  );
  return new Set(rows.map((row) => row.outbox_id));
}
