import type { ReactNode } from 'react';
import { useStaff } from '../../../shell/staff.ts';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { TaskTag } from '../../../shell/tasks/TaskTag.tsx';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Money } from '../../../ui/Money.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { OwnTasksQuery } from './account.graphql.ts';

export type Task = OwnTasksQuery['tasks']['tasks'][number];
const TONES: Readonly<Record<string, Tone>> = { new: 'neutral', active: 'info', resolved: 'good' };

/** @returns what names a topic. @param topics undefined until they are there. */
export function useTopicName(topics: readonly { topicId: string; name: string }[] | undefined): (topicId: string) => string {
  const { t } = useTranslation('tasks');
  return (topicId) => {
    const name = topics?.find((each) => each.topicId === topicId)?.name ?? topicId;
    return name === 'default' ? t('general') : name;
  };
}

/** @returns the columns of the queue. @param actions what can be done with a task. */
export function useTaskColumns(topicName: (topicId: string) => string, actions: (task: Task) => ReactNode): Column<Task>[] {
  const { t } = useTranslation('tasks');
  const { user, configuration } = useWorkspace();
  const tellsWork = useFlag('TASK_IN_PROGRESS');
  const { nameOf } = useStaff();
  const { nameOf: taskName } = useTaskNames();
  const format = useFormat();
  const today = format.dayOf(new Date().toISOString());
  const due = (task: Task) => {
    const later = task.skippedUntil;
    if (later && Date.parse(later) > Date.now())
      return (
        <span title={format.date(later, 'long')}>
          {t('later', { when: format.date(later, format.dayOf(later) === today ? 'time' : 'dayMonth') })}
        </span>
      );
    if (task.dueDate === null) return '–';
    const day = format.date(task.dueDate, 'dayMonth');
    // Nothing is late any more once it is resolved.
    if (task.status === 'resolved') return day;
    if (task.dueDate === today) return <Tag tone="warn">{t('dueToday')}</Tag>;
    return task.dueDate < today ? <Tag tone="bad">{t('overdue', { date: day })}</Tag> : <Tag>{t('upcoming', { date: day })}</Tag>;
  };
  const who = (task: Task) => {
    const over = task.status === 'resolved';
    const id = over ? task.resolverId : task.recipientId;
    // What ended with its claim, nobody resolved.
    return id === null ? (over ? '–' : t('nobody')) : id === user.id ? t('you') : (nameOf(id) ?? '–');
  };
  return [
    {
      key: 'task',
      header: t('columns.task'),
      width: 152,
      strong: true,
      wraps: true,
      cell: (task) => (
        <>
          {taskName(task)}{' '}
          {task.tags.map((key) => (
            <TaskTag key={key} name={key} />
          ))}
        </>
      ),
    },
    { key: 'account', header: t('columns.account'), width: 104, sortable: true, wraps: true, cell: (task) => task.debtorFullName },
    {
      key: 'balance',
      header: `${t('columns.balance')} ${format.currencySign(configuration.currency)}`,
      width: 100,
      isFixed: true,
      align: 'right',
      sortable: true,
      cell: (task) =>
        task.totalAmount && task.currency ? (
          <Money amount={task.totalAmount} currency={task.currency} bare={task.currency === configuration.currency} />
        ) : (
          '–'
        ),
    },
    {
      key: 'pastDue',
      header: t('columns.pastDue'),
      width: 76,
      isFixed: true,
      align: 'right',
      sortable: true,
      cell: ({ daysPastDue: days }) => (days === null ? '–' : format.number(Math.max(days, 0))),
    },
    { key: 'topic', header: t('columns.topic'), width: 88, wraps: true, cell: (task) => topicName(task.topicId) },
    { key: 'due', header: t('columns.due'), width: 150, isFixed: true, sortable: true, cell: due },
    { key: 'who', header: t('columns.who'), width: 100, wraps: true, cell: who },
    {
      key: 'status',
      header: t('columns.status'),
      width: 100,
      isFixed: true,
      cell: (task) => {
        const status = task.status === 'active' && !tellsWork ? 'new' : task.status;
        return <Tag tone={TONES[status] ?? 'neutral'}>{t(`status.${status as 'new'}`)}</Tag>;
      },
    },
    { key: 'actions', header: '', width: 148, isFixed: true, align: 'right', sticks: true, cell: actions },
  ];
}
