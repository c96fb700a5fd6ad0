import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { LOCAL_PAGE_DELAY_MS } from '../../../../core/tasks.ts';
import { useQuery } from '../../../shell/api.ts';
import { sortsOf } from '../../../shell/list/columns.ts';
import { useListAddress } from '../../../shell/list/useListAddress.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import type { Sort } from '../../../ui/DataTable.tsx';
import { prefetchLater } from '../../../ui/later.ts';
import { useCan } from '../../../ui/permission.tsx';
import { AllTasksDocument, OwnTasksDocument, TaskCountsDocument } from './account.graphql.ts';
import { type Task, useTaskColumns } from './columns.tsx';
import { FILTERS, TABS, type Tab, tabSearch } from './filters.ts';

/** Tasks on a page. */
export const LIMIT = 50;
/** Open tasks stand by their day; resolved ones newest first, which no column shows. */
const ORDER: Sort = { key: 'due', descending: false };
const NEWEST: Sort = { key: '', descending: false };
const TASK_EVENTS = ['taskCreated', 'taskStarted', 'taskResolved', 'taskSkipped', 'taskUnsnoozed', 'taskReassigned', 'taskChanged'];
const NONE: readonly Task[] = [];
/** What a change of the list ends: it begins with its first page. */
const PASSING = ['page'];

/** The tasks that the address asks for: a tab, narrowed down, in an order, one page of it. */
export function useTaskQueue() {
  const { clientId, user } = useWorkspace();
  const [params] = useSearchParams();
  const seesAll = useCan('account-task', 'listTasks');
  const tabs = TABS.filter((each) => each !== 'team' || seesAll);
  const tab: Tab = tabs.find((each) => each === params.get('tab')) ?? 'mine';
  const columns = useTaskColumns(tab);
  const base = useMemo(() => tabSearch(tab, user.id), [tab, user.id]);
  const list = useListAddress(columns, FILTERS[tab], tab === 'resolved' ? NEWEST : ORDER, { base, passing: PASSING });
  const { filter, sort, ownSort } = list;
  const counts = useQuery(
    'account',
    TaskCountsDocument,
    { clientId, mine: tabSearch('mine', user.id), unassigned: tabSearch('unassigned', user.id) },
    { reuse: true, keepPrevious: true },
  ).data;
  const order = sort === ownSort ? null : { field: sortsOf(columns)[sort.key]!, descending: sort.descending };
  const all = tab === 'team' || (tab === 'resolved' && seesAll);
  const page = Math.max(1, Number(params.get('page')) || 1);
  // The first press turns the page at once; whoever goes on pressing gets the page they end at.
  const [asked] = useDebouncedValue(page, LOCAL_PAGE_DELAY_MS, { leading: true });
  const result = useQuery(
    'account',
    all ? AllTasksDocument : OwnTasksDocument,
    { clientId, filter, order, page: asked, limit: LIMIT },
    { reuse: true, keepPrevious: true },
  );
  const found = result.data?.tasks;
  useFreshScreen({ types: TASK_EVENTS });
  // The queue is there: what else the screen has need not wait for a quiet second.
  const shown = found !== undefined;
  useEffect(() => {
    if (shown) prefetchLater();
  }, [shown]);
  return {
    tabs,
    tab,
    counts,
    columns,
    list,
    /** One's own tasks alone. */
    isOwn: !all,
    /** The page that one is on, which may be on its way, and the one that shows. */
    page,
    asked,
    result,
    /** How many there are; undefined until they are known. */
    total: found?.total,
    rows: found?.tasks ?? NONE,
  };
}

export type TaskQueue = ReturnType<typeof useTaskQueue>;
