/** The task queue: lists of tasks and their topics. */
import { invalid } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { presentTask, TASK_COLUMNS, type TaskRow, worksTopic } from './account.task.logic.ts';

/** Specification 3, section 9. */
export const DEFAULT_TASK_PAGE = 1;
export const DEFAULT_TASK_LIMIT = 10;
const MAX_LIMIT = 100;
const STATUSES = ['new', 'active', 'resolved'];

export interface TaskFilter {
  readonly userId?: Uuid | null;
  readonly topicIds?: string[] | null;
  readonly groupIds?: string[] | null;
  readonly taskIds?: Uuid[] | null;
  readonly accountId?: Uuid | null;
  readonly statuses?: string[] | null;
  readonly due?: boolean | null;
}

export interface TaskListRequest {
  readonly filter?: TaskFilter | null;
  readonly page?: number | null;
  readonly limit?: number | null;
}

/**
 * @param own the person whose list it is: theirs, and what nobody has in their topics. Without one: everybody's.
 * @returns a page in the order of work. @throws Fault INVALID_INPUT naming the argument
 */
export async function listTasks(tx: Tx, request: TaskListRequest, own: Uuid | null) {
  const filter = request.filter ?? {};
  const page = request.page ?? DEFAULT_TASK_PAGE;
  const limit = request.limit ?? DEFAULT_TASK_LIMIT;
  if (page < 1) throw invalid('page', 'Pages start at 1');
  if (limit < 1 || limit > MAX_LIMIT) throw invalid('limit', `A page holds 1 to ${MAX_LIMIT} tasks`);
  const statuses = filter.statuses ?? ['new', 'active'];
  const wrong = statuses.find((status) => !STATUSES.includes(status));
  if (wrong !== undefined) throw invalid('filter.statuses', `There is no status "${wrong.slice(0, 40)}"`);

  const values: unknown[] = [tx.clientId];
  const value = (next: unknown) => `$${values.push(next)}`;
  const ids = (list: readonly string[]) => `any(${value(list.filter(isUuid))}::uuid[])`;
  const parts = ['t.client_id = $1', `t.status = any(${value(statuses)}::text[])`];
  if (filter.userId) parts.push(`t.recipient_id = ${ids([filter.userId])}`);
  if (filter.accountId) parts.push(`t.account_id = ${ids([filter.accountId])}`);
  if (filter.taskIds) parts.push(`t.task_id = ${ids(filter.taskIds)}`);
  if (filter.topicIds) parts.push(`t.topic_id = any(${value(filter.topicIds)}::text[])`);
  if (filter.groupIds)
    parts.push(
      `t.topic_id in (select topic_id from task_topic g where g.client_id = $1 and g.group_id = any(${value(filter.groupIds)}::text[]))`,
    );
  if (filter.due) parts.push(`(t.skipped_until is null or t.skipped_until <= ${value(isoInstant(now()))})`);
  if (own) {
    const user = value(own);
    parts.push(
      `(t.recipient_id = ${user} or t.resolver_id = ${user} or (t.recipient_id is null and t.status = 'new' and ${worksTopic(user)}))`,
    );
  }
  const order = statuses.every((status) => status === 'resolved')
    ? 't.resolved_at desc, t.task_id'
    : 't.due_date nulls last, t.created_at, t.task_id';
  const where = parts.join(' and ');
  const rows = await tx.sql<TaskRow & { total: number }>(
    `select ${TASK_COLUMNS}, (select count(*)::int from case_task t where ${where}) as total
     from case_task t where ${where} order by ${order} limit ${value(limit)} offset ${value((page - 1) * limit)}`,
    values,
  );
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countTasks(tx, where, values.slice(0, -2)));
  return { tasks: rows.map(presentTask), total, page, limit, filter };
}

/** A page past the end has no row that could carry the total. */
async function countTasks(tx: Tx, where: string, values: unknown[]): Promise<number> {
  const [row] = await tx.sql<{ total: number }>(`select count(*)::int as total from case_task t where ${where}`, values);
  return row?.total ?? 0;
}

/** @returns topics by name, the default one first (specification 2, section 9), whether or not the client has named any. */
export async function listTopics(tx: Tx) {
  const rows = await tx.sql<{ topicId: string; groupId: string | null; name: string | null; userIds: Uuid[] | null; openTasks: number }>(
    `select topic_id as "topicId", o.group_id as "groupId", o.name, o.user_ids as "userIds", coalesce(c.open, 0) as "openTasks"
     from (select topic_id from task_topic where client_id = $1 union select 'default') names
     left join task_topic o using (topic_id)
     left join (select topic_id, count(*)::int as open from case_task where client_id = $1 and status <> 'resolved' group by topic_id) c using (topic_id)
     where o.client_id is null or o.client_id = $1
     order by topic_id <> 'default', lower(coalesce(o.name, topic_id)), topic_id`,
    [tx.clientId],
  );
  return rows.map((row) => ({ ...row, clientId: tx.clientId, name: row.name ?? row.topicId, userIds: row.userIds ?? [] }));
}
