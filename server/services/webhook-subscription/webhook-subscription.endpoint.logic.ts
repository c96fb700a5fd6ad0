/** Endpoints: where a client's events are sent to, made, edited, paused and taken away. */
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { type Outbound, RefusedAddress } from '../../platform/outbound.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { WebhookEndpointInput } from './webhook-subscription.graphql.ts';
import { withVersion } from './webhook-subscription.message.ts';
import {
  askToSend,
  countWaiting,
  type EndpointRow,
  findAndLock,
  lockEndpoint,
  openLanes,
  readEndpoints,
} from './webhook-subscription.row.logic.ts';
import { addSecret } from './webhook-subscription.secret.logic.ts';
import {
  addSubscriptions,
  endSubscriptions,
  onlySubscription,
  readSubscriptions,
  requireOffered,
  requireSubscribed,
  requireType,
  type Subscription,
} from './webhook-subscription.subscription.logic.ts';

/** Endpoints of one client. */
const MOST_ENDPOINTS = 50;
const MOST_URL = 2_000;
const MOST_DESCRIPTION = 200;

/** @returns the address as the URL parser writes it. @throws Fault INVALID_INPUT when nothing may be sent there */
async function requireAddress(outbound: Outbound, typed: string, field: string): Promise<string> {
  const text = typed.trim();
  if (text.length > MOST_URL) throw invalid(field, 'atMostCharacters', { number: MOST_URL });
  try {
    await outbound.checkUrl(text);
  } catch (error) {
    if (error instanceof RefusedAddress) throw invalid(field, error.reason);
    throw error;
  }
  const url = new URL(text);
  // The part after # never leaves a browser, and a receiver would not get it.
  url.hash = '';
  return url.href;
}

/** Whoever makes or moves an endpoint does so alone: two of one address would both be sent everything. */
const holdEndpoints = (tx: Tx) => tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks ${tx.clientId}`]);

async function insertEndpoint(tx: Tx, url: string, description: string): Promise<{ endpoint: EndpointRow; secret: string }> {
  const endpointId = uuidv7();
  const all = await readEndpoints(tx);
  if (all.length >= MOST_ENDPOINTS) throw fault('CONFLICT', 'webhooksMost', { number: MOST_ENDPOINTS });
  await tx.sql(
    `insert into webhook_endpoint (client_id, endpoint_id, url, description, owner_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    [tx.clientId, endpointId, url, description, tx.actor.id, isoInstant(now())],
  );
  const secret = await addSecret(tx, endpointId);
  return { endpoint: (await findAndLock(tx, endpointId))!, secret };
}

const namesOf = (subscriptions: readonly Pick<Subscription, 'messageType' | 'messageVersion'>[]) =>
  subscriptions.map(({ messageType, messageVersion }) => withVersion(messageType, messageVersion)).sort();

/** Tells the log what became of an endpoint, if anything did. */
async function tellSaved(
  tx: Tx,
  endpointId: Uuid,
  before: EndpointRow | null,
  names: readonly [from: string[], to: string[]],
  after: EndpointRow,
) {
  const changes = [
    ...(['url', 'description'] as const).flatMap((field) =>
      (before?.[field] ?? '') === after[field] ? [] : [{ field, from: before?.[field] ?? null, to: after[field] }],
    ),
    ...(JSON.stringify(names[0]) === JSON.stringify(names[1]) ? [] : [{ field: 'messageTypes', from: names[0], to: names[1] }]),
  ];
  if (changes.length === 0) return;
  await tx.sql(
    `update webhook_endpoint set revision = revision + $3, owner_id = $4, updated_at = $5 where client_id = $1 and endpoint_id = $2`,
    [tx.clientId, endpointId, before ? 1 : 0, tx.actor.id, isoInstant(now())],
  );
  await appendEvents(tx, [{ messageType: 'webhookSaved', payload: { endpointId, url: after.url, changes } }]);
}

/**
 * Makes an endpoint, or edits one: its address, and which events it is sent. @returns its id, and of a new one the secret, to be shown once
 * @throws Fault INVALID_INPUT naming every wrong field, NOT_FOUND, CONFLICT
 */
