import { Button } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { writeSort } from '../../../shell/listAddress.ts';
import { useOwnAvailability } from '../../../shell/tasks/useOwnAvailability.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later, useStands } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { isSelected, NOTHING, type Selection, selectedCount } from '../../../ui/selection.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Task } from './columns.tsx';
import { NoTasks } from './NoTasks.tsx';
import { TaskActions } from './TaskActions.tsx';
import type { Question } from './TaskDialog.tsx';
import { TaskPages } from './TaskPages.tsx';
import classes from './TasksScreen.module.css';
import { TaskTabs } from './TaskTabs.tsx';
import { useTaskQueue } from './useTaskQueue.ts';
import { useTaskWork } from './useTaskWork.ts';

const TaskDialog = later(() => import('./TaskDialog.tsx'));
const TopicsDrawer = later(() => import('./TopicsDrawer.tsx'));
const StepsDrawer = later(() => import('./steps/StepsDrawer.tsx'));
const AccountForm = later(async () => ({ default: (await import('../../../shell/account/AccountForm.tsx')).AccountForm }));
const TaskFilters = later(() => import('./TaskFilters.tsx'));
const TaskExport = later(() => import('./TaskExport.tsx'));
const TasksBar = later(() => import('./TasksBar.tsx'));

const taskId = (task: Task) => task.taskId;

/** account/tasks: what is to be done, mine and the team's; taken, resolved, put off and given away from here. */
export default function TasksScreen() {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const [params] = useSearchParams();
  const queue = useTaskQueue();
  const { tab, list, rows, result, total } = queue;
  const work = useTaskWork(queue);
  const { mayWorkOn, mayGive, mayWrite } = work;
  const mayEdit = useCan('account-task', 'editTopics');
  const { away } = useOwnAvailability();
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const selected = useMemo(() => rows.filter((task) => isSelected(selection, task.taskId)), [rows, selection]);
  const [question, setQuestion] = useState<Question | null>(null);
  const [editing, setEditing] = useState(false);
  const seesSteps = useCan('workflows', 'viewWorkflows');
  const [showsSteps, setShowsSteps] = useState(false);
  // The queue shows first; what narrows it down and takes it out comes after.
  const stands = useStands();
  useHotkeys({ n: () => void work.takeNext() }, { enabled: work.starts });

  const ask = (about: Question['about'], [first, ...others]: readonly Task[]) => first && setQuestion({ about, tasks: [first, ...others] });
  const giveTo = (tasks: readonly Task[], userId: string | null, name: string) =>
    work.give(tasks, userId, name, () => setSelection(NOTHING));
  const actions: Column<Task> = {
    key: 'actions',
    header: '',
    width: 148,
    isFixed: true,
    align: 'right',
    sticks: true,
    cell: (task) => (
      <TaskActions task={task} work={work} onAsk={(about) => ask(about, [task])} onGive={(userId, name) => giveTo([task], userId, name)} />
    ),
  };
  /** What the keys act on: the selection, when there is one. */
  const meant = (task: Task) => (selected.length > 0 ? selected : [task]);
  const rowKeys = {
    t: work.take,
    r: (task: Task) => (selected.length > 0 || mayWorkOn(task)) && ask('resolve', meant(task)),
    s: (task: Task) => mayWorkOn(task) && ask('snooze', [task]),
    e: (task: Task) => mayWorkOn(task) && work.openForm('editTask', task),
    ...(mayWrite && { m: (task: Task) => work.openForm('message', task) }),
    ...(mayGive && { a: (task: Task) => task.status !== 'resolved' && ask('give', meant(task)) }),
  };
  const formOf = params.get('of');
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        aside={away && t('away')}
        chip={total !== undefined && <CountChip>{format.number(total)}</CountChip>}
        actions={
          <>
            <Suspense>{stands && <TaskExport queue={queue} />}</Suspense>
            {seesSteps && (
              <Button variant="default" onClick={() => setShowsSteps(true)}>
                {t('workflowSteps')}
              </Button>
            )}
            {mayEdit && (
              <Button variant="default" onClick={() => setEditing(true)}>
                {t('editTopics')}
              </Button>
            )}
            {work.starts && (
              <Can domain="account-task" action="workTask">
                <Button
                  leftSection={<IconPlayerTrackNext size={16} stroke={1.6} />}
                  title="N"
                  loading={work.taking}
                  onClick={() => void work.takeNext()}
                >
                  {t('next')}
                </Button>
              </Can>
            )}
          </>
        }
      />
      <TaskTabs queue={queue} />
      <Suspense fallback={<div className={classes.filters} />}>
        {stands ? <TaskFilters queue={queue} /> : <div className={classes.filters} />}
      </Suspense>
      <DataTable
        label={t('title')}
        columns={[...queue.columns, actions]}
        rows={rows}
        rowId={taskId}
        total={total ?? 0}
        loading={result.loading}
        error={result.error}
        onRetry={result.refetch}
        empty={<NoTasks queue={queue} />}
        sort={list.sort}
        onSort={(next) => list.change({ sort: writeSort(next, list.ownSort) })}
        onOpen={work.open}
        rowKeys={rowKeys}
        {...(mayGive && tab !== 'resolved' ? { selection, onSelect: setSelection } : {})}
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
        footer={[t(mayGive ? 'keysAll' : 'keys'), <TaskPages key="page" queue={queue} />]}
      />
      <Suspense>
        {formOf && <AccountForm accountId={formOf} />}
        {showsSteps && <StepsDrawer onClose={() => setShowsSteps(false)} />}
        {editing && <TopicsDrawer onClose={() => setEditing(false)} />}
        {question && (
          <TaskDialog question={question} onClose={() => setQuestion(null)} onGive={giveTo} onResolved={() => setSelection(NOTHING)} />
        )}
      </Suspense>
    </>
  );
}
