/** Messages to debtors in the outbox: queued with their account, and found, withdrawn and woken by it. */
import type { Uuid } from '../../../core/id.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { Reason } from '../../../engine/reason.ts';
import { now } from '../clock.ts';
import type { OutboxRequest } from '../delivery.tables.ts';
import { appendEvents } from '../events.ts';
import { askForDrain, queueRows } from '../outbox/queue.ts';
import type { Tx } from '../tenancy.ts';

export { outboxIdOf } from '../outbox/queue.ts';

export interface NewOutboxRow {
  /** Makes the message once: `run:step:visit` of a strategy, or an id of a user's act. A key that is already known queues nothing. */
  readonly key: string;
  readonly channel: MessageChannel;
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  readonly runId?: Uuid | null;
  readonly stepId?: string | null;
  readonly request: OutboxRequest;
}

/** Queues messages as queueRows does. @returns how many were new. */
export const queueCommunications = (tx: Tx, rows: readonly NewOutboxRow[]): Promise<number> =>
  queueRows(
    tx,
    rows.map(({ channel, ...row }) => ({ ...row, kind: channel })),
  );

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

/**
 * Has the gate asked again at once about queued messages that its rules put off, now that what the rules went by has changed.
 * @param accountIds null: all of the client's. @param rules the gate's, as the deferral's event names them.
 */
export async function askGateAgain(tx: Tx, accountIds: readonly Uuid[] | null, rules: readonly string[]): Promise<void> {
  const woken = await tx.sql<{ channel: MessageChannel }>(
    `update outbox o set next_attempt_at = $3 where o.client_id = $1 and ($2::uuid[] is null or o.account_id = any($2)) and o.status = 'queued' and o.next_attempt_at > $3
       and exists (select from event e where e.client_id = $1 and e.account_id = o.account_id and e.message_type = 'contactDeferred'
         and e.payload ->> 'rule' = any($4::text[]) and e.payload ->> 'outboxId' = o.outbox_id::text) returning o.channel`,
    [tx.clientId, accountIds, isoInstant(now()), rules],
  );
  for (const channel of new Set(woken.map((row) => row.channel))) await askForDrain(tx, channel, now());
}
