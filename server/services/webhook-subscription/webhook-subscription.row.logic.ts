/** Endpoints as they are kept, and the lanes of what waits for them. Whoever changes either locks the endpoint first, then lanes in their order. */
import { type FaultWords, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { HOUR, type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { enqueue, type JobReference } from '../../platform/jobs.ts';
import type { Reading, Tx } from '../../platform/tenancy.ts';
import type { PauseReason } from './webhook-subscription.tables.ts';

/** How long an event is tried: then it is kept as failed. */
export const TRIED_FOR = 72 * HOUR;

export interface EndpointRow {
  readonly endpointId: Uuid;
  readonly url: string;
  readonly description: string;
  readonly ownerId: string | null;
  readonly pausedAt: Instant | null;
  readonly pauseReason: PauseReason | null;
  readonly failures: number;
  readonly probes: number;
  readonly failingSince: Instant | null;
  readonly toldAt: Instant | null;
  readonly retryAt: Instant | null;
  readonly lastSuccessAt: Instant | null;
  readonly lastFailureAt: Instant | null;
  readonly lastError: FaultWords | null;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const MOMENTS = ['pausedAt', 'failingSince', 'toldAt', 'retryAt', 'lastSuccessAt', 'lastFailureAt', 'createdAt', 'updatedAt'] as const;
const COLUMNS = `endpoint_id as "endpointId", url, description, owner_id as "ownerId", paused_at as "pausedAt", pause_reason as "pauseReason", failures, probes,
  failing_since as "failingSince", told_at as "toldAt", retry_at as "retryAt", last_success_at as "lastSuccessAt", last_failure_at as "lastFailureAt",
  last_error as "lastError", revision, created_at as "createdAt", updated_at as "updatedAt"`;

const read = (row: Record<string, unknown>): EndpointRow =>
  ({
    ...row,
    ...Object.fromEntries(MOMENTS.map((name) => [name, row[name] === null ? null : instant(row[name] as Date)])),
  }) as unknown as EndpointRow;

/** @returns those that are not deleted, in the order in which they were made. */
export async function readEndpoints(tx: Reading, lock = ''): Promise<EndpointRow[]> {
  const rows = await tx.sql(
    `select ${COLUMNS} from webhook_endpoint where client_id = $1 and deleted_at is null order by endpoint_id ${lock}`,
    [tx.clientId],
  );
  return rows.map(read);
}

/** @returns one, locked until the transaction ends; null when there is none. */
export async function findAndLock(tx: Reading, endpointId: Uuid): Promise<EndpointRow | null> {
  const [row] = await tx.sql(
    `select ${COLUMNS} from webhook_endpoint where client_id = $1 and endpoint_id = $2 and deleted_at is null for no key update`,
    [tx.clientId, endpointId],
  );
  return row ? read(row) : null;
}

/** @returns the same. @throws Fault NOT_FOUND */
export async function lockEndpoint(tx: Reading, endpointId: string): Promise<EndpointRow> {
  const row = isUuid(endpointId) ? await findAndLock(tx, endpointId) : null;
  if (!row) throw notFound('webhookNotFound');
  return row;
}

/** Sends what is due to one endpoint; defined in webhook-subscription.jobs.ts. */
export const sendJobName: JobReference<{ clientId: Uuid; endpointId: Uuid }> = { name: 'webhooks.send' };

/** Asks for it now, or once at a later moment: a second call for later moves the first. */
export async function askToSend(tx: Pick<Tx, 'sql' | 'clientId'>, endpointId: Uuid, at: Instant = now()): Promise<void> {
  const later = at > now() ? 'later:' : '';
  await enqueue(
    tx,
    sendJobName,
    { clientId: tx.clientId, endpointId },
    { runAt: at, key: `webhooks:${later}${tx.clientId}:${endpointId}` },
  );
}

export interface Lane {
  readonly endpointId: Uuid;
  readonly lane: Uuid;
}

/** SQL, always true, of whoever looks for lanes in the order in which they are due, and not by their names: the index of that order says the same. */
export const IN_ORDER = `due_at > '-infinity'`;

/** Makes lanes due, in their order. One that is being sent comes to what is new by itself. */
export async function openLanes(tx: Tx, lanes: readonly Lane[], isTest = false): Promise<void> {
  await tx.sql(
    `insert into webhook_queue as q (client_id, endpoint_id, lane, is_test, due_at)
     select distinct $1::uuid, v.endpoint_id, v.lane, $4::boolean, $5::timestamptz from unnest($2::uuid[], $3::uuid[]) as v(endpoint_id, lane)
     order by 2, 3
     on conflict (client_id, lane, endpoint_id) do update set due_at = q.due_at`,
    [tx.clientId, lanes.map(({ endpointId }) => endpointId), lanes.map(({ lane }) => lane), isTest, isoInstant(now())],
  );
}

/** Locks lanes before anybody looks what waits in them: an event that is being queued is seen, or opens its lane anew. */
export async function lockLanes(tx: Tx, endpointId: Uuid, lanes: readonly Uuid[]): Promise<void> {
  await tx.sql(
    'select 1 from webhook_queue where client_id = $1 and endpoint_id = $2 and lane = any($3::uuid[]) order by lane for update',
    [tx.clientId, endpointId, lanes],
  );
}

/**
 * Goes on in locked lanes whose first event is done with: what is next is due, and a lane with nothing in it goes.
 * @param by whoever sent what was first in them. Anybody else leaves a lane alone that is being sent: its sender goes on.
 */
export async function advanceLanes(tx: Tx, endpointId: Uuid, lanes: readonly Uuid[], by: 'sender' | 'other'): Promise<void> {
  if (lanes.length === 0) return;
  // Asked for each lane by itself: a dead endpoint may have a hundred thousand events that wait.
  const waits = `(select 1 from webhook_delivery d where d.client_id = $1 and d.endpoint_id = $2 and d.lane = q.lane and d.state = 'waiting' limit 1)`;
  await tx.sql(
    `with own as materialized (select q.lane, ${waits} is not null as waits from unnest($3::uuid[]) as q(lane)),
     gone as (
       delete from webhook_queue q using own where q.client_id = $1 and q.endpoint_id = $2 and q.lane = own.lane and not own.waits)
     update webhook_queue q set due_at = $4, is_taken = false from own
     where q.client_id = $1 and q.endpoint_id = $2 and q.lane = own.lane and own.waits and ($5 or not q.is_taken)`,
    [tx.clientId, endpointId, lanes, isoInstant(now()), by === 'sender'],
  );
}

/** @returns how many events wait for an endpoint, tests left out. */
export async function countWaiting(tx: Tx, endpointId: Uuid): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where client_id = $1 and endpoint_id = $2 and state = 'waiting' and not is_test`,
    [tx.clientId, endpointId],
  );
  return row?.count ?? 0;
}
