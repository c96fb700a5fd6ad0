import { ActionIcon, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconDotsVertical, IconPlayerTrackNext } from '@tabler/icons-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { LOCAL_PAGE_DELAY_MS } from '../../../../core/tasks.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { changeParams, sortOf, writeSort } from '../../../shell/listAddress.ts';
import { paths } from '../../../shell/paths.ts';
import { rememberQueue } from '../../../shell/queue.ts';
import { ReopenTaskDocument } from '../../../shell/tasks/account.graphql.ts';
import { taken } from '../../../shell/tasks/foresee.ts';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { useOwnAvailability } from '../../../shell/tasks/useOwnAvailability.ts';
import { useTopics } from '../../../shell/topics.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { DataTable, type Sort } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later, prefetchLater, useStands } from '../../../ui/later.ts';
import { Opens } from '../../../ui/Opens.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { isSelected, NOTHING, type Selection, selectedCount } from '../../../ui/selection.ts';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import {
  AllTasksDocument,
  GiveTasksDocument,
  OwnTasksDocument,
  TakeNextTaskDocument,
  TakeTaskDocument,
  TaskCountsDocument,
} from './account.graphql.ts';
import { type Task, useTaskColumns, useTopicName } from './columns.tsx';
import { FILTERS, filterOf, isFiltered, SORTS, TABS, type Tab } from './filters.ts';
import type { Question } from './TaskDialog.tsx';
import classes from './TasksScreen.module.css';

const TaskDialog = later(() => import('./TaskDialog.tsx'));
const TopicsDrawer = later(() => import('./TopicsDrawer.tsx'));
const AccountForm = later(async () => ({ default: (await import('../../../shell/account/AccountForm.tsx')).AccountForm }));
const TaskFilters = later(() => import('./TaskFilters.tsx'));
const TaskExport = later(() => import('./TaskExport.tsx'));
const TasksBar = later(() => import('./TasksBar.tsx'));
const TaskMenu = later(() => import('./TaskMenu.tsx'));

const LIMIT = 50;
/** Open tasks stand by their day; resolved ones newest first, which no column shows. */
const ORDER: Sort = { key: 'due', descending: false };
const NEWEST: Sort = { key: '', descending: false };
const TASK_EVENTS = ['taskCreated', 'taskStarted', 'taskResolved', 'taskSkipped', 'taskUnsnoozed', 'taskReassigned', 'taskChanged'];

