/** Debtors' messages are worked: answered, resolved, or marked so by hand. */
import { DEFAULT_CONTACT_OUTCOMES } from '../../../core/contactOutcomes.ts';
import { invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { WORK_OUTCOMES } from '../../../core/workOutcomes.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents, onEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';

const MOST = 200;
/** What says that the debtor was spoken to: the category, or one of its values under a client's own; "other" alone says nothing. */
const REACHED = {
  category: 'reached',
  resolutions:
    DEFAULT_CONTACT_OUTCOMES.find(({ category }) => category === 'reached')?.resolutions.filter((value) => value !== 'other') ?? [],
};

interface Row {
  communication_id: Uuid;
  account_id: Uuid;
  external_claim_ref: string | null;
  channel: string;
  subject: string | null;
}

const eventOf = (messageType: 'communicationHandled' | 'communicationReopened') => (row: Row) => ({
  messageType,
  accountId: row.account_id,
  externalClaimRef: row.external_claim_ref,
  payload: { communicationId: row.communication_id, channel: row.channel, subject: row.subject },
});

/** Marks those of the messages as worked that came in and wait; others stay as they are. @param userId null: the product did. @returns how many changed */
export async function handle(tx: Tx, communicationIds: readonly Uuid[], userId: Uuid | null): Promise<number> {
  const rows = await tx.sql<Row & Record<string, unknown>>(
    `update communication set handled_at = $3, handled_by = $4
     where client_id = $1 and communication_id = any($2::uuid[]) and direction = 'inbound' and handled_at is null
     returning communication_id, account_id, external_claim_ref, channel, subject`,
    [tx.clientId, communicationIds, isoInstant(now()), userId],
  );
  await appendEvents(tx, rows.map(eventOf('communicationHandled')));
  return rows.length;
}

/** Lets worked messages wait again. @returns how many changed */
export async function reopen(tx: Tx, communicationIds: readonly Uuid[]): Promise<number> {
  const rows = await tx.sql<Row & Record<string, unknown>>(
    `update communication set handled_at = null, handled_by = null
     where client_id = $1 and communication_id = any($2::uuid[]) and direction = 'inbound' and handled_at is not null
     returning communication_id, account_id, external_claim_ref, channel, subject`,
    [tx.clientId, communicationIds],
  );
  await appendEvents(tx, rows.map(eventOf('communicationReopened')));
  return rows.length;
}

/** @throws Fault NOT_FOUND when one is not a debtor's message of the client, INVALID_INPUT for too many */
export async function setHandled(tx: Tx, communicationIds: readonly string[], handled: boolean, userId: Uuid): Promise<number> {
  const ids = [...new Set(communicationIds)];
  if (ids.length === 0 || ids.length > MOST) throw invalid('communicationIds', 'pageSize', { most: MOST });
  if (!ids.every(isUuid)) throw notFound('messageNotFound');
  const found = await tx.sql(
    `select 1 from communication where client_id = $1 and communication_id = any($2::uuid[]) and direction = 'inbound'`,
    [tx.clientId, ids],
  );
  if (found.length < ids.length) throw notFound('messageNotFound');
  return handled ? handle(tx, ids, userId) : reopen(tx, ids);
}

/** Whoever was spoken to has had the answer to what they had written. */
async function handleAllOf(tx: Tx, accountId: Uuid, userId: Uuid | null): Promise<void> {
  const waiting = await tx.sql<{ communication_id: Uuid }>(
    `select communication_id from communication where client_id = $1 and account_id = $2 and direction = 'inbound' and handled_at is null`,
    [tx.clientId, accountId],
  );
  await handle(
    tx,
    waiting.map((row) => row.communication_id),
    userId,
  );
}

// A message that has a resolution is worked; a call that reached the debtor answers what waited.
onEvents(['communicationResolved'], async (tx, events) => {
  for (const { actorType, actorId, accountId, payload } of events) {
    const userId = actorType === 'user' ? actorId : null;
    const about = payload.communicationRequestId;
    if (isUuid(about)) await handle(tx, [about], userId);
    const { communicationMethod, category, resolution } = payload;
    const reached = category === REACHED.category || (typeof resolution === 'string' && REACHED.resolutions.includes(resolution));
    if (accountId && communicationMethod === 'phoneCall' && reached) await handleAllOf(tx, accountId, userId);
  }
});

// A collector's outcome says by itself whether the debtor was spoken to, whatever the client calls the resolution.
onEvents(['workCompleted'], async (tx, events) => {
  for (const { actorType, actorId, accountId, payload } of events)
    if (accountId && WORK_OUTCOMES.some(({ name, reached }) => reached && name === payload.outcome))
      await handleAllOf(tx, accountId, actorType === 'user' ? actorId : null);
});

// An answer that did not leave after all answers nothing.
onEvents(['communicationCancelled', 'communicationFailed'], async (tx, events) => {
  const parents = events.flatMap(({ payload }) => (isUuid(payload.parentId) ? [payload.parentId] : []));
  if (parents.length > 0) await reopen(tx, parents);
});
