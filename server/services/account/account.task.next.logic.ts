/** The next task for a person, so that two who ask at once never get the same. */
import type { Uuid } from '../../../core/id.ts';
import { HOLD_MS } from '../../../core/tasks.ts';
import { type CalendarDate, type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { presentTask, TASK_COLUMNS, type Task, type TaskRow, writeTask } from './account.task.row.logic.ts';

/** Until when somebody who starts now holds what they started. */
export const holdUntil = (): Instant => instant(now() + HOLD_MS);

/** A condition on `case_task t`: the topic names the person, or names nobody. */
export function worksTopic(userId: string): string {
  return `not exists (select from task_topic o where o.client_id = t.client_id and o.topic_id = t.topic_id and cardinality(o.user_ids) > 0 and ${userId}::uuid <> all(o.user_ids))`;
}

/**
 * Takes the next task for a person: what they have started, then what is theirs, then what their topics offer, then what somebody began
 * and let go of; overdue and old ones first. Rows that others are taking at this moment are passed over.
 * @returns null when nothing is left
 */
export async function startNextTask(tx: Tx, topicIds: readonly string[] | null, userId: Uuid): Promise<Task | null> {
  return (await pickTask(tx, userId, topicIds, null, false))?.task ?? null;
}

/** The same for somebody who works account after account. @returns the task, and whose it was. */
export async function startNextDueTask(tx: Tx, userId: Uuid, dueBy: CalendarDate): Promise<Picked | null> {
  return pickTask(tx, userId, null, dueBy, true);
}

/** A task that was taken, and whose it was before: the person's own, begun or not, or anybody's. */
export interface Picked {
  readonly task: Task;
  readonly was: 'begun' | 'given' | 'free';
}

/** @param dueBy leaves out tasks that are due later; null: none. @param freeAccounts leaves out tasks of accounts that others have on their screens. */
async function pickTask(
  tx: Tx,
  userId: Uuid,
  topicIds: readonly string[] | null,
  dueBy: CalendarDate | null,
  freeAccounts: boolean,
): Promise<Picked | null> {
  const at = isoInstant(now());
  const [row] = await tx.sql<TaskRow & Record<string, unknown>>(
    `select ${TASK_COLUMNS} from case_task t
     where t.client_id = $1 and t.status in ('new', 'active')
       and (t.recipient_id = $2 or ((t.status = 'new' and t.recipient_id is null or t.status = 'active' and coalesce(t.held_until, t.updated_at) <= $3) and ${worksTopic('$2')}))
       and (t.skipped_until is null or t.skipped_until <= $3) and ($4::text[] is null or t.topic_id = any($4))
       and ($5::date is null or t.due_date is null or t.due_date <= $5)
       ${freeAccounts ? `and not exists (select from work_item w where w.client_id = t.client_id and w.account_id = t.account_id and w.status = 'held' and w.user_id <> $2 and w.held_until > $3)` : ''}
     order by t.recipient_id is distinct from $2, t.status = (case when t.recipient_id = $2 then 'new' else 'active' end), t.recipient_id is not null,
       t.due_date nulls last, t.created_at, t.task_id limit 1 for update of t skip locked`,
    [tx.clientId, userId, at, topicIds, dueBy],
  );
  if (!row) return null;
  const held = { status: 'active', recipient_id: userId, skipped_until: null, held_until: isoInstant(holdUntil()) };
  if (row.status === 'active' && row.recipient_id === userId) {
    await tx.sql('update case_task set held_until = $3 where client_id = $1 and task_id = $2', [tx.clientId, row.task_id, held.held_until]);
    return { task: { ...presentTask(row), heldUntil: holdUntil() }, was: 'begun' };
  }
  const takenFrom = row.status === 'active' ? { takenFrom: row.recipient_id } : {};
  const task = await writeTask(tx, 'taskStarted', row.task_id, userId, held, takenFrom);
  return { task, was: row.recipient_id === userId ? 'given' : 'free' };
}
