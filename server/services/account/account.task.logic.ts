/** Tasks: what a person shall look at. A task is held by at most one person; every change says which state it was made on. */
import { Fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { type CalendarDate, HOUR, type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaimAccountId, nameOf, requireAccount, requireUser } from './account.lookup.logic.ts';
import type { TaskStatus } from './account.tables.ts';

/** Hours for which a skipped task is not offered when nobody says how long. */
const SKIP_HOURS = 24;
const MAX_TEXT = 10_000;

/** A row of case_task with its debtor's name, as SQL or to_jsonb gives it. */
export interface TaskRow {
  readonly task_id: Uuid;
  readonly client_id: Uuid;
  readonly account_id: Uuid;
  readonly external_claim_ref: string | null;
  readonly topic_id: string;
  readonly note: string;
  readonly description: string;
  readonly tags: string[];
  readonly status: TaskStatus;
  readonly due_date: CalendarDate | null;
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

const moment = (value: string | Date | null): Instant | null => (value === null ? null : instant(value));

/** The task in the contract's shape. */
export function presentTask(row: TaskRow) {
  return {
    taskId: row.task_id,
    clientId: row.client_id,
    accountId: row.account_id,
    externalClaimRef: row.external_claim_ref,
    debtorFullName: row.debtor_name,
    note: row.note,
    description: row.description,
    dueDate: row.due_date,
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
  if (!row) throw notFound('Task');
  return presentTask(row);
}

export interface TaskInput {
  readonly accountId: Uuid;
  readonly externalClaimRef?: string | null;
  readonly topicId?: string | null;
  readonly note: string;
  readonly description?: string | null;
  readonly tags?: readonly string[] | null;
  readonly dueDate?: CalendarDate | null;
  readonly recipientId?: Uuid | null;
}

function checkTexts(
  task: { note?: string | null; description?: string | null; tags?: readonly string[] | null },
  needsNote: boolean,
): void {
  if ((needsNote || task.note != null) && !task.note?.trim()) throw invalid('task.note', 'A task needs to say what to do');
  for (const field of ['note', 'description'] as const)
    if ((task[field]?.length ?? 0) > MAX_TEXT) throw invalid(`task.${field}`, `At most ${MAX_TEXT} characters`);
  if ((task.tags?.length ?? 0) > 20 || task.tags?.some((tag) => tag.trim() === '' || tag.length > 60))
    throw invalid('task.tags', 'At most 20 tags of 1 to 60 characters');
}

/** @throws Fault NOT_FOUND for the account or claim, INVALID_INPUT naming the field */
export async function createTask(tx: Tx, input: TaskInput, userId: Uuid): Promise<Task> {
  checkTexts(input, true);
  await requireAccount(tx, input.accountId);
  if (input.externalClaimRef && (await findClaimAccountId(tx, input.externalClaimRef)) !== input.accountId) throw notFound('Claim');
  if (input.recipientId) await requireUser(tx, input.recipientId, 'task.recipientId');
  if (input.topicId) await requireTopic(tx, input.topicId);
  const [row] = await tx.sql<TaskRow & Record<string, unknown>>(
    `insert into case_task as t (client_id, task_id, account_id, external_claim_ref, topic_id, note, description, tags, due_date, recipient_id, sender_id, created_at, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $11) returning ${TASK_COLUMNS}`,
    [
      tx.clientId,
      uuidv7(),
      input.accountId,
      input.externalClaimRef || null,
      input.topicId || 'default',
      input.note,
      input.description ?? '',
      input.tags ?? [],
      input.dueDate ?? null,
      input.recipientId ?? null,
      userId,
      isoInstant(now()),
    ],
  );
  return announce(tx, 'taskCreated', row!);
}

export interface TaskChange {
  readonly topicId?: string | null;
  readonly note?: string | null;
  readonly description?: string | null;
  readonly tags?: readonly string[] | null;
  readonly dueDate?: CalendarDate | null;
}

/** Changes what a task says. A field that is absent stays; a dueDate of null is cleared. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function updateTask(tx: Tx, taskId: Uuid, change: TaskChange, revision: number | null, userId: Uuid): Promise<Task> {
  checkTexts(change, false);
  const task = await lockTask(tx, taskId, revision);
  if (change.topicId) await requireTopic(tx, change.topicId);
  return write(tx, 'taskChanged', task.task_id, userId, {
    ...(change.topicId ? { topic_id: change.topicId } : {}),
    ...(change.note != null ? { note: change.note } : {}),
    ...(change.description != null ? { description: change.description } : {}),
    ...(change.tags != null ? { tags: change.tags } : {}),
    ...(change.dueDate !== undefined ? { due_date: change.dueDate } : {}),
  });
}

/**
 * Takes a task. Taking one's own again changes nothing.
 * @param reopens whether a resolved one goes back to work. @throws Fault CONFLICT when somebody else holds it or it is resolved; NOT_FOUND
 */
export async function startTask(tx: Tx, taskId: Uuid, revision: number | null, userId: Uuid, reopens = false): Promise<Task> {
  const task = await lockTask(tx, taskId, null);
  await mayWork(tx, task, userId, reopens);
  if (task.status === 'active' && task.recipient_id === userId && task.skipped_until === null) return presentTask(task);
  checkRevision(task, revision);
  return write(tx, 'taskStarted', task.task_id, userId, {
    status: 'active',
    recipient_id: userId,
    skipped_until: null,
    resolved_at: null,
    resolver_id: null,
    resolution_note: null,
  });
}

/**
 * Takes the next task for a person: what they have started, then what is theirs, then what their topics offer; overdue and old ones first.
 * Rows that others are taking at this moment are passed over, so two callers never get the same. @returns null when nothing is left
 */
export async function startNextTask(tx: Tx, topicIds: readonly string[] | null, userId: Uuid): Promise<Task | null> {
  const at = isoInstant(now());
  const [row] = await tx.sql<TaskRow & Record<string, unknown>>(
    `select ${TASK_COLUMNS} from case_task t
     where t.client_id = $1 and t.status in ('new', 'active') and (t.recipient_id = $2 or (t.status = 'new' and t.recipient_id is null and ${worksTopic('$2')}))
       and (t.skipped_until is null or t.skipped_until <= $3) and ($4::text[] is null or t.topic_id = any($4))
     order by t.status, t.recipient_id is null, t.due_date nulls last, t.created_at, t.task_id limit 1 for update of t skip locked`,
    [tx.clientId, userId, at, topicIds],
  );
  if (!row) return null;
  if (row.status === 'active') return presentTask(row);
  return write(tx, 'taskStarted', row.task_id, userId, { status: 'active', recipient_id: userId, skipped_until: null });
}

/** Gives a task back to its topic until a moment. @throws Fault CONFLICT, NOT_FOUND, INVALID_INPUT for a moment that has passed */
export async function skipTask(tx: Tx, taskId: Uuid, until: Instant | null, revision: number | null, userId: Uuid): Promise<Task> {
  const at = until ?? instant(now() + SKIP_HOURS * HOUR);
  if (at <= now()) throw invalid('until', 'Skip it until a later moment');
  const task = await lockTask(tx, taskId, revision);
  await mayWork(tx, task, userId, false);
  return write(
    tx,
    'taskSkipped',
    task.task_id,
    userId,
    { status: 'new', recipient_id: null, skipped_until: isoInstant(at) },
    { until: isoInstant(at) },
  );
}

/** Ends a task. @throws Fault CONFLICT when somebody else holds it or it is resolved already; NOT_FOUND, INVALID_INPUT */
export async function resolveTask(
  tx: Tx,
  taskId: Uuid,
  resolutionNote: string | null,
  revision: number | null,
  userId: Uuid,
): Promise<Task> {
  checkResolution(resolutionNote);
  const task = await lockTask(tx, taskId, revision);
  await mayWork(tx, task, userId, false);
  return write(tx, 'taskResolved', task.task_id, userId, resolution(resolutionNote, userId), { resolutionNote });
}

/** Resolves many at once. @returns how many; those that others hold and resolved ones are left as they are */
export async function resolveTasks(tx: Tx, taskIds: readonly Uuid[], resolutionNote: string | null, userId: Uuid): Promise<number> {
  checkResolution(resolutionNote);
  const tasks = await lockTasks(tx, taskIds);
  const own = tasks.filter((task) => task.status === 'new' || task.recipient_id === userId);
  for (const task of own) await write(tx, 'taskResolved', task.task_id, userId, resolution(resolutionNote, userId), { resolutionNote });
  return own.length;
}

/** Gives a task to another person, or to its topic. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT for an unknown person */
export async function reassignTask(tx: Tx, taskId: Uuid, recipientId: Uuid | null, revision: number | null, userId: Uuid): Promise<Task> {
  if (recipientId) await requireUser(tx, recipientId, 'userId');
  const task = await lockTask(tx, taskId, revision);
  if (task.status === 'resolved') throw new Fault('CONFLICT', 'The task is resolved; there is nothing left to give away');
  if (task.recipient_id === recipientId) return presentTask(task);
  return write(
    tx,
    'taskReassigned',
    task.task_id,
    userId,
    { status: 'new', recipient_id: recipientId, skipped_until: null },
    { from: task.recipient_id, to: recipientId },
  );
}

/** Gives many tasks to a person, or to their topics. @returns how many changed hands */
export async function reassignTasks(tx: Tx, taskIds: readonly Uuid[], recipientId: Uuid | null, userId: Uuid): Promise<number> {
  if (recipientId) await requireUser(tx, recipientId, 'userId');
  const others = (await lockTasks(tx, taskIds)).filter((task) => task.recipient_id !== recipientId);
  for (const task of others)
    await write(
      tx,
      'taskReassigned',
      task.task_id,
      userId,
      { status: 'new', recipient_id: recipientId, skipped_until: null },
      { from: task.recipient_id, to: recipientId },
    );
  return others.length;
}

/** A condition on `case_task t`: the topic names the person, or names nobody. */
export function worksTopic(userId: string): string {
  return `not exists (select from task_topic o where o.client_id = t.client_id and o.topic_id = t.topic_id and cardinality(o.user_ids) > 0 and ${userId}::uuid <> all(o.user_ids))`;
}

async function requireTopic(tx: Tx, topicId: string): Promise<void> {
  if (topicId === 'default') return;
  const [found] = await tx.sql('select 1 from task_topic where client_id = $1 and topic_id = $2', [tx.clientId, topicId]);
  if (!found) throw invalid('task.topicId', 'There is no such topic');
}

async function lockTask(tx: Tx, taskId: Uuid, revision: number | null): Promise<TaskRow> {
  const [row] = isUuid(taskId)
    ? await tx.sql<TaskRow & Record<string, unknown>>(
        `select ${TASK_COLUMNS} from case_task t where t.client_id = $1 and t.task_id = $2 for update of t`,
        [tx.clientId, taskId],
      )
    : [];
  if (!row) throw notFound('Task');
  checkRevision(row, revision);
  return row;
}

/** Tasks a bulk change may name: what one screen can select. */
const MAX_BULK = 1000;

/** Locks the open ones among them, in the order of their ids so that two bulk changes wait instead of dead-locking. */
async function lockTasks(tx: Tx, taskIds: readonly Uuid[]): Promise<TaskRow[]> {
  if (taskIds.length > MAX_BULK) throw invalid('taskIds', `At most ${MAX_BULK} tasks at once`);
  return tx.sql<TaskRow & Record<string, unknown>>(
    `select ${TASK_COLUMNS} from case_task t where t.client_id = $1 and t.task_id = any($2::uuid[]) and t.status <> 'resolved' order by t.task_id for update of t`,
    [tx.clientId, taskIds.filter(isUuid)],
  );
}

function checkRevision(task: TaskRow, revision: number | null): void {
  if (revision !== null && revision !== task.revision)
    throw new Fault('CONFLICT', 'The task was changed meanwhile; look at it again', 'revision');
}

function checkResolution(note: string | null): void {
  if ((note?.length ?? 0) > MAX_TEXT) throw invalid('resolutionNote', `At most ${MAX_TEXT} characters`);
}

const resolution = (resolutionNote: string | null, userId: Uuid) => ({
  status: 'resolved',
  resolution_note: resolutionNote,
  resolved_at: isoInstant(now()),
  resolver_id: userId,
  skipped_until: null,
});

/** One person at a time: an active task is its recipient's, a new one is its recipient's or anybody's. */
async function mayWork(tx: Tx, task: TaskRow, userId: Uuid, reopens: boolean): Promise<void> {
  if (task.status === 'resolved') {
    if (reopens) return;
    throw new Fault('CONFLICT', `${await nameOf(tx, task.resolver_id)} has resolved the task`);
  }
  if (task.recipient_id === null || task.recipient_id === userId) return;
  const name = await nameOf(tx, task.recipient_id);
  throw new Fault('CONFLICT', task.status === 'active' ? `${name} works on this task` : `The task is assigned to ${name}`);
}

async function write(
  tx: Tx,
  messageType: string,
  taskId: Uuid,
  userId: Uuid,
  change: Record<string, unknown>,
  payload: Record<string, unknown> = {},
): Promise<Task> {
  const columns = Object.keys(change);
  const [row] = await tx.sql<TaskRow & Record<string, unknown>>(
    `update case_task t set ${columns.map((column, index) => `${column} = $${index + 5}, `).join('')}updated_at = $3, updated_by = $4, revision = revision + 1
     where t.client_id = $1 and t.task_id = $2 returning ${TASK_COLUMNS}`,
    [tx.clientId, taskId, isoInstant(now()), userId, ...Object.values(change)],
  );
  return announce(tx, messageType, row!, payload);
}

async function announce(tx: Tx, messageType: string, row: TaskRow, payload: Record<string, unknown> = {}): Promise<Task> {
  await appendEvents(tx, [
    {
      messageType,
      accountId: row.account_id,
      externalClaimRef: row.external_claim_ref,
      payload: {
        taskId: row.task_id,
        note: row.note,
        topicId: row.topic_id,
        recipientId: row.recipient_id,
        dueDate: row.due_date,
        ...payload,
      },
    },
  ]);
  return presentTask(row);
}
