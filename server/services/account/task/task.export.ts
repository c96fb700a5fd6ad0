/** The task queue as a file: the caller's own, or everybody's. */
import { missingPermission } from '../../../../core/fault.ts';
import { holds } from '../../../../core/holds.ts';
import { type CalendarDate, daysBetween } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { defineListExport, fetchRows } from '../../../platform/listExport.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { staffNames } from '../../backoffice/backoffice.user.list.logic.ts';
import { queueOf, type TaskFilter } from './queue.logic.ts';
import { namedBy, TASK_COLUMNS, type TaskRow } from './task.row.logic.ts';

interface Wanted {
  readonly filter?: TaskFilter;
  readonly own?: boolean;
}

interface Shown extends TaskRow {
  readonly total_amount: bigint | null;
  readonly currency: string | null;
  readonly oldest_due_date: CalendarDate | null;
  readonly today: CalendarDate;
  readonly topic: string;
  readonly who: string | undefined;
}

const wordsOf = (row: TaskRow) => {
  const { note, matter } = namedBy(row);
  return note || (matter && `matter.${matter.key}`);
};

const moment = (value: string | Date | null) => (value === null ? null : new Date(value));

defineListExport<Wanted, Shown, 'account-task'>({
  name: 'tasks',
  permission: { domain: 'account-task', action: 'listOwnTasks' },
  service: 'account',
  takes: { filter: 'CaseManagementTaskFilter', own: 'Boolean' },
  columns: {
    task: { kind: 'words', value: wordsOf },
    description: { kind: 'text', value: (row) => row.description },
    account: { kind: 'text', value: (row) => row.debtor_name },
    claim: { kind: 'text', value: (row) => row.external_claim_ref },
    balance: {
      kind: 'money',
      value: (row) => (row.total_amount === null || row.currency === null ? null : { minor: row.total_amount, currency: row.currency }),
    },
    currency: { kind: 'text', value: (row) => row.currency },
    pastDue: { kind: 'number', value: (row) => (row.oldest_due_date === null ? null : daysBetween(row.oldest_due_date, row.today)) },
    topic: { kind: 'words', value: (row) => row.topic },
    tags: { kind: 'text', value: (row) => row.tags.join(', ') },
    due: { kind: 'day', value: (row) => row.due_date },
    who: { kind: 'text', value: (row) => row.who },
    status: { kind: 'words', value: (row) => row.status },
    strategy: { kind: 'text', value: (row) => row.blueprint_name },
    created: { kind: 'moment', value: (row) => moment(row.created_at) },
    resolvedAt: { kind: 'moment', value: (row) => moment(row.resolved_at) },
    resolution: { kind: 'text', value: (row) => row.resolution_note },
  },
  check: (tx, { filter = {}, own = false }, { userId, permissions }) => {
    if (!own && !holds(permissions, 'account-task', 'listTasks')) throw missingPermission('account-task/listTasks');
    queueOf(tx, filter, own ? userId : null);
  },
  rows: async function* (tx, { filter = {}, own = false }, { userId, at }) {
    const { where, order, values } = queueOf(tx, filter, own ? userId : null);
    const names = await staffNames(tx);
    const today = localDate(at, (await readLocality(tx)).timezone);
    const select = `select ${TASK_COLUMNS}, a.total_amount, a.currency, a.oldest_due_date, coalesce((select o.name from task_topic o where o.client_id = t.client_id and o.topic_id = t.topic_id), t.topic_id) as topic
      from case_task t left join account a on a.client_id = t.client_id and a.account_id = t.account_id where ${where} order by ${order}`;
    for await (const rows of fetchRows<Omit<Shown, 'who' | 'today'>>(tx, 'task_export', select, values))
      yield rows.map((row) => {
        const person = row.status === 'resolved' ? row.resolver_id : row.recipient_id;
        return { ...row, today, who: person === null ? undefined : names.get(person) };
      });
  },
});