export async function saveEndpoint(
  tx: Tx,
  outbound: Outbound,
  input: WebhookEndpointInput,
): Promise<{ endpointId: Uuid; secret: string | null }> {
  const { url, types, description } = await collectFaults(async (check) => {
    const url = await check(() => requireAddress(outbound, input.url, 'endpoint.url'));
    const types = input.messageTypes.map((text, place) => check(() => requireType(text, `endpoint.messageTypes.${place}`)));
    check(() => {
      if (input.messageTypes.length === 0) throw invalid('endpoint.messageTypes', 'webhookTypesMissing');
    });
    const description = (input.description ?? '').trim();
    check(() => {
      if (description.length > MOST_DESCRIPTION) throw invalid('endpoint.description', 'atMostCharacters', { number: MOST_DESCRIPTION });
    });
    return { url: url!, types: types.map((type) => type!), description };
  });
  await holdEndpoints(tx);
  const before = input.endpointId ? await lockEndpoint(tx, input.endpointId) : null;
  if (before && input.revision != null && input.revision !== before.revision) throw fault('CONFLICT', 'webhookChanged');
  if ((await readEndpoints(tx)).some((each) => each.url === url && each.endpointId !== before?.endpointId))
    throw fault('CONFLICT', 'webhookTwice', {}, 'endpoint.url');
  const made = before ? null : await insertEndpoint(tx, url, description);
  const { endpointId } = before ?? made!.endpoint;
  if (before)
    await tx.sql('update webhook_endpoint set url = $3, description = $4 where client_id = $1 and endpoint_id = $2', [
      tx.clientId,
      endpointId,
      url,
      description,
    ]);
  const former = namesOf(await readSubscriptions(tx, { endpointId }));
  await addSubscriptions(tx, endpointId, types);
  await endSubscriptions(tx, endpointId, types);
  const after = (await findAndLock(tx, endpointId))!;
  await tellSaved(tx, endpointId, before, [former, namesOf(await readSubscriptions(tx, { endpointId }))], after);
  // Another address is tried at once.
  if (before && before.url !== url) await tryNow(tx, after);
  return { endpointId, secret: made?.secret ?? null };
}

/** The specification's upsert. @returns the subscription, and the secret where the address is new. @throws Fault INVALID_INPUT, CONFLICT */
export async function setSubscription(
  tx: Tx,
  outbound: Outbound,
  { messageType, messageVersion, url: typed }: { messageType: string; messageVersion: number; url: string },
): Promise<Subscription & { secret: string | null }> {
  const url = await collectFaults(async (check) => {
    check(() => requireOffered(messageType, messageVersion));
    return (await check(() => requireAddress(outbound, typed, 'url')))!;
  });
  await holdEndpoints(tx);
  const former = await onlySubscription(tx, messageType, messageVersion);
  if (former?.url !== url) {
    const there = (await readEndpoints(tx)).find((each) => each.url === url);
    const made = there ? null : await insertEndpoint(tx, url, '');
    const target = there ? await lockEndpoint(tx, there.endpointId) : made!.endpoint;
    await changeTypes(tx, target, made === null, (types) => [...types, { messageType, messageVersion }]);
    if (former) await endOne(tx, former);
    return { ...(await onlySubscription(tx, messageType, messageVersion))!, secret: made?.secret ?? null };
  }
  return { ...former, secret: null };
}

/** @throws Fault NOT_FOUND where nobody is sent the kind */
export async function deleteSubscription(tx: Tx, messageType: string, messageVersion: number): Promise<boolean> {
  await holdEndpoints(tx);
  for (const each of await requireSubscribed(tx, messageType, messageVersion)) await endOne(tx, each);
  return true;
}

const endOne = async (tx: Tx, { endpointId, messageType, messageVersion }: Subscription) =>
  changeTypes(tx, await lockEndpoint(tx, endpointId), true, (types) =>
    types.filter((each) => each.messageType !== messageType || each.messageVersion !== messageVersion),
  );

type Types = readonly Pick<Subscription, 'messageType' | 'messageVersion'>[];

async function changeTypes(tx: Tx, endpoint: EndpointRow, isKnown: boolean, change: (types: Types) => Types): Promise<void> {
  const { endpointId } = endpoint;
  const types = await readSubscriptions(tx, { endpointId });
  const next = change(types);
  await addSubscriptions(tx, endpointId, next);
  await endSubscriptions(tx, endpointId, next);
  await tellSaved(tx, endpointId, isKnown ? endpoint : null, [namesOf(types), namesOf(next)], endpoint);
}

