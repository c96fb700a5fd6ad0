/**
 * One turn of sending: writes what became of the requests that were answered, and takes what is due. In one transaction, with the endpoint
 * locked, so that several processes share an endpoint's work and count its failures as one.
 */
import { words } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { list } from '../../platform/columns.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { noteResults } from './webhook-subscription.health.logic.ts';
import { bodyOf, type LoggedEvent, testBodyOf } from './webhook-subscription.message.ts';
import { advanceLanes, type EndpointRow, findAndLock, IN_ORDER, readEndpoints } from './webhook-subscription.row.logic.ts';
import { signingSecrets } from './webhook-subscription.secret.logic.ts';
import type { Result, Task } from './webhook-subscription.task.ts';

/** How long a process keeps what it took, ms: well over what a request may take. Then another one sends it, with the same id. */
const LEASE = 120_000;
/** Pauses of one event, ms: the first, three times as long each time, up to the other; a fifth more or less. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [5_000, 6 * 3_600_000];

/** @param room how many requests may be taken. @returns those that were */
export async function takeTurn(tx: Tx, endpointId: Uuid, results: readonly Result[], room: number): Promise<readonly Task[]> {
  const endpoint = await findAndLock(tx, endpointId);
  if (results.length > 0) await record(tx, endpointId, results);
  if (!endpoint) return [];
  const state = results.length > 0 ? await noteResults(tx, endpoint, results) : endpoint;
  const away = state.retryAt !== null;
  const probes = away && state.retryAt! <= now();
  const onlyTests = state.pausedAt !== null || (away && !probes);
  const tasks = room > 0 ? await take(tx, state, { onlyTests, probes, room: probes ? 1 : room }) : [];
  if (probes && tasks.length > 0)
    await tx.sql('update webhook_endpoint set retry_at = $3, probes = probes + 1 where client_id = $1 and endpoint_id = $2', [
      tx.clientId,
      endpointId,
      isoInstant((now() + LEASE) as Instant),
    ]);
  return tasks;
}

/** @returns when there is something to send to an endpoint again; null: not until something happens. */
export async function nextDue(tx: Tx, endpointId: Uuid): Promise<Instant | null> {
  const endpoint = (await readEndpoints(tx)).find((each) => each.endpointId === endpointId);
  if (!endpoint) return null;
  const { retryAt, pausedAt } = endpoint;
  const [row] = await tx.sql<{ due: Date | null }>(
    `select min(due_at) as due from webhook_queue where client_id = $1 and endpoint_id = $2 and (is_test or not $3) and ${IN_ORDER}`,
    [tx.clientId, endpointId, pausedAt !== null],
  );
  const due = row?.due ? instant(row.due) : null;
  return due === null || pausedAt !== null ? due : (retryAt ?? due);
}

interface Taken extends Record<string, unknown>, Omit<LoggedEvent, 'messageId' | 'emitTime' | 'messageType' | 'accountId'> {
  lane: Uuid;
  messageId: Uuid | null;
  version: number;
  isTest: boolean;
  accountId: Uuid | null;
  messageType: string;
  queuedAt: Date;
  emitTime: Date | null;
}

async function take(
  tx: Tx,
  { endpointId, url }: EndpointRow,
  { onlyTests, probes, room }: { readonly onlyTests: boolean; readonly probes: boolean; readonly room: number },
): Promise<Task[]> {
  const rows = await tx.sql<Taken>(
    `with due as (
       select lane from webhook_queue where client_id = $1 and endpoint_id = $2 and (due_at <= $3 or ($4 and not is_taken)) and (is_test or not $5) and ${IN_ORDER}
       order by due_at limit $6 for update skip locked),
     taken as (
       update webhook_queue q set due_at = $7, is_taken = true from due where q.client_id = $1 and q.endpoint_id = $2 and q.lane = due.lane returning q.lane)
     select taken.lane, d.message_id as "messageId", d.message_version as version, d.is_test as "isTest", d.account_id as "accountId",
       d.message_type as "messageType", d.queued_at as "queuedAt", e.message_version as "messageVersion", e.emit_time as "emitTime",
       e.external_claim_ref as "externalClaimRef", e.correlation_id as "correlationId", e.actor_type as "actorType", e.actor_id as "actorId", e.payload
     from taken
     left join lateral (
       select * from webhook_delivery d where d.client_id = $1 and d.endpoint_id = $2 and d.lane = taken.lane and d.state = 'waiting'
       order by d.message_id limit 1) d on true
     left join lateral (select * from event e where e.client_id = $1 and e.message_id = d.message_id limit 1) e on not d.is_test
     order by d.message_id`,
    [tx.clientId, endpointId, isoInstant(now()), probes, onlyTests, room, isoInstant((now() + LEASE) as Instant)],
  );
  if (rows.length === 0) return [];
  const secrets = await signingSecrets(tx, endpointId);
  const tasks: Task[] = [];
  const erased: Taken[] = [];
  for (const row of rows) {
    const body = row.messageId === null ? null : bodyIn(tx.clientId, row);
    if (body === null) erased.push(row);
    else tasks.push({ messageId: row.messageId!, ...rest(row), url, body, secrets });
  }
  if (erased.length > 0) await endErased(tx, endpointId, erased);
  return tasks;
}

