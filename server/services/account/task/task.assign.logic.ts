/** Finds somebody for tasks that name nobody, by the logic of their topic's group. */
import type { Uuid } from '../../../../core/id.ts';
import type { GroupLogic } from '../../../../core/tasks.ts';
import { type Assignment, chooseAssignee, type Turn, type Worker } from '../../../../engine/work/assigning.ts';
import type { Tx } from '../../../platform/tenancy.ts';

/** A task that has no recipient yet. */
export interface UnassignedTask {
  readonly accountId: Uuid;
  readonly topicId: string;
}

interface Group {
  readonly logic: GroupLogic;
  turn: Turn;
  readonly before: string | null;
}

/**
 * Gives tasks in their order. The groups stay locked until the transaction ends, so that two transactions at once do not both give to the
 * same "next one", nor count the same open tasks.
 * @returns one answer each, in the same order; null for a topic without a group.
 */
export async function assignNewTasks(tx: Tx, tasks: readonly UnassignedTask[]): Promise<(Assignment | null)[]> {
  const none = tasks.map(() => null);
  if (tasks.length === 0) return none;
  const topics = new Map(
    (
      await tx.sql<{ topic_id: string; group_id: string; user_ids: Uuid[] }>(
        'select topic_id, group_id, user_ids from task_topic where client_id = $1 and topic_id = any($2::text[]) and group_id is not null',
        [tx.clientId, [...new Set(tasks.map((task) => task.topicId))]],
      )
    ).map((topic) => [topic.topic_id, topic]),
  );
  if (topics.size === 0) return none;
  const groups = await lockGroups(tx, [...new Set([...topics.values()].map((topic) => topic.group_id))]);
  const asked = tasks.filter((task) => topics.has(task.topicId));
  const assignees = await assigneesOf(
    tx,
    asked.map((task) => task.accountId),
  );
  const workers = await readWorkers(tx, [...new Set([...[...topics.values()].flatMap((topic) => topic.user_ids), ...assignees.values()])]);
  const given = tasks.map((task): Assignment | null => {
    const topic = topics.get(task.topicId);
    const group = topic && groups.get(topic.group_id);
    if (!group) return null;
    const ask = { userIds: topic.user_ids, logic: group.logic, assigneeUserId: assignees.get(task.accountId) ?? null };
    const answer = chooseAssignee(ask, workers, group.turn);
    group.turn = answer.turn;
    const worker = answer.userId === null ? undefined : workers.get(answer.userId);
    if (worker) workers.set(worker.userId, { ...worker, openTasks: worker.openTasks + 1 });
    return answer;
  });
  for (const [groupId, group] of groups)
    if (group.turn.last !== group.before)
      await tx.sql('update task_group set state = $3 where client_id = $1 and group_id = $2', [
        tx.clientId,
        groupId,
        JSON.stringify(group.turn),
      ]);
  return given;
}

async function lockGroups(tx: Tx, groupIds: readonly string[]): Promise<Map<string, Group>> {
  const rows = await tx.sql<{ group_id: string; logic: { kind: GroupLogic }; state: { last?: string | null } }>(
    'select group_id, logic, state from task_group where client_id = $1 and group_id = any($2::text[]) order by group_id for update',
    [tx.clientId, groupIds],
  );
  return new Map(
    rows.map(({ group_id, logic, state }) => [
      group_id,
      { logic: logic.kind, turn: { last: state.last ?? null }, before: state.last ?? null },
    ]),
  );
}

async function assigneesOf(tx: Tx, accountIds: readonly Uuid[]): Promise<Map<Uuid, Uuid>> {
  const rows = await tx.sql<{ account_id: Uuid; user_id: Uuid }>(
    `select account_id, assignee_user_id as user_id from account
     where client_id = $1 and account_id = any($2::uuid[]) and assignee_user_id is not null`,
    [tx.clientId, [...new Set(accountIds)]],
  );
  return new Map(rows.map((row) => [row.account_id, row.user_id]));
}

async function readWorkers(tx: Tx, userIds: readonly Uuid[]): Promise<Map<string, Worker>> {
  const rows = await tx.sql<{ userId: Uuid; name: string; active: boolean; available: boolean; openTasks: number }>(
    `select u.user_id as "userId", u.name, u.is_enabled and u.status not in ('removed', 'anonymized') as active,
       coalesce(u.availability ->> 'status', 'available') = 'available' as available,
       (select count(*)::int from case_task t where t.client_id = $1 and t.status <> 'resolved' and t.recipient_id = u.user_id) as "openTasks"
     from published.client_user u where u.client_id = $1 and u.user_id = any($2::uuid[])`,
    [tx.clientId, userIds],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}