/** account/tasks: what is to be done, mine and the team's; taken, resolved, put off and given away from here. */
export default function TasksScreen() {
  const { t } = useTranslation(['tasks', 'ui']);
  const { clientId, user } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const seesAll = useCan('account-task', 'listTasks');
  const mayWork = useCan('account-task', 'workTask');
  const mayReassign = useCan('account-task', 'reassignTask');
  const mayWrite = useCan('account', 'sendMessage');
  const starts = useFlag('START_TASKS');
  const tabs = TABS.filter((each) => each !== 'team' || seesAll);
  const tab: Tab = tabs.find((each) => each === search.get('tab')) ?? 'mine';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [question, setQuestion] = useState<Question | null>(null);
  const [editing, setEditing] = useState(false);
  const mayEdit = useCan('account-task', 'editTopics');
  const ask = (about: Question['about'], [first, ...others]: readonly Task[]) => first && setQuestion({ about, tasks: [first, ...others] });

  // The queue shows first; what narrows it down and takes it out comes after.
  const stands = useStands();
  const filter = filterOf(search, tab, user.id);
  const none = new URLSearchParams();
  const counts = useQuery(
    'account',
    TaskCountsDocument,
    { clientId, mine: filterOf(none, 'mine', user.id), unassigned: filterOf(none, 'unassigned', user.id) },
    { reuse: true, keepPrevious: true },
  ).data;
  const ownSort = tab === 'resolved' ? NEWEST : ORDER;
  const sort = sortOf(search, SORTS, ownSort);
  const order = sort === ownSort ? null : { field: SORTS[sort.key as keyof typeof SORTS], descending: sort.descending };
  const all = tab === 'team' || (tab === 'resolved' && seesAll);
  // The first press turns the page at once; whoever goes on pressing gets the page they end at.
  const [asked] = useDebouncedValue(page, LOCAL_PAGE_DELAY_MS, { leading: true });
  const result = useQuery(
    'account',
    all ? AllTasksDocument : OwnTasksDocument,
    { clientId, filter, order, page: asked, limit: LIMIT },
    { reuse: true, keepPrevious: true },
  );
  const { topics } = useTopics();
  const { away } = useOwnAvailability();
  const list = result.data?.tasks;
  const rows = list?.tasks ?? [];
  useFreshScreen({ types: TASK_EVENTS });
  // The queue is there: what else the screen has need not wait for a quiet second.
  const shown = list !== undefined;
  useEffect(() => {
    if (shown) prefetchLater();
  }, [shown]);
  const selected = useMemo(() => rows.filter((task) => isSelected(selection, task.taskId)), [rows, selection]);

  const [take] = useMutation('account', TakeTaskDocument, { foresee: taken(user.id) });
  const [takeNext, taking] = useMutation('account', TakeNextTaskDocument);
  const [reopen] = useMutation('account', ReopenTaskDocument, { foresee: taken(user.id) });
  const [give] = useMutation('account', GiveTasksDocument);
  const run = (act: Promise<unknown>, done: string) =>
    act.then(
      () => toastSuccess(done),
      (error) => toastError(error),
    );
  const addressOf = (of: Tab) => {
    const next = new URLSearchParams(search);
    for (const name of ['page', 'tab', 'sort']) next.delete(name);
    if (of !== 'mine') next.set('tab', of);
    return { search: next.toString() };
  };
  /** What is asked for begins with the first page. */
  const change = (next: Readonly<Record<string, readonly string[]>>) => changeParams(setSearch, { page: [], ...next });
  /** The account's form about a task stands in the address, with whose it is. */
  const formOf = search.get('of');
  const openForm = (form: string, task: Task, about: string | null) =>
    changeParams(setSearch, { form: [form], about: about === null ? [] : [about], of: [task.accountId] });
  const open = (task: Task) => {
    rememberQueue(
      clientId,
      rows.map((row) => row.accountId),
    );
    void navigate(paths.accountTasks(clientId, task.accountId, [task.taskId]));
  };
  const next = async () => {
    try {
      const { startNextCaseManagementTask: task } = await takeNext({ clientId, topicIds: filter.topicIds ?? null });
      if (!task) return toastSuccess(t('nextNone'));
      rememberQueue(clientId, [task.accountId, ...rows.map((row) => row.accountId)]);
      void navigate(paths.accountTasks(clientId, task.accountId, [task.taskId]));
    } catch (error) {
      toastError(error);
    }
  };
  useHotkeys({ n: () => void next() }, { enabled: starts });

  const mayWorkOn = (task: Task) => mayWork && task.status !== 'resolved' && (task.recipientId === null || task.recipientId === user.id);
  const takeIt = (task: Task) =>
    starts && mayWorkOn(task) && run(take({ clientId, taskId: task.taskId, revision: task.revision }), t('started'));
  const topicName = useTopicName(topics);
  const { nameOf: taskName } = useTaskNames();
  const columns = useTaskColumns(topicName, (task) =>
    mayWorkOn(task) ? (
      <span className={classes.actions}>
        {task.status === 'new' && starts ? (
          <Button size="compact-xs" variant="default" title="T" onClick={() => void takeIt(task)}>
            {t('start')}
          </Button>
        ) : (
          <Button size="compact-xs" variant="default" title="R" onClick={() => ask('resolve', [task])}>
            {t('resolve')}
          </Button>
        )}
        <Opens
          button={
            <ActionIcon variant="subtle" size={24} aria-label={t('actions', { note: taskName(task) })}>
              <IconDotsVertical size={15} stroke={1.6} />
            </ActionIcon>
          }
          menu={(target) => (
            <TaskMenu
              target={target}
              onOpen={() => open(task)}
              onResolve={() => ask('resolve', [task])}
              onWrite={mayWrite ? () => openForm('message', task, task.externalClaimRef) : undefined}
              onChange={() => openForm('editTask', task, task.taskId)}
              task={task}
              onSnooze={() => ask('snooze', [task])}
              onGive={mayReassign ? (userId, name) => giveTo([task], userId, name) : undefined}
            />
          )}
        />
      </span>
    ) : mayWork && task.status === 'resolved' ? (
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void run(reopen({ clientId, taskId: task.taskId, revision: task.revision }), t('started'))}
      >
        {t('reopen')}
      </Button>
    ) : null,
  );
  /** What the keys act on: the selection, when there is one. */
  const meant = (task: Task) => (selected.length > 0 ? selected : [task]);
  const rowKeys = {
    t: (task: Task) => void takeIt(task),
    r: (task: Task) => (selected.length > 0 || mayWorkOn(task)) && ask('resolve', meant(task)),
    s: (task: Task) => mayWorkOn(task) && ask('snooze', [task]),
    e: (task: Task) => mayWorkOn(task) && openForm('editTask', task, task.taskId),
    ...(mayWrite && { m: (task: Task) => openForm('message', task, task.externalClaimRef) }),
    ...(mayReassign && { a: (task: Task) => task.status !== 'resolved' && ask('give', meant(task)) }),
  };

  function giveTo(tasks: readonly Task[], userId: string | null, name: string) {
    void give({ clientId, taskIds: tasks.map((task) => task.taskId), userId }).then(
      ({ reassignCaseManagementTasks: count }) => {
        setSelection(NOTHING);
        toastSuccess(t('reassigned', { count, name }));
      },
      (error) => toastError(error),
    );
  }

  const from = (asked - 1) * LIMIT;
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        aside={away && t('away')}
        chip={list && <CountChip>{format.number(list.total)}</CountChip>}
        actions={
          <>
            <Suspense>{stands && <TaskExport tab={tab} own={!all} filter={filter} disabled={list?.total === 0} />}</Suspense>
            {mayEdit && (
              <Button variant="default" onClick={() => setEditing(true)}>
                {t('editTopics')}
              </Button>
            )}
            {starts && (
              <Can domain="account-task" action="workTask">
                <Button leftSection={<IconPlayerTrackNext size={16} stroke={1.6} />} title="N" loading={taking} onClick={() => void next()}>
                  {t('next')}
                </Button>
              </Can>
            )}
          </>
        }
      />
      {/* Lists of one kind, each with an address: links, which need no script of their own. */}
      <nav className={classes.bar} aria-label={t('tabs')}>
        {tabs.map((each) => (
          <Link key={each} to={addressOf(each)} className={classes.tab} aria-current={each === tab ? 'page' : undefined}>
            {t(`tab.${each}`)}{' '}
            {(each === 'mine' || each === 'unassigned') && (
              <span className={classes.count}>{counts && format.number(counts[each].total)}</span>
            )}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<div className={classes.filters} />}>
        {stands ? <TaskFilters tab={tab} params={search} onChange={change} /> : <div className={classes.filters} />}
      </Suspense>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={(task) => task.taskId}
        total={list?.total ?? 0}
        loading={result.loading}
        error={result.error}
        onRetry={result.refetch}
        empty={
          isFiltered(search) ? (
            <NothingFound
              title={t('emptyFiltered')}
              detail={t('emptyFilteredDetail')}
              onClear={() => change(Object.fromEntries(['search', ...FILTERS].map((name) => [name, []])))}
            />
          ) : (
            <EmptyState
              title={t(`empty.${tab}`)}
              detail={tab === 'resolved' ? undefined : t(`emptyDetail.${tab}`)}
              action={
                tab === 'mine' && (
                  <Button variant="default" size="sm" component={Link} to={addressOf('unassigned')}>
                    {t('showUnassigned')}
                  </Button>
                )
              }
            />
          )
        }
        sort={sort}
        onSort={(next) => change({ sort: writeSort(next, ownSort) })}
        onOpen={open}
        rowKeys={rowKeys}
        {...(mayReassign && tab !== 'resolved' ? { selection, onSelect: setSelection } : {})}
        actionBar={
          <Suspense>
            {selection !== NOTHING && (
              <TasksBar
                count={selectedCount(selection, rows.length)}
                onResolve={() => ask('resolve', selected)}
                onGive={() => ask('give', selected)}
                onClear={() => setSelection(NOTHING)}
              />
            )}
          </Suspense>
        }
        footer={[
          t(mayReassign ? 'keysAll' : 'keys'),
          <span key="page" className={classes.pages}>
            {list ? t('page', { from: Math.min(from + 1, list.total), to: from + rows.length, total: format.number(list.total) }) : ''}
            <ActionIcon
              variant="subtle"
              size={22}
              aria-label={t('previousPage')}
              disabled={page === 1}
              onClick={() => change({ page: page === 2 ? [] : [String(page - 1)] })}
            >
              <IconChevronLeft size={15} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              size={22}
              aria-label={t('nextPage')}
              disabled={!list || from + rows.length >= list.total}
              onClick={() => change({ page: [String(page + 1)] })}
            >
              <IconChevronRight size={15} />
            </ActionIcon>
          </span>,
        ]}
      />
      <Suspense>
        {formOf && <AccountForm accountId={formOf} />}
        {editing && <TopicsDrawer onClose={() => setEditing(false)} />}
        {question && (
          <TaskDialog question={question} onClose={() => setQuestion(null)} onGive={giveTo} onResolved={() => setSelection(NOTHING)} />
        )}
      </Suspense>
    </>
  );
}
