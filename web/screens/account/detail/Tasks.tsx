import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { Section } from '../../../ui/Panel.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { AccountTasksDocument, SkipTaskDocument, StartTaskDocument, TaskTopicsDocument } from './account.graphql.ts';
import type { Account } from './account.ts';
import tab from './Tab.module.css';
import classes from './Tasks.module.css';

const ResolveDialog = later(() => import('./ResolveDialog.tsx'));

interface Task {
  readonly taskId: string;
  readonly externalClaimRef: string | null;
  readonly note: string;
  readonly description: string;
  readonly dueDate: string | null;
  readonly recipientId: string | null;
  readonly skippedUntil: string | null;
  readonly status: string;
  readonly topicId: string;
  readonly blueprintName: string | null;
  readonly revision: number;
  readonly resolverId?: string | null;
  readonly resolutionNote?: string | null;
}

/** The right column's tasks: what is to be done here, with the buttons that do it. @param selectedIds tasks that one came for: marked, and first. */
export function TasksPanel(props: { account: Account | undefined; selectedIds: readonly string[]; onCreate: () => void }) {
  const { account, selectedIds, onCreate } = props;
  const { t } = useTranslation('account');
  const creates = useFlag('ACCOUNT_CREATE_TASK');
  if (!account) return null;
  if (account.tasks.length === 0)
    return !creates ? null : (
      <Can domain="account-task" action="createTask">
        <Section title={t('task.title', { count: 1 })}>
          <p className={classes.none}>
            {t('task.none')} ·{' '}
            <UnstyledButton className={classes.create} onClick={onCreate}>
              {t('task.create')}
            </UnstyledButton>
          </p>
        </Section>
      </Can>
    );
  return (
    <Section
      title={t('task.title', { count: account.tasks.length })}
      {...(account.tasks.length > 1 ? { count: account.tasks.length } : {})}
    >
      {[...account.tasks]
        .sort((a, b) => Number(selectedIds.includes(b.taskId)) - Number(selectedIds.includes(a.taskId)))
        .slice(0, 4)
        .map((task) => (
          <TaskCard key={task.taskId} task={task} selected={selectedIds.includes(task.taskId)} />
        ))}
    </Section>
  );
}

/** All tasks of the account: open ones first, then what was resolved. */
export function TasksTab({ accountId, onCreate }: { accountId: string; onCreate: () => void }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const may = useCan('account-task', 'listTasks');
  const creates = useFlag('ACCOUNT_CREATE_TASK');
  const { data, error, refetch } = useQuery(
    'account',
    AccountTasksDocument,
    may ? { clientId, filter: { accountId, statuses: ['new', 'active', 'resolved'] }, page: 1 } : null,
  );
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const tasks = data?.getCaseManagementTaskList.tasks;
  return (
    <>
      {creates && (
        <Can domain="account-task" action="createTask">
          <div className={tab.bar}>
            <Button variant="default" size="xs" onClick={onCreate}>
              {t('task.create')}
            </Button>
          </div>
        </Can>
      )}
      {tasks === undefined ? (
        <Skeleton height={100} radius={10} />
      ) : tasks.length === 0 ? (
        <EmptyState title={t('task.none')} detail={t('task.noneDetail')} />
      ) : (
        [...tasks]
          .sort((a, b) => Number(a.status === 'resolved') - Number(b.status === 'resolved'))
          .map((task) => <TaskCard key={task.taskId} task={task} />)
      )}
    </>
  );
}

function TaskCard({ task, selected = false }: { task: Task; selected?: boolean }) {
  const { t } = useTranslation('account');
  const { clientId, user } = useWorkspace();
  const mayWork = useCan('account-task', 'workTask');
  const starts = useFlag('START_TASKS');
  const [resolving, setResolving] = useState(false);
  const [start, starting] = useMutation('account', StartTaskDocument);
  const [skip, skipping] = useMutation('account', SkipTaskDocument);
  const foreign = task.recipientId !== null && task.recipientId !== user.id;
  const variables = { clientId, taskId: task.taskId, revision: task.revision };
  const run = (act: Promise<unknown>, done: string) =>
    act.then(
      () => toastSuccess(done),
      (error) => toastError(error),
    );
  const words = useTaskWords(task);
  return (
    <article className={classes.card} data-selected={selected || undefined}>
      <h3 className={classes.note}>{task.note}</h3>
      {task.description !== '' && <p className={classes.description}>{task.description}</p>}
      <p className={classes.words}>{words}</p>
      {task.resolutionNote && <p className={classes.description}>{task.resolutionNote}</p>}
      {mayWork && task.status !== 'resolved' && !foreign && (
        <div className={classes.buttons}>
          {task.status === 'new' && starts && (
            <Button size="xs" loading={starting} onClick={() => void run(start(variables), t('task.started'))}>
              {t('task.start')}
            </Button>
          )}
          <Button size="xs" variant={task.status === 'active' || !starts ? 'filled' : 'default'} onClick={() => setResolving(true)}>
            {t('task.resolve')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            loading={skipping}
            onClick={() => void run(skip({ ...variables, until: null }), t('task.skipped'))}
          >
            {t('task.skip')}
          </Button>
        </div>
      )}
      <Suspense>{resolving && <ResolveDialog task={task} onClose={() => setResolving(false)} />}</Suspense>
    </article>
  );
}

/** "Due today · topic Call backs · assigned to you". */
function useTaskWords(task: Task): string {
  const { t } = useTranslation('account');
  const { clientId, user } = useWorkspace();
  const { nameOf } = useStaff();
  const format = useFormat();
  const may = useCan('account-task', 'listOwnTasks');
  const inWork = useFlag('TASK_IN_PROGRESS') && task.status === 'active';
  const { data } = useQuery('account', TaskTopicsDocument, may && task.topicId !== 'default' ? { clientId } : null);
  const topic =
    task.topicId === 'default'
      ? null
      : (data?.getCaseManagementTaskTopics.find((each) => each.topicId === task.topicId)?.name ?? task.topicId);
  const today = format.dayOf(new Date().toISOString());
  const day = format.date(task.dueDate, 'dayMonth');
  const due =
    task.dueDate === null
      ? t('task.noDue')
      : task.dueDate === today
        ? t('task.dueToday')
        : task.dueDate < today
          ? t('task.overdue', { date: day })
          : t('task.due', { date: day });
  const name = nameOf(task.recipientId) ?? '';
  const who =
    task.status === 'resolved'
      ? t('task.resolvedBy', { name: nameOf(task.resolverId) ?? '' })
      : task.recipientId === null
        ? t('task.anybody')
        : task.recipientId === user.id
          ? t(inWork ? 'task.working' : 'task.you')
          : t(inWork ? 'task.workedBy' : 'task.assigned', { name });
  const later =
    task.skippedUntil && Date.parse(task.skippedUntil) > Date.now()
      ? t('task.later', { when: format.date(task.skippedUntil, 'long') })
      : null;
  return [
    task.status === 'resolved' ? null : due,
    topic && t('task.topic', { topic }),
    who,
    task.blueprintName && t('task.from', { strategy: task.blueprintName }),
    later,
  ]
    .filter(Boolean)
    .join(' · ');
}
