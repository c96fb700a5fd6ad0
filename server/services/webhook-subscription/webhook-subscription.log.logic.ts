/** The log of what endpoints were sent: read, looked into, and sent again. */
import { type FaultWords, fault, invalid, notFound, words } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Reading, Tx } from '../../platform/tenancy.ts';
import type { WebhookDeliveryFilter } from './webhook-subscription.graphql.ts';
import { bodyOf, type LoggedEvent, testBodyOf } from './webhook-subscription.message.ts';
import { advanceLanes, askToSend, lockEndpoint, lockLanes, openLanes, readEndpoints, TRIED_FOR } from './webhook-subscription.row.logic.ts';
import { headersOf } from './webhook-subscription.sign.ts';
import { DELIVERY_STATES, type DeliveryState } from './webhook-subscription.tables.ts';

const MOST_PAGE = 200;
/** Deliveries that are sent again at once. */
export const MOST_AGAIN = 100_000;
const MOST_ATTEMPTS = 100;
const MOST_CHOSEN = 1_000;

interface DeliveryRow extends Record<string, unknown> {
  endpointId: Uuid;
  url: string;
  messageId: Uuid;
  lane: Uuid;
  messageType: string;
  messageVersion: number;
  accountId: Uuid | null;
  isTest: boolean;
  state: DeliveryState;
  queuedAt: Date;
  attempts: number;
  lastAt: Date | null;
  lastStatus: number | null;
  lastError: FaultWords | null;
  dueAt: Date | null;
  giveUpAt: Date;
  endedAt: Date | null;
}

/** SQL of deliveries `d` with their endpoint `e`, and the lane `q` of those that are next in it. */
const SELECT = `select d.endpoint_id as "endpointId", e.url, d.message_id as "messageId", d.lane, d.message_type as "messageType",
    d.message_version as "messageVersion", d.account_id as "accountId", d.is_test as "isTest", d.state, d.queued_at as "queuedAt", d.attempts,
    d.last_at as "lastAt", d.last_status as "lastStatus", d.last_error as "lastError", d.give_up_at as "giveUpAt", d.ended_at as "endedAt",
    case when d.state = 'waiting' and e.paused_at is null and not exists (
      select from webhook_delivery b where b.client_id = d.client_id and b.endpoint_id = d.endpoint_id and b.lane = d.lane and b.state = 'waiting'
        and b.message_id < d.message_id)
      then (select greatest(q.due_at, e.retry_at) from webhook_queue q where q.client_id = d.client_id and q.endpoint_id = d.endpoint_id and q.lane = d.lane)
    end as "dueAt"
  from webhook_delivery d join webhook_endpoint e on e.client_id = d.client_id and e.endpoint_id = d.endpoint_id`;

const momentOrNull = (at: Date | null): Instant | null => (at === null ? null : instant(at));

const present = ({ lane: _, dueAt, lastError, ...row }: DeliveryRow) => ({
  ...row,
  queuedAt: instant(row.queuedAt),
  lastAt: momentOrNull(row.lastAt),
  nextAt: momentOrNull(dueAt),
  giveUpAt: instant(row.giveUpAt),
  endedAt: momentOrNull(row.endedAt),
  errorKey: lastError?.key ?? null,
  errorValues: lastError?.values ?? null,
});

