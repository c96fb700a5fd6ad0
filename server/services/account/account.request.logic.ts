/** What a debtor asks of staff: a task in the queue, once per request. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';

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
  const rows = await tx.sql(
    `insert into case_task (client_id, task_id, effect_key, account_id, external_claim_ref, note, description, sender_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'debtor', $8, $8) on conflict (client_id, effect_key) do nothing returning task_id`,
    [
      tx.clientId,
      taskId,
      `request:${request.key}`,
      request.accountId,
      request.externalClaimRef,
      request.note,
      request.description,
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
      payload: { taskId, topicId: 'default', note, recipientId: null, blueprintName: null },
    },
  ]);
  return true;
}
