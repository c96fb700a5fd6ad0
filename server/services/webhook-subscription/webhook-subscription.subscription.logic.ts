/** Which events an endpoint is sent: by the endpoint as its form saves it, and one at a time as the specification has it. */
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { beginFollowing, endFollowing } from '../../platform/follow.ts';
import type { Reading, Tx } from '../../platform/tenancy.ts';
import { isOffered, readTypeWithVersion, withVersion } from './webhook-subscription.message.ts';
import { advanceLanes, askToSend } from './webhook-subscription.row.logic.ts';

/** The name under which the log is followed. */
export const FOLLOWER = 'webhooks';
const MOST_PAGE = 500;

export interface Subscription {
  readonly endpointId: Uuid;
  readonly url: string;
  readonly messageType: string;
  readonly messageVersion: number;
  readonly createdAt: Instant;
  readonly createdBy: string | null;
}

/** @returns what was asked for. @throws Fault INVALID_INPUT for a kind or version that there is not */
export function requireOffered(messageType: string, messageVersion: number, field = 'messageType'): void {
  if (!isOffered(messageType, messageVersion)) throw invalid(field, 'webhookTypeUnknown', { type: messageType, version: messageVersion });
}

/** @param text e.g. paymentSettled.v1. @throws Fault INVALID_INPUT */
export function requireType(text: string, field: string): { messageType: string; messageVersion: number } {
  const read = readTypeWithVersion(text) ?? { messageType: text.slice(0, 100), messageVersion: 1 };
  requireOffered(read.messageType, read.messageVersion, field);
  return read;
}

/** @returns a client's subscriptions in the order of types. */
export async function readSubscriptions(
  tx: Reading,
  only: Partial<Pick<Subscription, 'endpointId' | 'messageType' | 'messageVersion'>> = {},
) {
  const rows = await tx.sql<Record<string, unknown> & Omit<Subscription, 'createdAt'> & { createdAt: Date }>(
    `select s.endpoint_id as "endpointId", e.url, s.message_type as "messageType", s.message_version as "messageVersion",
       s.created_at as "createdAt", s.created_by as "createdBy"
     from webhook_subscription s join webhook_endpoint e on e.client_id = s.client_id and e.endpoint_id = s.endpoint_id
     where s.client_id = $1 and ($2::uuid is null or s.endpoint_id = $2) and ($3::text is null or s.message_type = $3)
       and ($4::smallint is null or s.message_version = $4)
     order by s.message_type, s.message_version, s.endpoint_id`,
    [tx.clientId, only.endpointId ?? null, only.messageType ?? null, only.messageVersion ?? null],
  );
  return rows.map((row): Subscription => ({ ...row, createdAt: instant(row.createdAt) }));
}

/** @returns one page. @throws Fault INVALID_INPUT for a limit out of range or a paginationId that is none */
export async function listSubscriptions(tx: Reading, paginationId: string | null | undefined, limit: number) {
  if (!(limit >= 1 && limit <= MOST_PAGE)) throw invalid('limit', 'between', { least: 1, most: MOST_PAGE });
  const place = ({ messageType, messageVersion, endpointId }: Subscription) => JSON.stringify([messageType, messageVersion, endpointId]);
  const all = await readSubscriptions(tx);
  const after = paginationId ? Buffer.from(paginationId, 'base64url').toString() : null;
  const start = after === null ? 0 : all.findIndex((each) => place(each) === after) + 1;
  // What the last page ended with may have been deleted since.
  if (after !== null && start === 0 && !isPlace(after)) throw invalid('paginationId', 'pageEndUnknown');
  const results = all.slice(start, start + limit);
  const last = results.at(-1);
  return { results, paginationId: last && start + limit < all.length ? Buffer.from(place(last)).toString('base64url') : null };
}

function isPlace(text: string): boolean {
  try {
    const read = JSON.parse(text) as unknown;
    return Array.isArray(read) && read.length === 3;
  } catch {
    return false;
  }
}

