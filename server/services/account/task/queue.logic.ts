/** The task queue: lists of tasks. */
import { invalid } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { DEFAULT_TASK_LIMIT, DEFAULT_TASK_PAGE } from '../../../../core/tasks.ts';
import { type CalendarDate, daysBetween, isoInstant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import type { CaseManagementTaskOrder, CaseManagementTaskOrderField } from '../account.graphql.ts';
import { worksTopic } from './task.next.logic.ts';
import { presentTask, TASK_COLUMNS, type TaskRow } from './task.row.logic.ts';

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
  readonly userIds?: Uuid[] | null;
  readonly unassigned?: boolean | null;
  readonly tags?: string[] | null;
  readonly dueDateRange?: { readonly from?: CalendarDate | null; readonly to?: CalendarDate | null } | null;
  readonly queryText?: string | null;
}

export interface TaskListRequest {
  readonly filter?: TaskFilter | null;
  readonly order?: CaseManagementTaskOrderField | null;
  readonly page?: number | null;
  readonly limit?: number | null;
}

/** What `case_task t` with its `account a` is sorted by. Days past due grow as the due date gets older. */
const ORDERS: Readonly<Record<CaseManagementTaskOrder, { readonly expression: string; readonly reversed?: boolean }>> = {
  dueDate: { expression: 't.due_date' },
  totalAmount: { expression: 'a.total_amount' },
  daysPastDue: { expression: 'a.oldest_due_date', reversed: true },
  debtorFullName: { expression: 'lower(a.debtor_name)' },
  createdAt: { expression: 't.created_at' },
};

/** @returns the SQL of an order in which no two tasks are equal, so that pages neither repeat nor leave out one. */
function orderOf({ field, descending }: CaseManagementTaskOrderField): string {
  const { expression, reversed = false } = ORDERS[field];
  return `${expression} ${(descending ?? false) === reversed ? 'asc' : 'desc'} nulls last, t.created_at, t.task_id`;
}

interface QueueRow extends TaskRow, Record<string, unknown> {
  readonly total: number;
  readonly total_amount: bigint | null;
  readonly currency: string | null;
  readonly oldest_due_date: CalendarDate | null;
}

/**
 * @param own the person whose list it is: theirs, and what nobody has in their topics. Without one: everybody's.
 * @returns a page in the order asked for, or of work; each task with what its account owes and how late it is. @throws Fault INVALID_INPUT naming the argument
 */
export async function listTasks(tx: Tx, request: TaskListRequest, own: Uuid | null) {
  const filter = request.filter ?? {};
  const page = request.page ?? DEFAULT_TASK_PAGE;
  const limit = request.limit ?? DEFAULT_TASK_LIMIT;
  if (page < 1) throw invalid('page', 'pageStart', { first: 1 });
  if (limit < 1 || limit > MAX_LIMIT) throw invalid('limit', 'pageSize', { most: MAX_LIMIT });
  const { where, order, values } = queueOf(tx, filter, own);
  const rows = await tx.sql<QueueRow>(
    `select ${TASK_COLUMNS}, a.total_amount, a.currency, a.oldest_due_date, (select count(*)::int from case_task t where ${where}) as total
     from case_task t left join account a on a.client_id = t.client_id and a.account_id = t.account_id
     where ${where} order by ${request.order ? orderOf(request.order) : order} limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, (page - 1) * limit],
  );
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countTasks(tx, where, values));
  const today = localDate(now(), (await readLocality(tx)).timezone);
  const tasks = rows.map((row) => ({
    ...presentTask(row),
    totalAmount: row.total_amount === null || row.currency === null ? null : { minor: row.total_amount, currency: row.currency },
    currency: row.currency,
    daysPastDue: row.oldest_due_date === null ? null : daysBetween(row.oldest_due_date, today),
  }));
  return { tasks, total, page, limit, filter };
}

/** @returns what a list of tasks is made of: conditions on `case_task t`, their values, and the order of work. @throws Fault INVALID_INPUT naming the argument */
export function queueOf(tx: Tx, filter: TaskFilter, own: Uuid | null): { where: string; order: string; values: unknown[] } {
  const statuses = filter.statuses ?? ['new', 'active'];
  const wrong = statuses.find((status) => !STATUSES.includes(status));
  if (wrong !== undefined) throw invalid('filter.statuses', 'unknownName', { name: wrong.slice(0, 40) });

  const values: unknown[] = [tx.clientId];
  const value = (next: unknown) => `$${values.push(next)}`;
  const ids = (list: readonly string[]) => `any(${value(list.filter(isUuid))}::uuid[])`;
  const parts = ['t.client_id = $1', `t.status = any(${value(statuses)}::text[])`];
  if (filter.userId) parts.push(`t.recipient_id = ${ids([filter.userId])}`);
  if (filter.userIds || filter.unassigned) {
    const people = filter.userIds ? [`t.recipient_id = ${ids(filter.userIds)}`] : [];
    parts.push(`(${[...people, ...(filter.unassigned ? ['t.recipient_id is null'] : [])].join(' or ')})`);
  }
  if (filter.tags) parts.push(`t.tags && ${value(filter.tags)}::text[]`);
  if (filter.dueDateRange?.from) parts.push(`t.due_date >= ${value(filter.dueDateRange.from)}::date`);
  if (filter.dueDateRange?.to) parts.push(`t.due_date <= ${value(filter.dueDateRange.to)}::date`);
  for (const word of wordsOf(filter.queryText)) {
    const like = value(`%${word.replace(/[\\%_]/g, '\\$&')}%`);
    parts.push(
      `(t.note ilike ${like} or t.description ilike ${like} or t.external_claim_ref ilike ${like} or exists (select from account a
        where a.client_id = t.client_id and a.account_id = t.account_id and (a.debtor_name ilike ${like} or a.external_account_ref ilike ${like})))`,
    );
  }
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
  return { where: parts.join(' and '), order, values };
}

/** The words of a search; all must be found. @throws Fault INVALID_INPUT */
function wordsOf(text: string | null | undefined): string[] {
  if ((text?.length ?? 0) > 200) throw invalid('filter.queryText', 'atMostCharacters', { number: 200 });
  return (text ?? '').split(/\s+/).filter(Boolean);
}

/** A page past the end has no row that could carry the total. */
async function countTasks(tx: Tx, where: string, values: unknown[]): Promise<number> {
  const [row] = await tx.sql<{ total: number }>(`select count(*)::int as total from case_task t where ${where}`, values);
  return row?.total ?? 0;
}