/** @returns SQL of the deliveries `d` that a filter chooses, its first value $2. @throws Fault INVALID_INPUT naming the field */
function chosen(filter: WebhookDeliveryFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value) + 1}`;
  const parts = ['d.client_id = $1'];
  const ids = (given: readonly string[]) => put(given.filter(isUuid));
  const { endpointId, messageIds, states, messageTypes, accountId, queuedAt } = filter;
  if (endpointId != null) parts.push(`d.endpoint_id = any(${ids([endpointId])}::uuid[])`);
  if (messageIds != null) {
    if (messageIds.length > MOST_CHOSEN) throw invalid('filter.messageIds', 'webhookChosenMost', { number: MOST_CHOSEN });
    parts.push(`d.message_id = any(${ids(messageIds)}::uuid[])`);
  }
  if (states != null) {
    const wrong = states.find((state) => !DELIVERY_STATES.some((each) => each === state));
    if (wrong !== undefined) throw invalid('filter.states', 'oneOf', { choices: DELIVERY_STATES.join(', ') });
    // Said out loud, the index of failed ones is found.
    parts.push(states.length === 1 ? `d.state = '${states[0]}'` : `d.state = any(${put(states)}::text[])`);
  }
  if (messageTypes != null) parts.push(`d.message_type = any(${put(messageTypes)}::text[])`);
  if (accountId != null) parts.push(`d.account_id = any(${ids([accountId])}::uuid[])`);
  if (queuedAt?.from != null) parts.push(`d.queued_at >= ${put(isoInstant(queuedAt.from))}`);
  if (queuedAt?.to != null) parts.push(`d.queued_at < ${put(isoInstant(queuedAt.to))}`);
  return { where: parts.join(' and '), values };
}

/** @returns one page, newest first. @throws Fault INVALID_INPUT */
export async function listDeliveries(
  tx: Reading,
  filter: WebhookDeliveryFilter,
  { paginationId, limit }: { readonly paginationId?: string | null | undefined; readonly limit: number },
) {
  if (!(limit >= 1 && limit <= MOST_PAGE)) throw invalid('limit', 'between', { least: 1, most: MOST_PAGE });
  const { where, values } = chosen(filter);
  const after = paginationId ? readPlace(paginationId) : null;
  const from = values.length + 2;
  const rows = await tx.sql<DeliveryRow>(
    `${SELECT} where ${where}
     ${after ? `and (d.queued_at, d.message_id, d.endpoint_id) < ($${from + 1}::timestamptz, $${from + 2}::uuid, $${from + 3}::uuid)` : ''}
     order by d.queued_at desc, d.message_id desc, d.endpoint_id desc limit $${from}`,
    [tx.clientId, ...values, limit + 1, ...(after ?? [])],
  );
  const results = rows.slice(0, limit).map(present);
  const last = results.at(-1);
  const place = rows.length > limit && last ? JSON.stringify([isoInstant(last.queuedAt), last.messageId, last.endpointId]) : null;
  return { results, paginationId: place && Buffer.from(place).toString('base64url') };
}

function readPlace(paginationId: string): string[] {
  try {
    const read = JSON.parse(Buffer.from(paginationId, 'base64url').toString()) as unknown[];
    const [at, ...ids] = read.map(String);
    if (read.length === 3 && Number.isFinite(Date.parse(at!)) && ids.every(isUuid)) return [at!, ...ids];
  } catch {
    // Said below.
  }
  throw invalid('paginationId', 'pageEndUnknown');
}

/** @throws Fault NOT_FOUND */
async function readDelivery(tx: Reading, endpointId: string, messageId: string): Promise<DeliveryRow> {
  const [row] =
    isUuid(endpointId) && isUuid(messageId)
      ? await tx.sql<DeliveryRow>(`${SELECT} where d.client_id = $1 and d.endpoint_id = $2 and d.message_id = $3`, [
          tx.clientId,
          endpointId,
          messageId,
        ])
      : [];
  if (!row) throw notFound('webhookDeliveryNotFound');
  return row;
}

interface AttemptRow extends Record<string, unknown> {
  attemptId: Uuid;
  at: Date;
  millis: number;
  url: string;
  signature: string;
  status: number | null;
  error: FaultWords | null;
  answer: string | null;
}

/** @returns one delivery with its tries. The request is made anew from the event, as each try makes it. @throws Fault NOT_FOUND */
export async function lookInto(tx: Reading, endpointId: string, messageId: string) {
  const row = await readDelivery(tx, endpointId, messageId);
  const attempts = await tx.sql<AttemptRow>(
    `select attempt_id as "attemptId", at, millis, url, signature, status, error, answer from webhook_attempt
     where client_id = $1 and endpoint_id = $2 and message_id = $3 order by at desc, attempt_id desc limit $4`,
    [tx.clientId, row.endpointId, row.messageId, MOST_ATTEMPTS],
  );
  return {
    delivery: present(row),
    requestBody: await bodyAgain(tx, row),
    attempts: attempts.map(({ at, millis, signature, error, ...attempt }) => ({
      ...attempt,
      at: instant(at),
      duration: millis,
      requestHeaders: headersOf(row.messageId, Math.floor(at.getTime() / 1000), signature),
      errorKey: error?.key ?? null,
      errorValues: error?.values ?? null,
    })),
  };
}

async function bodyAgain(tx: Reading, row: DeliveryRow): Promise<string | null> {
  const { messageId, messageType, messageVersion } = row;
  if (row.isTest) return testBodyOf(tx.clientId, messageId, messageType, messageVersion, instant(row.queuedAt));
  const [event] = await tx.sql<Record<string, unknown> & Omit<LoggedEvent, 'emitTime'> & { emitTime: Date }>(
    `select message_id as "messageId", message_type as "messageType", message_version as "messageVersion", emit_time as "emitTime",
       account_id as "accountId", external_claim_ref as "externalClaimRef", correlation_id as "correlationId", actor_type as "actorType",
       actor_id as "actorId", payload from event where client_id = $1 and message_id = $2`,
    [tx.clientId, messageId],
  );
  return event ? bodyOf(tx.clientId, { ...event, emitTime: instant(event.emitTime) }, messageVersion) : null;
}

/** What can be sent again: what waits comes by itself, a test is sent once, and an endpoint that was deleted gets nothing. */
const AGAIN = `d.state <> 'waiting' and not d.is_test and exists (
  select from webhook_endpoint e where e.client_id = d.client_id and e.endpoint_id = d.endpoint_id and e.deleted_at is null)`;

/** @returns how many would be sent again, counted to one more than may be. */
export async function countAgain(tx: Reading, filter: WebhookDeliveryFilter): Promise<number> {
  const { where, values } = chosen(filter);
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from (select from webhook_delivery d where ${where} and ${AGAIN} limit ${MOST_AGAIN + 1}) as counted`,
    [tx.clientId, ...values],
  );
  return row?.count ?? 0;
}

