/** Tasks: what a person shall look at. A task is held by at most one person; every change says which state it was made on. */
import { collectFaults } from '../../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { DEFAULT_TOPIC } from '../../../../core/tasks.ts';
import { HOUR, type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { findClaimAccountId, nameOf, requireAccount, requireUser } from '../ground/lookup.logic.ts';
import { assignNewTasks } from './task.assign.logic.ts';
import { type DueChoice, dueOf } from './task.due.logic.ts';
import { holdUntil } from './task.next.logic.ts';
import { checkRevision, lockTask, presentTask, TASK_COLUMNS, type Task, type TaskRow, taskEvent, writeTask } from './task.row.logic.ts';

/** Hours for which a skipped task is not offered when nobody says how long. */
const SKIP_HOURS = 24;
const MAX_TEXT = 10_000;

export interface TaskInput extends DueChoice {
  readonly accountId: Uuid;
  readonly externalClaimRef?: string | null;
  readonly topicId?: string | null;
  readonly note: string;
  readonly description?: string | null;
  readonly tags?: readonly string[] | null;
  readonly recipientId?: Uuid | null;
}

function checkTexts(
  task: { note?: string | null; description?: string | null; tags?: readonly string[] | null },
  needsNote: boolean,
): void {
  collectFaults((check) => {
    check(() => {
      if ((needsNote || task.note != null) && !task.note?.trim()) throw invalid('task.note', 'taskNeedsNote');
    });
    for (const field of ['note', 'description'] as const)
      check(() => {
        if ((task[field]?.length ?? 0) > MAX_TEXT) throw invalid(`task.${field}`, 'atMostCharacters', { number: MAX_TEXT });
      });
    check(() => {
      if ((task.tags?.length ?? 0) > 20 || task.tags?.some((tag) => tag.trim() === '' || tag.length > 60))
        throw invalid('task.tags', 'taskTags');
    });
  });
}

/**
 * Makes a task. Without a recipient the logic of its topic's group finds one, if it has one; the event says why.
 * @throws Fault NOT_FOUND for the account or claim, INVALID_INPUT naming the field
 */
export async function createTask(tx: Tx, input: TaskInput, userId: Uuid): Promise<Task> {
  const due = await collectFaults(async (check) => {
    check(() => checkTexts(input, true));
    await requireAccount(tx, input.accountId);
    if (input.externalClaimRef && (await findClaimAccountId(tx, input.externalClaimRef)) !== input.accountId)
      throw notFound('claimNotFound');
    await check(async () => input.recipientId && requireUser(tx, input.recipientId, 'task.recipientId'));
    await check(async () => input.topicId && requireTopic(tx, input.topicId));
    return check(() => dueOf(tx, input, 'task'));
  });
  const topicId = input.topicId || DEFAULT_TOPIC;
  const [given] = input.recipientId ? [] : await assignNewTasks(tx, [{ accountId: input.accountId, topicId }]);
  const [row] = await tx.sql<TaskRow & Record<string, unknown>>(
    `insert into case_task as t (client_id, task_id, account_id, external_claim_ref, topic_id, note, description, tags, due_date, due_date_option, due_date_value,
       recipient_id, sender_id, created_at, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $13) returning ${TASK_COLUMNS}`,
    [
      tx.clientId,
      uuidv7(),
      input.accountId,
      input.externalClaimRef || null,
      topicId,
      input.note,
      input.description ?? '',
      input.tags ?? [],
      due?.due_date ?? null,
      due?.due_date_option ?? null,
      due?.due_date_value ?? null,
      input.recipientId ?? given?.userId ?? null,
      userId,
      isoInstant(now()),
    ],
  );
  await appendEvents(tx, [taskEvent('taskCreated', row!, given ? { why: given.why } : {})]);
  return presentTask(row!);
}

export interface TaskChange extends DueChoice {
  readonly topicId?: string | null;
  readonly note?: string | null;
  readonly description?: string | null;
  readonly tags?: readonly string[] | null;
}

/** Changes what a task says. A field that is absent stays; a dueDate of null is cleared. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function updateTask(tx: Tx, taskId: Uuid, change: TaskChange, revision: number | null, userId: Uuid): Promise<Task> {
  const { task, due } = await collectFaults(async (check) => {
    check(() => checkTexts(change, false));
    const task = await lockTask(tx, taskId, revision);
    await check(async () => change.topicId && requireTopic(tx, change.topicId));
    return { task, due: await check(() => dueOf(tx, change, 'task')) };
  });
  const columns = {
    ...(change.topicId ? { topic_id: change.topicId } : {}),
    ...(change.note != null ? { note: change.note } : {}),
    ...(change.description != null ? { description: change.description } : {}),
    ...(change.tags != null ? { tags: change.tags } : {}),
    ...due,
  };
  const changes = Object.entries(columns)
    .map(([column, to]) => ({ field: FIELDS[column] ?? column, from: task[column as keyof TaskRow], to }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
  if (changes.length === 0) return presentTask(task);
  return writeTask(tx, 'taskChanged', task.task_id, userId, columns, { changes: changes.map(inWords) });
}

/** Columns under the names of the contract. */
const FIELDS: Readonly<Record<string, string>> = {
  topic_id: 'topicId',
  due_date: 'dueDate',
  due_date_option: 'dueDateOption',
  due_date_value: 'dueDateValue',
};
const inWords = ({ field, from, to }: { field: string; from: unknown; to: unknown }) =>
  Array.isArray(to) ? { field, from: (from as string[]).join(', '), to: to.join(', ') } : { field, from, to };

/**
 * Takes a task and holds it for a while; the open screen says so again (holdTask). Taking one's own again changes nothing but that. What
 * somebody began and let go of is taken over, and the event says from whom.
 * @param reopens whether a resolved one goes back to work. @throws Fault CONFLICT when somebody else holds it or it is resolved; NOT_FOUND
 */
export async function startTask(tx: Tx, taskId: Uuid, revision: number | null, userId: Uuid, reopens = false): Promise<Task> {
  const task = await lockTask(tx, taskId, null);
  await mayWork(tx, task, userId, { reopens, takesOver: true });
  if (task.status === 'active' && task.recipient_id === userId && task.skipped_until === null) return holdOn(tx, task);
  checkRevision(task, revision);
  const takenFrom = task.status === 'active' && task.recipient_id !== userId ? { takenFrom: task.recipient_id } : {};
  return writeTask(
    tx,
    'taskStarted',
    task.task_id,
    userId,
    {
      status: 'active',
      recipient_id: userId,
      skipped_until: null,
      resolved_at: null,
      resolver_id: null,
      resolution_note: null,
      held_until: isoInstant(holdUntil()),
    },
    takenFrom,
  );
}

/** The screen that works a task says that somebody still does. No event: nothing changed. @throws Fault CONFLICT naming who has it now; NOT_FOUND */
export async function holdTask(tx: Tx, taskId: Uuid, userId: Uuid): Promise<Task> {
  const task = await lockTask(tx, taskId, null);
  await mayWork(tx, task, userId, {});
  if (task.status !== 'active' || task.recipient_id !== userId) throw fault('CONFLICT', 'taskNotYours');
  return holdOn(tx, task);
}

async function holdOn(tx: Tx, task: TaskRow): Promise<Task> {
  const until = holdUntil();
  await tx.sql('update case_task set held_until = $3 where client_id = $1 and task_id = $2', [
    tx.clientId,
    task.task_id,
    isoInstant(until),
  ]);
  return { ...presentTask(task), heldUntil: until };
}

/**
 * Leaves a task out of what is offered until a moment. @param more why, and who has it then: nobody unless said, `keeps` for whoever has it now.
 * @throws Fault CONFLICT, NOT_FOUND, INVALID_INPUT for a moment that has passed
 */
export async function skipTask(
  tx: Tx,
  taskId: Uuid,
  until: Instant | null,
  revision: number | null,
  userId: Uuid,
  { reason = '', recipientId = null }: { reason?: string; recipientId?: Uuid | 'keeps' | null } = {},
): Promise<Task> {
  const at = until ?? instant(now() + SKIP_HOURS * HOUR);
  if (at <= now()) throw invalid('until', 'taskUntil');
  const task = await lockTask(tx, taskId, revision);
  await mayWork(tx, task, userId, {});
  return writeTask(
    tx,
    'taskSkipped',
    task.task_id,
    userId,
    {
      status: 'new',
      recipient_id: recipientId === 'keeps' ? task.recipient_id : recipientId,
      skipped_until: isoInstant(at),
      held_until: null,
    },
    { until: isoInstant(at), ...(reason ? { reason } : {}) },
  );
}

/** Ends a snooze before its time. @returns the task as it is when it isn’t snoozed. @throws Fault CONFLICT, NOT_FOUND */
export async function unsnoozeTask(tx: Tx, taskId: Uuid, revision: number | null, userId: Uuid): Promise<Task> {
  const task = await lockTask(tx, taskId, revision);
  await mayWork(tx, task, userId, {});
  if (task.skipped_until === null) return presentTask(task);
  return writeTask(tx, 'taskUnsnoozed', task.task_id, userId, { skipped_until: null }, {});
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
  await mayWork(tx, task, userId, {});
  return writeTask(tx, 'taskResolved', task.task_id, userId, resolution(resolutionNote, userId), { resolutionNote });
}

/** Gives a task to another person, or to its topic. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT for an unknown person */
export async function reassignTask(tx: Tx, taskId: Uuid, recipientId: Uuid | null, revision: number | null, userId: Uuid): Promise<Task> {
  if (recipientId) await requireUser(tx, recipientId, 'userId');
  const task = await lockTask(tx, taskId, revision);
  if (task.status === 'resolved') throw fault('CONFLICT', 'taskDone');
  if (task.recipient_id === recipientId) return presentTask(task);
  return writeTask(tx, 'taskReassigned', task.task_id, userId, reassigned(recipientId), { from: task.recipient_id, to: recipientId });
}

/** What becomes of a task that goes to somebody else: nobody works on it any more. */
export const reassigned = (recipientId: Uuid | null) => ({
  status: 'new',
  recipient_id: recipientId,
  skipped_until: null,
  held_until: null,
});

async function requireTopic(tx: Tx, topicId: string): Promise<void> {
  if (topicId === 'default') return;
  const [found] = await tx.sql('select 1 from task_topic where client_id = $1 and topic_id = $2', [tx.clientId, topicId]);
  if (!found) throw invalid('task.topicId', 'topicNotFound');
}

export function checkResolution(note: string | null): void {
  if ((note?.length ?? 0) > MAX_TEXT) throw invalid('resolutionNote', 'atMostCharacters', { number: MAX_TEXT });
}

export const resolution = (resolutionNote: string | null, userId: Uuid | null) => ({
  status: 'resolved',
  resolution_note: resolutionNote,
  resolved_at: isoInstant(now()),
  resolver_id: userId,
  skipped_until: null,
  held_until: null,
});

interface Taking {
  /** A resolved one goes back to work. */
  readonly reopens?: boolean;
  /** One that somebody began and let go of is taken over. */
  readonly takesOver?: boolean;
}

/** One person at a time: an active task is its recipient's while they hold it, a new one is its recipient's or anybody's. */
async function mayWork(tx: Tx, task: TaskRow, userId: Uuid, { reopens = false, takesOver = false }: Taking): Promise<void> {
  if (task.status === 'resolved') {
    if (reopens) return;
    throw fault('CONFLICT', 'taskResolved', { name: await nameOf(tx, task.resolver_id) });
  }
  if (task.recipient_id === null || task.recipient_id === userId) return;
  const name = await nameOf(tx, task.recipient_id);
  if (task.status === 'new') throw fault('CONFLICT', 'taskAssigned', { name });
  const lapsed = instant(task.held_until ?? task.updated_at) <= now();
  if (lapsed && takesOver) return;
  throw fault('CONFLICT', lapsed ? 'taskBegun' : 'taskTaken', { name });
}