/** Adds subscriptions that are new; those that are there go on as they are. */
export async function addSubscriptions(tx: Tx, endpointId: Uuid, wanted: readonly { messageType: string; messageVersion: number }[]) {
  await tx.sql(
    `insert into webhook_subscription (client_id, endpoint_id, message_type, message_version, since, created_at, created_by)
     select $1, $2, v.type, v.version, $5, $6, $7 from unnest($3::text[], $4::smallint[]) as v(type, version) on conflict do nothing`,
    [
      tx.clientId,
      endpointId,
      wanted.map(({ messageType }) => messageType),
      wanted.map(({ messageVersion }) => messageVersion),
      uuidv7(),
      isoInstant(now()),
      tx.actor.id,
    ],
  );
  await beginFollowing(tx, FOLLOWER);
}

/**
 * Ends subscriptions of a locked endpoint, and drops what waits that it has no other subscription for. @param kept those that go on; none: all end
 * @returns how many events were dropped
 */
export async function endSubscriptions(tx: Tx, endpointId: Uuid, kept: readonly { messageType: string; messageVersion: number }[]) {
  const gone = await tx.sql(
    `delete from webhook_subscription s where s.client_id = $1 and s.endpoint_id = $2 and not exists (
       select from unnest($3::text[], $4::smallint[]) as v(type, version) where v.type = s.message_type and v.version = s.message_version) returning 1`,
    [tx.clientId, endpointId, kept.map(({ messageType }) => messageType), kept.map(({ messageVersion }) => messageVersion)],
  );
  if (gone.length === 0) return 0;
  const [left] = await tx.sql('select 1 from webhook_subscription where client_id = $1 limit 1', [tx.clientId]);
  if (!left) await endFollowing(tx, FOLLOWER);
  return dropUnwanted(tx, endpointId);
}

/** Events that wait for an endpoint and that none of its subscriptions asks for any more are not sent. */
async function dropUnwanted(tx: Tx, endpointId: Uuid): Promise<number> {
  const lanes = await tx.sql<{ lane: Uuid }>(
    'select lane from webhook_queue where client_id = $1 and endpoint_id = $2 order by lane for update',
    [tx.clientId, endpointId],
  );
  const dropped = await tx.sql<{ lane: Uuid }>(
    `update webhook_delivery d set state = 'ended', ended_at = $3, last_error = $4 where d.client_id = $1 and d.endpoint_id = $2 and d.state = 'waiting'
       and not d.is_test and not exists (select from webhook_subscription s where s.client_id = $1 and s.endpoint_id = $2 and s.message_type in ('*', d.message_type))
     returning lane`,
    [tx.clientId, endpointId, isoInstant(now()), JSON.stringify({ key: 'webhookEnded', values: {} })],
  );
  const touched = new Set(dropped.map(({ lane }) => lane));
  await advanceLanes(
    tx,
    endpointId,
    lanes.map(({ lane }) => lane).filter((lane) => touched.has(lane)),
    'other',
  );
  if (dropped.length > 0) await askToSend(tx, endpointId);
  return dropped.length;
}

/** @returns the one webhook that is sent a kind; null when there is none. @throws Fault CONFLICT where there are several */
export async function onlySubscription(tx: Tx, messageType: string, messageVersion: number): Promise<Subscription | null> {
  const found = await readSubscriptions(tx, { messageType, messageVersion });
  if (found.length > 1) throw fault('CONFLICT', 'webhookSeveral', { type: withVersion(messageType, messageVersion) });
  return found[0] ?? null;
}

/** @throws Fault NOT_FOUND where nobody is sent a kind */
export async function requireSubscribed(tx: Tx, messageType: string, messageVersion: number): Promise<Subscription[]> {
  const found = await readSubscriptions(tx, { messageType, messageVersion });
  if (found.length === 0) throw notFound('webhookNotFound');
  return found;
}