/** Takes an endpoint away with its secrets. What waits is dropped, the log stays. @throws Fault NOT_FOUND */
export async function deleteEndpoint(tx: Tx, endpointId: string): Promise<boolean> {
  const { endpointId: id, url } = await lockEndpoint(tx, endpointId);
  const dropped = await endSubscriptions(tx, id, []);
  await tx.sql('delete from webhook_queue where client_id = $1 and endpoint_id = $2', [tx.clientId, id]);
  await tx.sql(
    `update webhook_delivery set state = 'ended', ended_at = $3, last_error = $4 where client_id = $1 and endpoint_id = $2 and state = 'waiting'`,
    [tx.clientId, id, isoInstant(now()), JSON.stringify({ key: 'webhookEnded', values: {} })],
  );
  await tx.sql('delete from webhook_secret where client_id = $1 and endpoint_id = $2', [tx.clientId, id]);
  await tx.sql('update webhook_endpoint set deleted_at = $3 where client_id = $1 and endpoint_id = $2', [
    tx.clientId,
    id,
    isoInstant(now()),
  ]);
  await appendEvents(tx, [{ messageType: 'webhookDeleted', payload: { endpointId: id, url, dropped } }]);
  return true;
}

/** Sends nothing more to it. @throws Fault NOT_FOUND */
export async function pauseEndpoint(tx: Tx, endpointId: string): Promise<Uuid> {
  const { endpointId: id, url, ownerId, pausedAt } = await lockEndpoint(tx, endpointId);
  if (pausedAt !== null) return id;
  await tx.sql(`update webhook_endpoint set paused_at = $3, pause_reason = 'person' where client_id = $1 and endpoint_id = $2`, [
    tx.clientId,
    id,
    isoInstant(now()),
  ]);
  const payload = { endpointId: id, url, reason: 'person', since: null, waiting: await countWaiting(tx, id), ownerId } as const;
  await appendEvents(tx, [{ messageType: 'webhookPaused', payload }]);
  return id;
}

/** Sends what waits; one that is away is tried at once. @throws Fault NOT_FOUND */
export async function resumeEndpoint(tx: Tx, endpointId: string): Promise<Uuid> {
  const row = await lockEndpoint(tx, endpointId);
  const { endpointId: id, url, pausedAt } = row;
  await tryNow(tx, row);
  if (pausedAt !== null)
    await appendEvents(tx, [{ messageType: 'webhookResumed', payload: { endpointId: id, url, waiting: await countWaiting(tx, id) } }]);
  return id;
}

/** Begins anew with a locked endpoint: as if it had never failed, with everything due. */
async function tryNow(tx: Tx, { endpointId }: EndpointRow): Promise<void> {
  const at = isoInstant(now());
  await tx.sql(
    `update webhook_endpoint set paused_at = null, pause_reason = null, failures = 0, probes = 0, failing_since = null, told_at = null, retry_at = null
     where client_id = $1 and endpoint_id = $2`,
    [tx.clientId, endpointId],
  );
  await tx.sql('update webhook_queue set due_at = $3 where client_id = $1 and endpoint_id = $2 and not is_taken and due_at > $3', [
    tx.clientId,
    endpointId,
    at,
  ]);
  await askToSend(tx, endpointId);
}

/** Queues the example of a kind, which is sent once. @returns the id that it is sent under. @throws Fault NOT_FOUND, INVALID_INPUT */
export async function testEndpoint(tx: Tx, endpointId: string, messageType: string, messageVersion: number): Promise<Uuid> {
  const { endpointId: id } = await lockEndpoint(tx, endpointId);
  if (messageType === '*') throw invalid('messageType', 'webhookTypeUnknown', { type: messageType, version: messageVersion });
  requireOffered(messageType, messageVersion);
  const messageId = uuidv7();
  const at = isoInstant(now());
  await tx.sql(
    `insert into webhook_delivery (client_id, endpoint_id, message_id, lane, message_type, message_version, is_test, queued_at, give_up_at)
     values ($1, $2, $3, $3, $4, $5, true, $6, $6)`,
    [tx.clientId, id, messageId, messageType, messageVersion, at],
  );
  await openLanes(tx, [{ endpointId: id, lane: messageId }], true);
  await askToSend(tx, id);
  return messageId;
}
