/** A task as it is kept and shown, and the one way it is locked and written. */
import type { EventTypeOf } from '../../../../core/events/catalogue.ts';
import type { TASK } from '../../../../core/events/task.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { HELP_NOTE } from '../../../../core/help.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import type { TaskMatter } from '../../../../core/tasks.ts';
import { type CalendarDate, type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type Besides, composeEvent, type NewEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { TaskStatus } from './task.tables.ts';

/** A row of case_task with its debtor's name, as SQL or to_jsonb gives it. */
export interface TaskRow {
  readonly task_id: Uuid;
  readonly client_id: Uuid;
  readonly account_id: Uuid;
  readonly external_claim_ref: string | null;
  readonly topic_id: string;
  readonly note: string;
  readonly matter: TaskMatter | null;
  readonly matter_values: Readonly<Record<string, string>>;
  readonly description: string;
  readonly tags: string[];
  readonly status: TaskStatus;
  readonly due_date: CalendarDate | null;
  readonly due_date_option: string | null;
  readonly due_date_value: number | null;
  readonly held_until: string | Date | null;
  readonly sender_id: string | null;
  readonly recipient_id: Uuid | null;
  readonly skipped_until: string | Date | null;
  readonly resolution_note: string | null;
  readonly resolved_at: string | Date | null;
  readonly resolver_id: Uuid | null;
  readonly blueprint_name: string | null;
  readonly created_at: string | Date;
  readonly updated_at: string | Date;
  readonly updated_by: string | null;
  readonly revision: number;
  readonly debtor_name: string;
}

/** @returns a task's name and matter: what the product named has no name of its own. */
export function namedBy(row: Pick<TaskRow, 'note' | 'matter' | 'matter_values' | 'sender_id'>) {
  const isOld = row.note === HELP_NOTE && row.sender_id === 'debtor';
  const key = row.matter ?? (isOld ? 'help' : null);
  return { note: isOld ? '' : row.note, matter: key && { key, values: row.matter_values } };
}

function eventName(row: TaskRow) {
  const { note, matter } = namedBy(row);
  return { note, ...(matter && { matter: matter.key, values: matter.values }) };
}

const moment = (value: string | Date | null): Instant | null => (value === null ? null : instant(value));

/** The task in the contract's shape. */
export function presentTask(row: TaskRow) {
  return {
    taskId: row.task_id,
    clientId: row.client_id,
    accountId: row.account_id,
    externalClaimRef: row.external_claim_ref,
    debtorFullName: row.debtor_name,
    ...namedBy(row),
    description: row.description,
    dueDate: row.due_date,
    dueDateOption: row.due_date_option,
    dueDateValue: row.due_date_value,
    heldUntil: row.status === 'active' ? moment(row.held_until) : null,
    senderId: row.sender_id,
    recipientId: row.recipient_id,
    skippedUntil: moment(row.skipped_until),
    resolutionNote: row.resolution_note,
    resolvedAt: moment(row.resolved_at),
    resolverId: row.resolver_id,
    status: row.status,
    tags: row.tags,
    topicId: row.topic_id,
    blueprintName: row.blueprint_name,
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    updatedBy: row.updated_by,
    revision: row.revision,
  };
}
export type Task = ReturnType<typeof presentTask>;

/** The columns of a task for `case_task t`. */
export const TASK_COLUMNS = `t.*, coalesce((select a.debtor_name from account a where a.client_id = t.client_id and a.account_id = t.account_id), '') as debtor_name`;

/** @throws Fault NOT_FOUND */
export async function readTask(tx: Tx, taskId: Uuid): Promise<Task> {
  const [row] = isUuid(taskId)
    ? await tx.sql<TaskRow & Record<string, unknown>>(`select ${TASK_COLUMNS} from case_task t where t.client_id = $1 and t.task_id = $2`, [
        tx.clientId,
        taskId,
      ])
    : [];
  if (!row) throw notFound('taskNotFound');
  return presentTask(row);
}

/** @returns tasks by their ids; unknown ones are absent. */
export async function readTasks(tx: Tx, taskIds: readonly Uuid[]): Promise<ReadonlyMap<Uuid, Task>> {
  const rows = await tx.sql<TaskRow & Record<string, unknown>>(
    `select ${TASK_COLUMNS} from case_task t where t.client_id = $1 and t.task_id = any($2::uuid[])`,
    [tx.clientId, taskIds],
  );
  return new Map(rows.map((row) => [row.task_id, presentTask(row)]));
}

/** Locks a task until the transaction ends. @param revision the state a change was made on; null: whatever it is. @throws Fault NOT_FOUND, CONFLICT */
export async function lockTask(tx: Tx, taskId: Uuid, revision: number | null): Promise<TaskRow> {
  const [row] = isUuid(taskId)
    ? await tx.sql<TaskRow & Record<string, unknown>>(
        `select ${TASK_COLUMNS} from case_task t where t.client_id = $1 and t.task_id = $2 for update of t`,
        [tx.clientId, taskId],
      )
    : [];
  if (!row) throw notFound('taskNotFound');
  checkRevision(row, revision);
  return row;
}

/** Tasks a bulk change may name: what one screen can select. */
const MAX_BULK = 1000;

/** Locks the open ones among them, in the order of their ids so that two bulk changes wait instead of dead-locking. */
export async function lockTasks(tx: Tx, taskIds: readonly Uuid[]): Promise<TaskRow[]> {
  if (taskIds.length > MAX_BULK) throw invalid('taskIds', 'taskMany', { number: MAX_BULK });
  return tx.sql<TaskRow & Record<string, unknown>>(
    `select ${TASK_COLUMNS} from case_task t where t.client_id = $1 and t.task_id = any($2::uuid[]) and t.status <> 'resolved' order by t.task_id for update of t`,
    [tx.clientId, taskIds.filter(isUuid)],
  );
}

export function checkRevision(task: TaskRow, revision: number | null): void {
  if (revision !== null && revision !== task.revision) throw fault('CONFLICT', 'taskChanged', {}, 'revision');
}

type TaskEvent = Extract<EventTypeOf<'task'>, `task${string}`>;

/** Writes columns of a locked task and tells of it. */
export async function writeTask<Type extends TaskEvent>(
  tx: Tx,
  messageType: Type,
  taskId: Uuid,
  userId: Uuid,
  change: Record<string, unknown>,
  payload: Besides<Type, typeof TASK>,
): Promise<Task> {
  const [task] = await writeTasks(tx, messageType, [taskId], userId, change, () => payload);
  return task!;
}

/** The same for many tasks with one statement and one append. @param payload what the event of a task says besides. @returns them as they are now. */
export async function writeTasks<Type extends TaskEvent>(
  tx: Tx,
  messageType: Type,
  taskIds: readonly Uuid[],
  userId: Uuid | null,
  change: Record<string, unknown>,
  payload: (taskId: Uuid) => Besides<Type, typeof TASK>,
): Promise<Task[]> {
  if (taskIds.length === 0) return [];
  const columns = Object.keys(change);
  const rows = await tx.sql<TaskRow & Record<string, unknown>>(
    `update case_task t set ${columns.map((column, index) => `${column} = $${index + 5}, `).join('')}updated_at = $3, updated_by = $4, revision = revision + 1
     where t.client_id = $1 and t.task_id = any($2::uuid[]) returning ${TASK_COLUMNS}`,
    [tx.clientId, taskIds, isoInstant(now()), userId, ...Object.values(change)],
  );
  await appendEvents(
    tx,
    rows.map((row) => taskEvent(messageType, row, payload(row.task_id))),
  );
  return rows.map(presentTask);
}

/** What the log says of a task. */
export function taskEvent<Type extends TaskEvent>(messageType: Type, row: TaskRow, payload: Besides<Type, typeof TASK>): NewEvent {
  const about = { accountId: row.account_id, externalClaimRef: row.external_claim_ref };
  const common = { taskId: row.task_id, ...eventName(row), topicId: row.topic_id, recipientId: row.recipient_id, dueDate: row.due_date };
  return composeEvent(messageType, about, common, payload);
}
