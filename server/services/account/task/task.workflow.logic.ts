/** Tasks of workflow steps: there while a person shall do the step, and over with it. The workflows service stands above and calls these. */
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { DEFAULT_TOPIC, WORKFLOW_TAG } from '../../../../core/tasks.ts';
import { type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { assignNewTasks } from './task.assign.logic.ts';
import { reassigned, resolution } from './task.logic.ts';
import { TASK_COLUMNS, type TaskRow, taskEvent, writeTasks } from './task.row.logic.ts';

export interface WorkflowTask {
  /** Makes the task once. */
  readonly effectKey: string;
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  /** What is to be done. */
  readonly note: string;
  /** The workflow's name. */
  readonly description: string;
  readonly groupName: string | null;
  readonly recipientId: Uuid | null;
  /** Nobody in particular, but not whoever comes first: people of a role. */
  readonly isOfRole: boolean;
  readonly dueDate: CalendarDate | null;
}

/** @returns the topic that a group's tasks go to, its oldest, by the group's name; groups without topics have none. */
export async function groupTopics(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await tx.sql<{ name: string; topic_id: string }>(
    `select distinct on (g.name) g.name, t.topic_id from task_group g join task_topic t on t.client_id = g.client_id and t.group_id = g.group_id
     where g.client_id = $1 and g.name = any($2::text[]) order by g.name, g.group_id, t.created_at, t.topic_id`,
    [tx.clientId, [...new Set(names)]],
  );
  return new Map(rows.map((row) => [row.name, row.topic_id]));
}

/** Puts a step's task into the queue. @returns its id and whose it is. */
export async function createWorkflowTask(tx: Tx, task: WorkflowTask): Promise<{ taskId: Uuid; recipientId: Uuid | null }> {
  const topics = await groupTopics(tx, task.groupName ? [task.groupName] : []);
  const topicId = topics.get(task.groupName ?? '') ?? DEFAULT_TOPIC;
  const [given] = task.recipientId || task.isOfRole ? [] : await assignNewTasks(tx, [{ accountId: task.accountId, topicId }]);
  const [row] = await tx.sql<TaskRow & Record<string, unknown>>(
    `insert into case_task as t (client_id, task_id, effect_key, account_id, external_claim_ref, topic_id, note, description, tags, due_date, due_date_option,
       recipient_id, sender_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $10::date is not null then 'date' end, $11, 'workflow', $12, $12)
     returning ${TASK_COLUMNS}`,
    [
      tx.clientId,
      uuidv7(),
      task.effectKey,
      task.accountId,
      task.externalClaimRef,
      topicId,
      task.note,
      task.description,
      [WORKFLOW_TAG],
      task.dueDate,
      task.recipientId ?? given?.userId ?? null,
      isoInstant(now()),
    ],
  );
  await appendEvents(tx, [taskEvent('taskCreated', row!, given ? { why: given.why } : {})]);
  return { taskId: row!.task_id, recipientId: row!.recipient_id };
}

/** Resolves tasks whose steps are done or no longer needed, whoever has them. @param userId null: the product. */
export async function endWorkflowTasks(tx: Tx, taskIds: readonly Uuid[], note: string | null, userId: Uuid | null): Promise<void> {
  const open = await openTasks(tx, taskIds);
  const ids = open.map((task) => task.taskId);
  await writeTasks(tx, 'taskResolved', ids, userId, resolution(note, userId), () => ({ resolutionNote: note }));
}

/** Gives a step's task to somebody else, or to everybody. */
export async function reassignWorkflowTask(tx: Tx, taskId: Uuid, recipientId: Uuid | null, userId: Uuid | null): Promise<void> {
  const [open] = await openTasks(tx, [taskId]);
  if (!open || open.recipientId === recipientId) return;
  const change = { from: open.recipientId, to: recipientId };
  await writeTasks(tx, 'taskReassigned', [taskId], userId, reassigned(recipientId), () => change);
}

/** Locks in the order of ids, as every change of many tasks does. */
async function openTasks(tx: Tx, taskIds: readonly Uuid[]): Promise<{ taskId: Uuid; recipientId: Uuid | null }[]> {
  if (taskIds.length === 0) return [];
  return tx.sql<{ taskId: Uuid; recipientId: Uuid | null }>(
    `select task_id as "taskId", recipient_id as "recipientId" from case_task
     where client_id = $1 and task_id = any($2::uuid[]) and status <> 'resolved' order by task_id for update`,
    [tx.clientId, taskIds],
  );
}
