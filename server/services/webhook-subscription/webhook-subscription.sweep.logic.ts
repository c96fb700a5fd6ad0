/** What no request comes to: lanes that a killed process left, events that waited too long for a paused endpoint, and the log's end. */

import { words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { DAY, HOUR, type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { advanceLanes, IN_ORDER, readEndpoints, TRIED_FOR } from './webhook-subscription.row.logic.ts';

/** How long the log keeps what was delivered or ended, and what failed. */
const [KEPT_FOR, FAILED_KEPT_FOR] = [30 * DAY, 90 * DAY];
/** Rows of one transaction. */
const BATCH = 5_000;

/** @returns endpoints with something due. */
export async function findDue(tx: Tx): Promise<Uuid[]> {
  const rows = await tx.sql<{ id: Uuid }>(
    `select e.endpoint_id as id from webhook_endpoint e where e.client_id = $1 and e.deleted_at is null and exists (
       select from webhook_queue q where q.client_id = $1 and q.endpoint_id = e.endpoint_id and q.${IN_ORDER}
         and (q.is_test and q.due_at <= $2 or e.paused_at is null and greatest(q.due_at, coalesce(e.retry_at, q.due_at)) <= $2))`,
    [tx.clientId, isoInstant(now())],
  );
  return rows.map(({ id }) => id);
}

/** What waited for a paused endpoint for as long as events are tried is kept as failed, as if it had been tried. */
export async function giveUpPaused(tx: Tx): Promise<void> {
  const [late] = await tx.sql(
    `select 1 from webhook_endpoint e where e.client_id = $1 and e.deleted_at is null and e.paused_at is not null and exists (
       select from webhook_delivery d where d.client_id = $1 and d.endpoint_id = e.endpoint_id and d.state = 'waiting' and d.give_up_at <= $2) limit 1`,
    [tx.clientId, isoInstant(now())],
  );
  if (!late) return;
  for (const { endpointId, pausedAt } of await readEndpoints(tx, 'for no key update')) {
    if (pausedAt === null) continue;
    await tx.sql('select 1 from webhook_queue where client_id = $1 and endpoint_id = $2 order by lane for update', [
      tx.clientId,
      endpointId,
    ]);
    const rows = await tx.sql<{ lane: Uuid }>(
      `update webhook_delivery d set state = 'failed', ended_at = $3, last_error = coalesce(d.last_error, $4)
       where d.client_id = $1 and d.endpoint_id = $2 and d.state = 'waiting' and d.give_up_at <= $3 and not d.is_test returning d.lane`,
      [tx.clientId, endpointId, isoInstant(now()), JSON.stringify(words('webhookGivenUp', { hours: TRIED_FOR / HOUR }))],
    );
    await advanceLanes(tx, endpointId, [...new Set(rows.map(({ lane }) => lane))], 'other');
  }
}

/** Takes the oldest of the log away, and endpoints that were deleted before it. @returns how many deliveries went */
export async function forgetOld(tx: Tx): Promise<number> {
  const at = (ago: number) => isoInstant((now() - ago) as Instant);
  const gone = await tx.sql<{ endpoint_id: Uuid; message_id: Uuid }>(
    `delete from webhook_delivery d using (
       select endpoint_id, message_id from webhook_delivery where client_id = $1 and ended_at is not null and ended_at < $2 and (state <> 'failed' or ended_at < $3)
       order by ended_at limit $4) old
     where d.client_id = $1 and d.endpoint_id = old.endpoint_id and d.message_id = old.message_id returning d.endpoint_id, d.message_id`,
    [tx.clientId, at(KEPT_FOR), at(FAILED_KEPT_FOR), BATCH],
  );
  await tx.sql(
    `delete from webhook_attempt a using unnest($2::uuid[], $3::uuid[]) as v(endpoint_id, message_id)
     where a.client_id = $1 and a.endpoint_id = v.endpoint_id and a.message_id = v.message_id`,
    [tx.clientId, gone.map((each) => each.endpoint_id), gone.map((each) => each.message_id)],
  );
  if (gone.length === 0)
    await tx.sql(
      `delete from webhook_endpoint e where e.client_id = $1 and e.deleted_at is not null and not exists (
         select from webhook_delivery d where d.client_id = $1 and d.endpoint_id = e.endpoint_id)`,
      [tx.clientId],
    );
  return gone.length;
}