const rest = ({ lane, accountId, messageType, isTest }: Taken) => ({ lane, accountId, messageType, isTest });

function bodyIn(clientId: Uuid, row: Taken): string | null {
  const messageId = row.messageId!;
  if (row.isTest) return testBodyOf(clientId, messageId, row.messageType, row.version, instant(row.queuedAt));
  return row.emitTime === null ? null : bodyOf(clientId, { ...row, messageId, emitTime: instant(row.emitTime) }, row.version);
}

/** What an event said is gone: there is nothing to send, and what comes after it goes on. */
async function endErased(tx: Tx, endpointId: Uuid, rows: readonly Taken[]): Promise<void> {
  await tx.sql(
    `update webhook_delivery set state = 'ended', ended_at = $4, last_error = $5
     where client_id = $1 and endpoint_id = $2 and message_id = any($3::uuid[]) and state = 'waiting'`,
    [tx.clientId, endpointId, rows.flatMap(({ messageId }) => messageId ?? []), isoInstant(now()), JSON.stringify(words('webhookErased'))],
  );
  await advanceLanes(
    tx,
    endpointId,
    rows.map(({ lane }) => lane),
    'sender',
  );
}

/** Locks the lanes before it looks what waits in them: an event that is being queued is seen by the next statement, or opens its lane anew. */
const RECORD = `with locked as materialized (
    select lane from webhook_queue where client_id = $1 and endpoint_id = $2 and lane = any($12::uuid[]) order by lane for update),
  result as (
    select * from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $8::timestamptz[], $9::int[], $10::text[], $11::smallint[], $13::text[], $14::text[], $15::text[])
      as v(message_id, attempt_id, account_id, message_type, at, millis, signature, status, error, answer, url)),
  attempt as (
    insert into webhook_attempt (client_id, endpoint_id, message_id, attempt_id, account_id, message_type, url, at, millis, signature, status, error, answer)
    select $1, $2, v.message_id, v.attempt_id, v.account_id, v.message_type, v.url, v.at, v.millis, v.signature, v.status, v.error::jsonb, v.answer from result v)
  update webhook_delivery d set attempts = d.attempts + 1, tries = d.tries + 1, last_at = v.at, last_status = v.status, last_error = v.error::jsonb,
    state = case when v.error is null then 'delivered' when d.is_test or d.give_up_at <= $7 then 'failed' else 'waiting' end,
    ended_at = case when v.error is null or d.is_test or d.give_up_at <= $7 then $7::timestamptz end
  from result v where d.client_id = $1 and d.endpoint_id = $2 and d.message_id = v.message_id and d.state = 'waiting'
    and (select count(*) from locked) >= 0
  returning d.lane, d.state, d.tries`;

async function record(tx: Tx, endpointId: Uuid, results: readonly Result[]): Promise<void> {
  const lanes = results.map(({ task }) => task.lane);
  const rows = await tx.sql<{ lane: Uuid; state: string; tries: number }>(RECORD, [
    tx.clientId,
    endpointId,
    list(results.map(({ task }) => task.messageId)),
    list(results.map(() => uuidv7())),
    list(results.map(({ task }) => task.accountId)),
    list(results.map(({ task }) => task.messageType)),
    isoInstant(now()),
    list(results.map((each) => isoInstant(each.at))),
    list(results.map(({ millis }) => Math.round(millis))),
    list(results.map(({ signature }) => signature)),
    list(results.map(({ status }) => status)),
    list(lanes),
    results.map(({ error }) => (error === null ? null : JSON.stringify(error))),
    results.map(({ answer }) => answer),
    results.map(({ task }) => task.url),
  ]);
  const waiting = rows.filter(({ state }) => state === 'waiting');
  const asked = new Map(results.map(({ task, notBefore }) => [task.lane, notBefore]));
  const dueAgain = ({ lane, tries }: { lane: Uuid; tries: number }) => Math.max(pauseAfter(tries), asked.get(lane) ?? 0) as Instant;
  if (waiting.length > 0)
    await tx.sql(
      `update webhook_queue q set due_at = v.at, is_taken = false from unnest($3::uuid[], $4::timestamptz[]) as v(lane, at)
       where q.client_id = $1 and q.endpoint_id = $2 and q.lane = v.lane`,
      [tx.clientId, endpointId, list(waiting.map(({ lane }) => lane)), list(waiting.map((row) => isoInstant(dueAgain(row))))],
    );
  const failing = new Set(waiting.map(({ lane }) => lane));
  await advanceLanes(
    tx,
    endpointId,
    lanes.filter((lane) => !failing.has(lane)),
    'sender',
  );
}

/** @returns when an event is tried next that has failed so many times. */
const pauseAfter = (tries: number): Instant =>
  (now() + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 3 ** Math.min(tries - 1, 12)) * (0.8 + Math.random() * 0.4)) as Instant;
