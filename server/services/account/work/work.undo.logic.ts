/** Takes an outcome back: what followed from it is undone, and the account is on the collector's screen again. */
import { fault } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { instant } from '../../../../core/time.ts';
import { WORK_OUTCOMES } from '../../../../core/workOutcomes.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { promiseIdOf } from '../../finance/agreement/agreement.logic.ts';
import { cancelPromiseToPay } from '../../finance/agreement/promise.logic.ts';
import { closeDispute } from '../claim/dispute.logic.ts';
import { setContactState } from '../contact/contact.logic.ts';
import type { ContactState } from '../ground/account.tables.ts';
import { resolveTask, startTask } from '../task/task.logic.ts';
import { readTask } from '../task/task.row.logic.ts';
import { finish, lockWork, type NextWork, readDay, takeWork } from './work.logic.ts';
import type { Made } from './work.outcome.logic.ts';

/**
 * Takes an outcome of today back: promises, the follow-up task, the number's state, the dispute, the end of its task, and the rest of the
 * account. The contact counts no more, neither for the caps nor in Communications. Notes and the events stay: they tell what was said. @returns the account, to be worked again.
 * @throws Fault NOT_FOUND; CONFLICT when it is older, taken back already, a promise was kept or broken meanwhile, or somebody else has the account
 */
export async function undoWork(tx: Tx, workItemId: Uuid, userId: Uuid): Promise<NextWork> {
  const row = await lockWork(tx, workItemId, userId);
  const { dayStart } = await readDay(tx);
  if (row.status === 'undone') throw fault('CONFLICT', 'workUndone');
  if (row.status !== 'done' || !row.finished_at || instant(row.finished_at) < dayStart) throw fault('CONFLICT', 'workOld');
  const made = row.made as Made;
  const promised = [];
  for (const promiseId of made.promiseIds ?? []) promised.push(await cancelPromiseToPay(tx, promiseId));
  if (made.taskId && (await readTask(tx, made.taskId)).status !== 'resolved') await resolveTask(tx, made.taskId, null, null, userId);
  if (made.contact) {
    const { externalDebtorRef, value, from } = made.contact;
    await setContactState(tx, { accountId: row.account_id, externalDebtorRef, value, state: from as ContactState }, false);
  }
  if (made.disputed) await closeDispute(tx, made.disputed, 'Taken back');
  if (row.task_id && made.task) await startTask(tx, row.task_id, null, userId, true);
  await finish(tx, row, 'undone', { not_before: null });
  await appendEvents(tx, [
    {
      messageType: 'workUndone',
      accountId: row.account_id,
      payload: {
        workItemId,
        outcome: row.outcome,
        resolution: WORK_OUTCOMES.find(({ name }) => name === row.outcome)?.resolution,
        ...(promised.length > 0 ? { promiseToPayId: promiseIdOf(promised) } : {}),
      },
    },
  ]);
  const next = await takeWork(tx, row.account_id, userId);
  if (row.task_id && made.task && next.item)
    await tx.sql('update work_item set task_id = $3 where client_id = $1 and work_item_id = $2', [
      tx.clientId,
      next.item.workItemId,
      row.task_id,
    ]);
  return next;
}
