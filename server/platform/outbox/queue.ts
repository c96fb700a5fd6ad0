/** Puts rows into the outbox, in the transaction that decided them, and asks for their drain. */
import { createHash } from 'node:crypto';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import { column, jsonColumn, jsons, list } from '../columns.ts';
import { enqueue, type JobReference } from '../jobs.ts';
import type { Tx } from '../tenancy.ts';

export interface NewRow {
  /** Makes it once. A key that is already known queues nothing. */
  readonly key: string;
  readonly kind: string;
  /** Only of messages to a debtor: the gate counts what has an account as a contact. */
  readonly accountId?: Uuid | null;
  readonly externalClaimRef?: string | null;
  readonly runId?: Uuid | null;
  readonly stepId?: string | null;
  readonly request: object;
}

/** @returns the id that the row of a key has in the outbox, queued or not; queueRows computes the same. */
export function outboxIdOf(clientId: Uuid, key: string): Uuid {
  const digest = createHash('md5').update(`${clientId} ${key}`).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as Uuid;
}

type DrainJob = JobReference<{ clientId: Uuid; channel: string }>;

/** The drain of one client's rows of a kind, defined in outbox.jobs.ts. */
export const drainMessages: DrainJob = { name: 'outbox.drain' };
export const drainOthers: DrainJob = { name: 'outbox.deliver' };

/** Kinds that the release before this folder takes from the first job. It would take any other for text messages. */
const KNOWN_BEFORE: readonly string[] = ['email', 'sms'];
const drainOf = (kind: string) => (KNOWN_BEFORE.includes(kind) ? drainMessages : drainOthers);

/**
 * Queues rows with one statement and asks for a drain per kind. Call it near the end of a transaction: the request for the drain holds other
 * transactions of the same client that ask for one until commit.
 * @param apart asks for a drain of its own instead, for which nobody waits. @returns how many were new.
 */
export async function queueRows(tx: Tx, rows: readonly NewRow[], apart?: string): Promise<number> {
  if (rows.length === 0) return 0;
  const at = now();
  const kind = column(rows, (row) => row.kind);
  const request = jsonColumn(rows, (row) => row.request);
  const created = await tx.sql(
    `insert into outbox (client_id, outbox_id, key, channel, account_id, external_claim_ref, run_id, step_id, request, next_attempt_at, created_at)
     select $1::uuid, md5($1::uuid::text || ' ' || v.key)::uuid, v.key, coalesce(v.kind, $3), v.account_id, v.claim, v.run_id, v.step_id, coalesce(v.request::jsonb, $11::jsonb), $10::timestamptz, $10::timestamptz
     from unnest($2::text[], $4::text[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], ${jsons('$9')})
       as v(key, kind, account_id, claim, run_id, step_id, request)
     on conflict (client_id, outbox_id) do nothing returning 1`,
    [
      tx.clientId,
      list(rows.map((row) => row.key)),
      kind.all,
      kind.list,
      list(rows.map((row) => row.accountId ?? null)),
      list(rows.map((row) => row.externalClaimRef ?? null)),
      list(rows.map((row) => row.runId ?? null)),
      list(rows.map((row) => row.stepId ?? null)),
      request.list,
      isoInstant(at),
      request.all,
    ],
  );
  if (created.length === 0) return 0;
  // In one order in every transaction, so that two of them cannot wait for each other.
  for (const each of [...new Set(rows.map((row) => row.kind))].sort()) await askForDrain(tx, each, at, apart);
  return created.length;
}

/** Rows that have waited for a provider look at once whether they may leave now: one has been set up. */
export async function resumeWaiting(tx: Pick<Tx, 'sql' | 'clientId'>, kind: string): Promise<void> {
  const waiting = await tx.sql(
    `update outbox set next_attempt_at = $3 where client_id = $1 and channel = $2 and status = 'queued' and blocked_since is not null returning 1`,
    [tx.clientId, kind, isoInstant(now())],
  );
  if (waiting.length > 0) await askForDrain(tx, kind, now());
}

/** Asks for a drain now, or once at a later moment: a second call for later moves the first. */
export async function askForDrain(tx: Pick<Tx, 'sql' | 'clientId'>, kind: string, at: Instant, apart = ''): Promise<void> {
  const later = at > now();
  const job = drainOf(kind);
  await enqueue(
    tx,
    job,
    { clientId: tx.clientId, channel: kind },
    { runAt: at, key: `${job.name}:${later ? 'later:' : ''}${tx.clientId}:${kind}${apart && `:${apart}`}` },
  );
}

/** A try that is not on its way: it waits for its first or next one, or has ended. */
export const AT_REST = `(outbox.status <> 'sending' or outbox.last_error is not null)`;

/** Retries rows at once instead of when they are due. @returns the ids of those that have not left yet */
export async function retryRows(tx: Tx, kind: string, outboxIds: readonly Uuid[]): Promise<Uuid[]> {
  const late = await tx.sql<{ outbox_id: Uuid }>(
    `update outbox set next_attempt_at = case when ${AT_REST} then $4 else next_attempt_at end
     where client_id = $1 and channel = $2 and outbox_id = any($3::uuid[]) and status <> 'sent' returning outbox_id`,
    [tx.clientId, kind, outboxIds, isoInstant(now())],
  );
  if (late.length > 0) await askForDrain(tx, kind, now());
  return late.map((row) => row.outbox_id);
}
