/** The user pool follows what clients have written of their users; each client decides for itself alone (docs/decisions/users.md). */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import { logger } from '../../platform/log.ts';
import type { SendAnswer } from '../../platform/outbox/answer.ts';
import { readHealth } from '../../platform/outbox/circuit.ts';
import { drainOutbox } from '../../platform/outbox/drain.ts';
import { defineDelivery } from '../../platform/outbox/kinds.ts';
import { outboxIdOf, retryRows } from '../../platform/outbox/queue.ts';
import { queueState, requeueChanged } from '../../platform/outbox/state.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import {
  anonymizePoolUser,
  endIfMore,
  membershipsOf,
  setPoolGroupEnabled,
  setPoolGroups,
  updatePoolUser,
} from '../identity/identity.users.logic.ts';
import { groupsOf, namesOf, readUser } from './backoffice.user.list.logic.ts';

const KIND = 'poolUser';
const keyOf = (userId: Uuid) => `${KIND}:${userId}`;

/** Asks for the pool to follow what the client has written of a user. */
export const queuePoolSync = (tx: Tx, userId: Uuid): Promise<void> => queueState(tx, KIND, keyOf(userId), { userId });

/** @returns what waits for the pool, and since when it is away, if it is. */
export const readPoolHealth = async (tx: Tx) => (await readHealth(tx, (kind) => kind === KIND))[0]!;

type PoolRequest = { readonly userId: Uuid; readonly asked: number };

defineDelivery<PoolRequest, object, null>({
  kind: KIND,
  to: 'system',
  open: async (database, clientId) => ({
    providerName: 'userPool',
    // Bringing a person to what is written may be done any number of times.
    deliveryClass: 'idempotent',
    leads: 'outside',
    // What the pool refuses of one person may be mended there: about two days, at the longest pause.
    mostAttempts: 25,
    prepare: async (_tx, rows) => new Map(rows.map(({ outboxId }) => [outboxId, { answer: 'send', payload: {} }])),
    send: ({ row }) =>
      bring(database, clientId, row.request.userId).then(() => ({ outcome: 'sent', providerRef: null }) as const, answerOf),
    record: (tx, told) =>
      requeueChanged(
        tx,
        told.map(({ row }) => row),
      ),
    close: async () => {},
  }),
});

/** Somebody whom the pool does not know cannot sign in: there is nothing to bring. What is no refusal is about the pool as a whole. */
function answerOf(error: unknown): SendAnswer<null> {
  const { message: reason } = error as Error;
  if (!(error instanceof Fault)) return { outcome: 'lost', reason, isAway: true };
  const { words } = error;
  if (error.code === 'NOT_FOUND') return { outcome: 'sent', providerRef: null };
  if (error.code === 'UNAVAILABLE') return { outcome: 'lost', reason, words, isAway: true };
  return { outcome: 'refused', permanent: false, badAddress: false, reason, words };
}

/**
 * Brings one person's groups in one client to what is written there, and their names and number too when they work for nobody else. What is
 * written is read here, while nothing else about this person is on its way, and the pool is asked without a transaction.
 */
async function bring(database: Database, clientId: Uuid, userId: Uuid): Promise<void> {
  const row = await inClient(database, clientId, (tx) => readUser(tx, userId, { anonymized: true }), { readOnly: true });
  const isOthers = (await membershipsOf(database, userId)).some((each) => each !== clientId);
  if (row.status === 'anonymized' && !isOthers) return anonymizePoolUser(database, userId);
  const groups = groupsOf(row);
  await setPoolGroups(database, userId, clientId, groups);
  if (groups.length === 0) return;
  await setPoolGroupEnabled(database, userId, clientId, row.isEnabled);
  if (!isOthers) await updatePoolUser(database, userId, { ...namesOf(row), phoneNumber: row.phoneNumber });
}

/** Lets the pool follow now. @returns those whom it has not followed yet: a job goes on with them */
export async function syncPool(database: Database, clientId: Uuid, userIds: readonly Uuid[]): Promise<Uuid[]> {
  await drainOutbox(database, clientId, KIND, readConfig()).catch((error) => logger.error({ error }, 'users: the pool follows later'));
  const ids = new Map(userIds.map((userId) => [outboxIdOf(clientId, keyOf(userId)), userId]));
  const late = await inClient(database, clientId, (tx) => retryRows(tx, KIND, [...ids.keys()]));
  return late.map((outboxId) => ids.get(outboxId)!);
}

/** The same for whoever waits for an answer. Who loses something loses their sessions in any case. */
export async function syncPoolNow(database: Database, clientId: Uuid, userIds: readonly Uuid[]): Promise<void> {
  const late = await syncPool(database, clientId, userIds).catch((error) => {
    logger.error({ error }, 'users: the pool follows later');
    return userIds;
  });
  for (const userId of late)
    await inClient(database, clientId, (tx) => readUser(tx, userId, { anonymized: true }), { readOnly: true })
      .then((row) => endIfMore(database, userId, clientId, row.isEnabled ? groupsOf(row) : []))
      .catch((error) => logger.error({ error, userId }, 'users: sessions end later'));
}
