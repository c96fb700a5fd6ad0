/** Endpoints as the screen shows them. */
import type { Uuid } from '../../../core/id.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Reading } from '../../platform/tenancy.ts';
import { ALL, messageTypes, withVersion } from './webhook-subscription.message.ts';
import { type EndpointRow, readEndpoints } from './webhook-subscription.row.logic.ts';
import { readSubscriptions } from './webhook-subscription.subscription.logic.ts';

/** More is not counted. */
const MOST_COUNTED = 10_000;

const stateOf = ({ pausedAt, failingSince }: EndpointRow) => (pausedAt !== null ? 'paused' : failingSince !== null ? 'failing' : 'active');

/** @returns all of a client, in the order in which they were made. */
export async function listEndpoints(tx: Reading) {
  const [rows, subscriptions] = [await readEndpoints(tx), await readSubscriptions(tx)];
  const secrets = await tx.sql<{ endpointId: Uuid; secretId: Uuid; createdAt: Date; expiresAt: Date | null }>(
    `select endpoint_id as "endpointId", secret_id as "secretId", created_at as "createdAt", expires_at as "expiresAt" from webhook_secret
     where client_id = $1 and (expires_at is null or expires_at > $2) order by created_at desc, secret_id desc`,
    [tx.clientId, isoInstant(now())],
  );
  const counted = (state: string) =>
    `(select count(*)::int from (select from webhook_delivery d where d.client_id = e.client_id and d.endpoint_id = e.endpoint_id and d.state = '${state}'
        and not d.is_test limit ${MOST_COUNTED}) as counted)`;
  const counts = await tx.sql<{ endpointId: Uuid; waiting: number; failed: number }>(
    `select e.endpoint_id as "endpointId", ${counted('waiting')} as waiting, ${counted('failed')} as failed from webhook_endpoint e
     where e.client_id = $1 and e.deleted_at is null`,
    [tx.clientId],
  );
  const order = new Map([[`${ALL}.v1`, -1], ...messageTypes().map((type, place) => [type.messageTypeWithVersion, place] as const)]);
  return rows.map(({ lastError, failures: _f, probes: _p, toldAt: _t, ...row }) => ({
    ...row,
    state: stateOf(rows.find((each) => each.endpointId === row.endpointId)!),
    messageTypes: subscriptions
      .filter(({ endpointId }) => endpointId === row.endpointId)
      .map(({ messageType, messageVersion }) => withVersion(messageType, messageVersion))
      .sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0)),
    errorKey: row.failingSince === null && row.pausedAt === null ? null : (lastError?.key ?? null),
    errorValues: row.failingSince === null && row.pausedAt === null ? null : (lastError?.values ?? null),
    waiting: counts.find(({ endpointId }) => endpointId === row.endpointId)?.waiting ?? 0,
    failed: counts.find(({ endpointId }) => endpointId === row.endpointId)?.failed ?? 0,
    secrets: secrets
      .filter(({ endpointId }) => endpointId === row.endpointId)
      .map(({ secretId, createdAt, expiresAt }) => ({
        secretId,
        createdAt: instant(createdAt) as Instant,
        expiresAt: expiresAt && instant(expiresAt),
      })),
  }));
}

/** @returns one of them, for whoever has just changed it. */
export const showEndpoint = async (tx: Reading, endpointId: Uuid) =>
  (await listEndpoints(tx)).find((each) => each.endpointId === endpointId)!;