/** Queues deliveries again. They go by their age among what waits for their account. @returns how many. @throws Fault INVALID_INPUT, NOT_FOUND */
export async function redeliver(tx: Tx, filter: WebhookDeliveryFilter): Promise<number> {
  if (filter.endpointId != null) await lockEndpoint(tx, filter.endpointId);
  else await readEndpoints(tx, 'for no key update');
  if ((await countAgain(tx, filter)) > MOST_AGAIN) throw fault('CONFLICT', 'webhookRedeliverMost', { number: MOST_AGAIN });
  const { where, values } = chosen(filter);
  const rows = await tx.sql<{ endpointId: Uuid; lane: Uuid }>(
    `update webhook_delivery d set state = 'waiting', tries = 0, give_up_at = $${values.length + 2}, ended_at = null
     where ${where} and ${AGAIN} returning d.endpoint_id as "endpointId", d.lane`,
    [tx.clientId, ...values, isoInstant((now() + TRIED_FOR) as Instant)],
  );
  if (rows.length === 0) return 0;
  await openLanes(tx, rows);
  for (const [endpointId, own] of [...Map.groupBy(rows, (row) => row.endpointId)].sort()) {
    await advanceLanes(tx, endpointId, [...new Set(own.map(({ lane }) => lane))], 'other');
    await askToSend(tx, endpointId);
  }
  await appendEvents(tx, [
    { messageType: 'webhooksRedelivered', payload: { endpointId: (filter.endpointId ?? null) as Uuid | null, events: rows.length } },
  ]);
  return rows.length;
}

/** Gives up one that waits. @returns it. @throws Fault NOT_FOUND */
export async function stopDelivery(tx: Tx, endpointId: string, messageId: string) {
  const { endpointId: id } = await lockEndpoint(tx, endpointId);
  const { lane } = await readDelivery(tx, id, messageId);
  await lockLanes(tx, id, [lane]);
  await tx.sql(
    `update webhook_delivery set state = 'failed', ended_at = $4, last_error = $5 where client_id = $1 and endpoint_id = $2 and message_id = $3 and state = 'waiting'`,
    [tx.clientId, id, messageId, isoInstant(now()), JSON.stringify(words('webhookStopped'))],
  );
  await advanceLanes(tx, id, [lane], 'other');
  await askToSend(tx, id);
  return present(await readDelivery(tx, id, messageId));
}
