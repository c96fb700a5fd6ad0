/** The outbox: messages that shall leave the house, written in the transaction that decided them. cms.jobs.ts drains it. */
import { createHash } from 'node:crypto';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { Reason } from '../../../engine/reason.ts';
import { now } from '../clock.ts';
import { column, jsonColumn, jsons, list } from '../columns.ts';
import type { OutboxRequest } from '../delivery.tables.ts';
import { appendEvents } from '../events.ts';
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

/** @returns the id that the message of a key has in the outbox, queued or not; queueCommunications computes the same. */
export function outboxIdOf(clientId: Uuid, key: string): Uuid {
  const digest = createHash('md5').update(`${clientId} ${key}`).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as Uuid;
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
  const channel = column(rows, (row) => row.channel);
  const request = jsonColumn(rows, (row) => row.request);
  const created = await tx.sql(
    `insert into outbox (client_id, outbox_id, key, channel, account_id, external_claim_ref, run_id, step_id, request, next_attempt_at, created_at)
     select $1::uuid, md5($1::uuid::text || ' ' || v.key)::uuid, v.key, coalesce(v.channel, $3), v.account_id, v.claim, v.run_id, v.step_id, coalesce(v.request::jsonb, $11::jsonb), $10::timestamptz, $10::timestamptz
     from unnest($2::text[], $4::text[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], ${jsons('$9')})
       as v(key, channel, account_id, claim, run_id, step_id, request)
     on conflict (client_id, outbox_id) do nothing returning 1`,
    [
      tx.clientId,
      list(rows.map((row) => row.key)),
      channel.all,
      channel.list,
      list(rows.map((row) => row.accountId)),
      list(rows.map((row) => row.externalClaimRef)),
      list(rows.map((row) => row.runId ?? null)),
      list(rows.map((row) => row.stepId ?? null)),
      request.list,
      isoInstant(at),
      request.all,
    ],
  );
  if (created.length === 0) return 0;
  // In one order in every transaction, so that two of them cannot wait for each other.
  for (const each of [...new Set(rows.map((row) => row.channel))].sort()) await askForDrain(tx, each, at);
  return created.length;
}

/** Messages that runs have queued from a moment on; the accounts find them. */
interface RunMessages {
  readonly accountIds: readonly Uuid[];
  readonly runIds: readonly Uuid[];
  readonly since: Instant;
}
const OF_RUNS = 'client_id = $1 and account_id = any($2::uuid[]) and run_id = any($3::uuid[]) and created_at >= $4::timestamptz';
const valuesOf = (tx: Tx, { accountIds, runIds, since }: RunMessages) => [tx.clientId, accountIds, runIds, isoInstant(since)];

/**
 * Withdraws messages of runs that have not left yet; what is on its way or has left stays.
 * @returns how many of them have left, or may have.
 */
export async function withdrawMessages(tx: Tx, about: RunMessages & { readonly why: Reason }): Promise<number> {
  const withdrawn = await tx.sql<Withdrawn & Record<string, unknown>>(
    `update outbox set status = 'cancelled', rendered = null, last_error = 'undone', error_words = null where ${OF_RUNS} and status = 'queued'
     returning outbox_id as "outboxId", account_id as "accountId", external_claim_ref as "externalClaimRef", run_id as "runId", step_id as "stepId", channel, request`,
    valuesOf(tx, about),
  );
  await appendEvents(
    tx,
    withdrawn.map(({ accountId, externalClaimRef, request: { bundleName = null, strategyName = null, blueprintId = null }, ...row }) => ({
      messageType: 'communicationCancelled',
      accountId,
      externalClaimRef,
      payload: { ...row, bundleName, strategyName, blueprintId, rule: 'undone', why: about.why },
    })),
  );
  return countLeft(tx, about);
}

/** @returns how many messages of runs have left, or may have. */
export async function countLeft(tx: Tx, about: RunMessages): Promise<number> {
  const [left] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from outbox where ${OF_RUNS} and status in ('sending', 'sent', 'delivered', 'bounced', 'unknown')`,
    valuesOf(tx, about),
  );
  return left?.count ?? 0;
}

interface Withdrawn extends Pick<NewOutboxRow, 'channel' | 'accountId' | 'externalClaimRef' | 'runId' | 'stepId' | 'request'> {
  readonly outboxId: Uuid;
}

/** Messages that have waited for a provider look at once whether they may leave now: one has been set up. */
export async function resumeWaiting(tx: Pick<Tx, 'sql' | 'clientId'>, channel: 'email' | 'sms'): Promise<void> {
  const waiting = await tx.sql(
    `update outbox set next_attempt_at = $3 where client_id = $1 and channel = $2 and status = 'queued' and blocked_since is not null returning 1`,
    [tx.clientId, channel, isoInstant(now())],
  );
  if (waiting.length > 0) await askForDrain(tx, channel, now());
}

/**
 * Has the gate asked again at once about queued messages that its rules put off, now that what the rules went by has changed.
 * @param accountIds null: all of the client's. @param rules the gate's, as the deferral's event names them.
 */
export async function askGateAgain(tx: Tx, accountIds: readonly Uuid[] | null, rules: readonly string[]): Promise<void> {
  const woken = await tx.sql<{ channel: 'email' | 'sms' }>(
    `update outbox o set next_attempt_at = $3 where o.client_id = $1 and ($2::uuid[] is null or o.account_id = any($2)) and o.status = 'queued' and o.next_attempt_at > $3
       and exists (select from event e where e.client_id = $1 and e.account_id = o.account_id and e.message_type = 'contactDeferred'
         and e.payload ->> 'rule' = any($4::text[]) and e.payload ->> 'outboxId' = o.outbox_id::text) returning o.channel`,
    [tx.clientId, accountIds, isoInstant(now()), rules],
  );
  for (const channel of new Set(woken.map((row) => row.channel))) await askForDrain(tx, channel, now());
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
