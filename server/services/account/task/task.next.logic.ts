/** The next task for a person, so that two who ask at once never get the same. */
import type { Uuid } from '../../../../core/id.ts';
import { HOLD_MS } from '../../../../core/tasks.ts';
import { type CalendarDate, type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { presentTask, TASK_COLUMNS, type Task, type TaskRow, writeTask } from './task.row.logic.ts';

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
  return (await pickTask(tx, userId, WAITING, [topicIds]))?.task ?? null;
}

/** The same among some tasks that are due, for somebody who works account after account. @returns the task, and whose it was; null when others have taken all of them. */
export async function startNextDueTask(tx: Tx, userId: Uuid, dueBy: CalendarDate, taskIds: readonly Uuid[]): Promise<Picked | null> {
  return pickTask(tx, userId, `${DUE} and t.task_id = any($5::uuid[])`, [dueBy, taskIds]);
}

/** A task that somebody could take, and what decides whether its account may be contacted for it. */
export interface DueTask {
  readonly taskId: Uuid;
  readonly accountId: Uuid;
  /**
   * The claim that speaks for the account, as on its page: the open one that is due longest, whichever the task is about, since it is one debtor
   * who is called. Null: nothing is open.
   */
  readonly externalClaimRef: string | null;
  /** The debtor waits for an answer, which may be given in writing. */
  readonly asked: boolean;
}

/** @returns the person's next due tasks in the order in which startNextDueTask takes them, at most so many. */
export async function listDueTasks(tx: Tx, userId: Uuid, dueBy: CalendarDate, most: number): Promise<DueTask[]> {
  return tx.sql<DueTask & Record<string, unknown>>(
    `select t.task_id as "taskId", t.account_id as "accountId", c.external_claim_ref as "externalClaimRef",
       coalesce(t.sender_id = 'debtor', false) or exists (select from communication m where m.client_id = t.client_id and m.account_id = t.account_id and m.direction = 'inbound' and m.handled_at is null) as asked
     from case_task t
     left join lateral (select external_claim_ref from claim c where c.client_id = t.client_id and c.account_id = t.account_id and c.status = 'open'
       order by c.due_date nulls last, c.external_claim_ref limit 1) c on true
     where ${TAKEABLE} ${DUE} ${NEXT_FIRST} limit $5`,
    [tx.clientId, userId, isoInstant(now()), dueBy, most],
  );
}

/** A task that was taken, and whose it was before: the person's own, begun or not, or anybody's. */
export interface Picked {
  readonly task: Task;
  readonly was: 'begun' | 'given' | 'free';
}

/** A condition on `case_task t`: the person, $2, may take it at $3. */
const TAKEABLE = `t.client_id = $1 and t.status in ('new', 'active')
  and (t.recipient_id = $2 or ((t.status = 'new' and t.recipient_id is null or t.status = 'active' and coalesce(t.held_until, t.updated_at) <= $3) and ${worksTopic('$2')}))
  and (t.skipped_until is null or t.skipped_until <= $3)`;
/** Of the topics $4, where it names some. */
const WAITING = 'and ($4::text[] is null or t.topic_id = any($4))';
/** Due by $4, and nobody else has the account on the screen. */
const DUE = `and (t.due_date is null or t.due_date <= $4)
  and not exists (select from work_item w where w.client_id = t.client_id and w.account_id = t.account_id and w.status = 'held' and w.user_id <> $2 and w.held_until > $3)`;
const NEXT_FIRST = `order by t.recipient_id is distinct from $2, t.status = (case when t.recipient_id = $2 then 'new' else 'active' end), t.recipient_id is not null,
  t.due_date nulls last, t.created_at, t.task_id`;

/** @param which a further condition, with its values from $4 on. */
async function pickTask(tx: Tx, userId: Uuid, which: string, values: readonly unknown[]): Promise<Picked | null> {
  const at = isoInstant(now());
  const [row] = await tx.sql<TaskRow & Record<string, unknown>>(
    `select ${TASK_COLUMNS} from case_task t where ${TAKEABLE} ${which} ${NEXT_FIRST} limit 1 for update of t skip locked`,
    [tx.clientId, userId, at, ...values],
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
