/** What a debtor asks of staff: a task in the queue, once per request. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { DEFAULT_TOPIC } from '../../../core/tasks.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { giveTasks } from './account.task.give.logic.ts';

/**
 * Puts a debtor's request into the task queue of the default topic. @param key makes a repeated request the same one.
 * @returns whether it is new.
 */
export async function raiseDebtorTask(
  tx: Tx,
  request: {
    readonly accountId: Uuid;
    readonly externalClaimRef: string | null;
    readonly note: string;
    readonly description: string;
    readonly key: string;
  },
): Promise<boolean> {
  const taskId = uuidv7();
  const key = `request:${request.key}`;
  const [known] = await tx.sql('select 1 from case_task where client_id = $1 and effect_key = $2', [tx.clientId, key]);
  if (known) return false;
  const [given] = await giveTasks(tx, [{ accountId: request.accountId, topicId: DEFAULT_TOPIC }]);
  const recipientId = given?.userId ?? null;
  const rows = await tx.sql(
    `insert into case_task (client_id, task_id, effect_key, account_id, external_claim_ref, note, description, recipient_id, sender_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'debtor', $9, $9) on conflict (client_id, effect_key) do nothing returning task_id`,
    [
      tx.clientId,
      taskId,
      key,
      request.accountId,
      request.externalClaimRef,
      request.note,
      request.description,
      recipientId,
      isoInstant(now()),
    ],
  );
  if (rows.length === 0) return false;
  const { accountId, externalClaimRef, note } = request;
  await appendEvents(tx, [
    {
      messageType: 'taskCreated',
      accountId,
      externalClaimRef,
      payload: { taskId, topicId: DEFAULT_TOPIC, note, recipientId, blueprintName: null, ...(given ? { why: given.why } : {}) },
    },
  ]);
  return true;
}
