import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { TASK_PAGE_SIZE } from '../../../../core/tasks.ts';
import { useMutation } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { ReopenTaskDocument } from '../../../shell/tasks/account.graphql.ts';
import { taken } from '../../../shell/tasks/foresee.ts';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { useTaskHold } from '../../../shell/tasks/useTaskHold.ts';
import { useTopics } from '../../../shell/topics.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { Section } from '../../../ui/Panel.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { StartTaskDocument } from './account.graphql.ts';
import type { Account } from './account.ts';
import classes from './Tasks.module.css';
import { useAction } from './useAction.ts';

const ResolveDialog = later(() => import('./ResolveDialog.tsx'));
const SnoozeDialog = later(() => import('../../../shell/tasks/snooze/SnoozeDialog.tsx'));

type Task = Account['tasks'][number] & { readonly resolverId?: string | null; readonly resolutionNote?: string | null };

/** What is to be done here, with the buttons that do it. Tasks that one came for (selectedTaskIds) are marked, and first. */
export function TasksPanel({ account }: { account: Account }) {
  const [search] = useSearchParams();
  const selectedIds = search.get('selectedTaskIds')?.split(',') ?? [];
  const [, act] = useAction();
  const onCreate = () => act('task');
  const { t } = useTranslation('account');
  const creates = useFlag('ACCOUNT_CREATE_TASK');
  const { user } = useWorkspace();
  useTaskHold(account.tasks.filter((task) => task.status === 'active' && task.recipientId === user.id).map((task) => task.taskId));
  const [wanted, setPage] = useState(0);
  const tasks = [...account.tasks].sort((a, b) => Number(selectedIds.includes(b.taskId)) - Number(selectedIds.includes(a.taskId)));
  const pages = Math.ceil(tasks.length / TASK_PAGE_SIZE);
  const page = Math.max(0, Math.min(wanted, pages - 1));
  const shown = tasks.slice(page * TASK_PAGE_SIZE, (page + 1) * TASK_PAGE_SIZE);
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
      {shown.map((task) => (
        <TaskCard key={task.taskId} task={task} selected={selectedIds.includes(task.taskId)} />
      ))}
      {pages > 1 && (
        <p className={classes.pager}>
          <ActionIcon variant="subtle" size={22} aria-label={t('task.previous')} disabled={page === 0} onClick={() => setPage(page - 1)}>
            <IconChevronLeft size={15} />
          </ActionIcon>
          <span aria-live="polite">{t('task.place', { at: page + 1, of: pages })}</span>
          <ActionIcon variant="subtle" size={22} aria-label={t('task.next')} disabled={page >= pages - 1} onClick={() => setPage(page + 1)}>
            <IconChevronRight size={15} />
          </ActionIcon>
        </p>
      )}
    </Section>
  );
}

/** One task with the buttons that work it. */
export function TaskCard({ task, selected = false }: { task: Task; selected?: boolean }) {
  const { t } = useTranslation('account');
  const { clientId, user } = useWorkspace();
  const mayWork = useCan('account-task', 'workTask');
  const starts = useFlag('START_TASKS');
  const writes = useCan('account', 'sendMessage');
  const [, act] = useAction();
  const [resolving, setResolving] = useState(false);
  const [start] = useMutation('account', StartTaskDocument, { foresee: taken(user.id) });
  const [reopen] = useMutation('account', ReopenTaskDocument, { foresee: taken(user.id) });
  const [snoozing, setSnoozing] = useState(false);
  const snoozed = task.skippedUntil !== null && Date.parse(task.skippedUntil) > Date.now();
  const foreign = task.recipientId !== null && task.recipientId !== user.id;
  const variables = { clientId, taskId: task.taskId, revision: task.revision };
  const run = (act: Promise<unknown>, done: string) =>
    act.then(
      () => toastSuccess(done),
      (error) => toastError(error),
    );
  const wake = async () => (await import('../../../shell/tasks/snooze/endSnooze.ts')).endSnooze(variables, t('task.snoozeEnded'));
  const words = useTaskWords(task);
  const { nameOf, detailOf } = useTaskNames();
  const detail = detailOf(task);
  return (
    <article className={classes.card} data-selected={selected || undefined}>
      <h3 className={classes.note}>{nameOf(task)}</h3>
      {detail !== '' && <p className={classes.description}>{detail}</p>}
      <p className={classes.words}>{words}</p>
      {task.resolutionNote && <p className={classes.description}>{task.resolutionNote}</p>}
      {mayWork && task.status === 'resolved' && (
        <div className={classes.buttons}>
          <Button size="xs" variant="default" onClick={() => void run(reopen(variables), t('task.started'))}>
            {t('task.reopen')}
          </Button>
        </div>
      )}
      {mayWork && task.status !== 'resolved' && !foreign && (
        <div className={classes.buttons}>
          {task.status === 'new' && starts && (
            <Button size="xs" onClick={() => void run(start(variables), t('task.started'))}>
              {t('task.start')}
            </Button>
          )}
          <Button size="xs" variant={task.status === 'active' || !starts ? 'filled' : 'default'} onClick={() => setResolving(true)}>
            {t('task.resolve')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => (snoozed ? void wake() : setSnoozing(true))}>
            {t(snoozed ? 'task.endSnooze' : 'task.snooze')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => act('editTask', task.taskId)}>
            {t('task.edit')}
          </Button>
          {writes && (
            <Button size="xs" variant="subtle" onClick={() => act('message', task.externalClaimRef ?? undefined)}>
              {t('message')}
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {snoozing && <SnoozeDialog task={task} onClose={() => setSnoozing(false)} />}
        {resolving && <ResolveDialog task={task} onClose={() => setResolving(false)} />}
      </Suspense>
    </article>
  );
}

/** "Due today · topic Call backs · assigned to you". */
function useTaskWords(task: Task): string {
  const { t } = useTranslation('account');
  const { user } = useWorkspace();
  const { nameOf } = useStaff();
  const format = useFormat();
  const inWork = useFlag('TASK_IN_PROGRESS') && task.status === 'active';
  const { topics } = useTopics(task.topicId !== 'default');
  const topic = task.topicId === 'default' ? null : (topics?.find((each) => each.topicId === task.topicId)?.name ?? task.topicId);
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
