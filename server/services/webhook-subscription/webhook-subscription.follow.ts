/** Follows the event log and queues what endpoints are to be sent: one row for each event and endpoint, however often it is read. */
import { EVENT_TYPES } from '../../../core/events/catalogue.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { column, list } from '../../platform/columns.ts';
import type { StoredEvent } from '../../platform/events.ts';
import { defineFollower } from '../../platform/follow.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { ALL, isOffered } from './webhook-subscription.message.ts';
import { askToSend, openLanes, TRIED_FOR } from './webhook-subscription.row.logic.ts';
import { FOLLOWER } from './webhook-subscription.subscription.logic.ts';

const TYPES: readonly string[] = Object.values(EVENT_TYPES).flat();

interface Subscribed {
  readonly endpointId: Uuid;
  readonly messageType: string;
  readonly messageVersion: number;
  readonly since: Uuid;
}

interface Queued {
  readonly endpointId: Uuid;
  readonly event: StoredEvent;
  readonly version: number;
}

defineFollower({
  name: FOLLOWER,
  types: TYPES,
  wants: async (tx) => {
    const rows = await tx.prepared<{ type: string }>(
      'select distinct message_type as type from webhook_subscription where client_id = $1',
      [tx.clientId],
    );
    return rows.some(({ type }) => type === ALL) ? TYPES : rows.map(({ type }) => type);
  },
  run: queueEvents,
});

async function queueEvents(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  // Whoever ends a subscription waits until this is written, and then drops it with the rest.
  const subscribed = await tx.sql<Record<string, unknown> & Subscribed>(
    `select endpoint_id as "endpointId", message_type as "messageType", message_version as "messageVersion", since
     from webhook_subscription where client_id = $1 order by endpoint_id, message_type, message_version for share`,
    [tx.clientId],
  );
  const queued = events.flatMap((event) => endpointsOf(event, subscribed));
  if (queued.length === 0) return;
  const at = now();
  const [type, version] = [column(queued, ({ event }) => event.messageType), column(queued, (each) => each.version)];
  const rows = await tx.sql<{ endpointId: Uuid; lane: Uuid }>(
    `insert into webhook_delivery (client_id, endpoint_id, message_id, lane, account_id, message_type, message_version, queued_at, give_up_at)
     select $1, v.endpoint_id, v.message_id, coalesce(v.account_id, v.message_id), v.account_id, coalesce(v.type, $6), coalesce(v.version, $8), $9, $10
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $7::smallint[]) as v(endpoint_id, message_id, account_id, type, version)
     on conflict do nothing returning endpoint_id as "endpointId", lane`,
    [
      tx.clientId,
      list(queued.map(({ endpointId }) => endpointId)),
      list(queued.map(({ event }) => event.messageId)),
      list(queued.map(({ event }) => event.accountId)),
      type.list,
      type.all,
      version.list,
      version.all,
      isoInstant(at),
      isoInstant((at + TRIED_FOR) as Instant),
    ],
  );
  if (rows.length === 0) return;
  await openLanes(tx, rows);
  for (const endpointId of [...new Set(rows.map((row) => row.endpointId))].sort()) await askToSend(tx, endpointId);
}

/** To each endpoint once: in the newest version that it asked for by name, else as all events are sent. */
function endpointsOf(event: StoredEvent, subscribed: readonly Subscribed[]): Queued[] {
  const versions = new Map<Uuid, number>();
  for (const { endpointId, messageType, messageVersion, since } of subscribed) {
    if (since >= event.messageId) continue;
    if (messageType === ALL) versions.set(endpointId, versions.get(endpointId) ?? event.messageVersion);
    else if (messageType === event.messageType && messageVersion <= event.messageVersion && isOffered(messageType, messageVersion))
      versions.set(endpointId, messageVersion);
  }
  return [...versions].map(([endpointId, version]) => ({ endpointId, event, version }));
}
