import { ActionIcon, Button, NativeSelect, Tabs } from '@mantine/core';
import {
  IconCheck,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconDotsVertical,
  IconPlayerTrackNext,
  IconUserShare,
} from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { refetchScreen, useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { rememberQueue } from '../../../shell/queue.ts';
import { useEvents } from '../../../shell/useEvents.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { ActionBar, ActionButton } from '../../../ui/ActionBar.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { Opens } from '../../../ui/Opens.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { isSelected, NOTHING, type Selection, selectedCount } from '../../../ui/selection.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import {
  AllTasksDocument,
  GiveTasksDocument,
  OwnTasksDocument,
  PutOffTaskDocument,
  QueueTopicsDocument,
  TakeNextTaskDocument,
  TakeTaskDocument,
} from './account.graphql.ts';
import { type Task, useTaskColumns, useTopicName } from './columns.tsx';
import classes from './TasksScreen.module.css';

const GiveDialog = later(() => import('./GiveDialog.tsx'));
const ResolveDialog = later(() => import('./ResolveDialog.tsx'));
const TaskMenu = later(() => import('./TaskMenu.tsx'));

const LIMIT = 50;
const TABS = ['mine', 'team', 'resolved'] as const;
type Tab = (typeof TABS)[number];
const TASK_EVENTS = ['taskCreated', 'taskStarted', 'taskResolved', 'taskSkipped', 'taskReassigned', 'taskChanged'];

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
  const starts = useFlag('START_TASKS');
  const tabs = TABS.filter((each) => each !== 'team' || seesAll);
  const tab: Tab = tabs.find((each) => each === search.get('tab')) ?? 'mine';
  const topicId = search.get('topic');
  const page = Math.max(1, Number(search.get('page')) || 1);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [resolving, setResolving] = useState<readonly Task[] | null>(null);
  const [giving, setGiving] = useState<readonly Task[] | null>(null);

  const filter = {
    topicIds: topicId ? [topicId] : null,
    statuses: tab === 'resolved' ? ['resolved'] : ['new', 'active'],
    due: tab === 'mine' ? true : null,
  };
  const result = useQuery(
    'account',
    tab === 'team' || (tab === 'resolved' && seesAll) ? AllTasksDocument : OwnTasksDocument,
    { clientId, filter, page, limit: LIMIT },
    { keepPrevious: true },
  );
  const topics = useQuery('account', QueueTopicsDocument, { clientId });
  const list = result.data?.tasks;
  const rows = list?.tasks ?? [];
  useEvents({ types: TASK_EVENTS }, refetchScreen);
  const selected = useMemo(() => rows.filter((task) => isSelected(selection, task.taskId)), [rows, selection]);

  const [take] = useMutation('account', TakeTaskDocument);
  const [takeNext, taking] = useMutation('account', TakeNextTaskDocument);
  const [putOff] = useMutation('account', PutOffTaskDocument);
  const [give] = useMutation('account', GiveTasksDocument);
  const run = (act: Promise<unknown>, done: string) =>
    act.then(
      () => toastSuccess(done),
      (error) => {
        toastError(error);
        // Somebody else was faster: show who.
        refetchScreen();
      },
    );
  const change = (next: Record<string, string | null>) =>
    setSearch(
      (old) => {
        const params = new URLSearchParams(old);
        params.delete('page');
        for (const [key, value] of Object.entries(next))
          if (value === null) params.delete(key);
          else params.set(key, value);
        return params;
      },
      { replace: true },
    );
  const open = (task: Task) => {
    rememberQueue(
      clientId,
      rows.map((row) => row.accountId),
    );
    void navigate(paths.accountTasks(clientId, task.accountId, [task.taskId]));
  };
  const next = async () => {
    try {
      const { startNextCaseManagementTask: task } = await takeNext({ clientId, topicIds: topicId ? [topicId] : null });
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
  const putOffIt = (task: Task) => mayWorkOn(task) && run(putOff({ clientId, taskId: task.taskId, revision: task.revision }), t('skipped'));
  const topicName = useTopicName(topics.data?.getCaseManagementTaskTopics);
  const columns = useTaskColumns(topicName, (task) =>
    mayWorkOn(task) ? (
      <span className={classes.actions}>
        {task.status === 'new' && starts ? (
          <Button size="compact-xs" variant="default" title="T" onClick={() => void takeIt(task)}>
            {t('start')}
          </Button>
        ) : (
          <Button size="compact-xs" variant="default" title="R" onClick={() => setResolving([task])}>
            {t('resolve')}
          </Button>
        )}
        <Opens
          button={
            <ActionIcon variant="subtle" size={24} aria-label={t('actions', { note: task.note })}>
              <IconDotsVertical size={15} stroke={1.6} />
            </ActionIcon>
          }
          menu={(target) => (
            <TaskMenu
              target={target}
              onOpen={() => open(task)}
              onResolve={() => setResolving([task])}
              onPutOff={() => void putOffIt(task)}
              onGive={mayReassign ? (userId, name) => giveTo([task], userId, name) : undefined}
            />
          )}
        />
      </span>
    ) : null,
  );
  /** What the keys act on: the selection, when there is one. */
  const meant = (task: Task) => (selected.length > 0 ? selected : [task]);
  const rowKeys = {
    t: (task: Task) => void takeIt(task),
    r: (task: Task) => (selected.length > 0 || mayWorkOn(task)) && setResolving(meant(task)),
    s: (task: Task) => void putOffIt(task),
    ...(mayReassign && { a: (task: Task) => task.status !== 'resolved' && setGiving(meant(task)) }),
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

  const from = (page - 1) * LIMIT;
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={list && <CountChip>{format.number(list.total)}</CountChip>}
        actions={
          starts && (
            <Can domain="account-task" action="workTask">
              <Button leftSection={<IconPlayerTrackNext size={16} stroke={1.6} />} title="N" loading={taking} onClick={() => void next()}>
                {t('next')}
              </Button>
            </Can>
          )
        }
      />
      <div className={classes.bar}>
        <Tabs value={tab} onChange={(value) => change({ tab: value === 'mine' ? null : value })}>
          <Tabs.List aria-label={t('tabs')}>
            {tabs.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(`tab.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        <NativeSelect
          w={210}
          size="xs"
          aria-label={t('topics')}
          rightSection={<IconChevronDown size={15} />}
          data={[
            { value: '', label: t('allTopics') },
            ...(topics.data?.getCaseManagementTaskTopics ?? []).map((topic) => ({ value: topic.topicId, label: topicName(topic.topicId) })),
          ]}
          value={topicId ?? ''}
          onChange={(event) => change({ topic: event.currentTarget.value || null })}
        />
      </div>
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
          <EmptyState
            title={t(tab === 'mine' ? 'emptyMine' : tab === 'team' ? 'emptyTeam' : 'emptyResolved')}
            detail={tab === 'resolved' ? undefined : t(tab === 'mine' ? 'emptyMineDetail' : 'emptyTeamDetail')}
          />
        }
        onOpen={open}
        rowKeys={rowKeys}
        {...(mayReassign && tab !== 'resolved' ? { selection, onSelect: setSelection } : {})}
        actionBar={
          <ActionBar count={selectedCount(selection, rows.length)} onClear={() => setSelection(NOTHING)}>
            <ActionButton icon={<IconCheck size={16} stroke={1.6} />} onClick={() => setResolving(selected)}>
              {t('resolve')}
            </ActionButton>
            <ActionButton icon={<IconUserShare size={16} stroke={1.6} />} onClick={() => setGiving(selected)}>
              {t('reassign')}
            </ActionButton>
          </ActionBar>
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
              onClick={() => change({ page: page === 2 ? null : String(page - 1) })}
            >
              <IconChevronLeft size={15} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              size={22}
              aria-label={t('nextPage')}
              disabled={!list || from + rows.length >= list.total}
              onClick={() => change({ page: String(page + 1) })}
            >
              <IconChevronRight size={15} />
            </ActionIcon>
          </span>,
        ]}
      />
      <Suspense>
        {giving && <GiveDialog onClose={() => setGiving(null)} onGive={(userId, name) => giveTo(giving, userId, name)} />}
        {resolving && <ResolveDialog tasks={resolving} onClose={() => setResolving(null)} onResolved={() => setSelection(NOTHING)} />}
      </Suspense>
    </>
  );
}
