import { TASK_MATTERS } from '../../../../core/tasks.ts';
import type texts from '../../../shell/i18n/en_US/tasks.json';
import { columnMaker, type ListColumn } from '../../../shell/list/columns.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { TaskTag } from '../../../shell/tasks/TaskTag.tsx';
import { useTopics } from '../../../shell/topics.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { Money } from '../../../ui/Money.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { CaseManagementTaskOrder, OwnTasksQuery } from './account.graphql.ts';
import type { Tab } from './filters.ts';

export type Task = OwnTasksQuery['tasks']['tasks'][number];

type Key = keyof (typeof texts)['columns'];
type Order = CaseManagementTaskOrder;
type TaskColumn = ListColumn<Task, Order>;

const TONES: Readonly<Record<string, Tone>> = { new: 'neutral', active: 'info', resolved: 'good' };

/** @returns what names a topic. @param topics undefined until they are there. */
function useTopicName(topics: readonly { topicId: string; name: string }[] | undefined): (topicId: string) => string {
  const { t } = useTranslation('tasks');
  return (topicId) => {
    const name = topics?.find((each) => each.topicId === topicId)?.name ?? topicId;
    return name === 'default' ? t('general') : name;
  };
}

/** @returns the columns of a tab's queue: a new one is one entry here and its text. The file has all that is known of a task. */
export function useTaskColumns(tab: Tab): TaskColumn[] {
  const { t } = useTranslation('tasks');
  const { user, configuration } = useWorkspace();
  const tellsWork = useFlag('TASK_IN_PROGRESS');
  const { nameOf } = useStaff();
  const { nameOf: taskName, shortName } = useTaskNames();
  const topicName = useTopicName(useTopics().topics);
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
  const column = columnMaker<Task, Order, Key>((key) => t(`columns.${key}`));
  /** A column that the file alone has. */
  const inFile = (key: Key) => ({ key, header: t(`columns.${key}`) });
  const matters = Object.fromEntries(TASK_MATTERS.map((key) => [`matter.${key}`, shortName(key)]));
  return [
    column(
      'task',
      140,
      (task) => (
        <>
          {taskName(task)}{' '}
          {task.tags.map((key) => (
            <TaskTag key={key} name={key} />
          ))}
        </>
      ),
      { strong: true, wraps: true, file: [{ key: 'task', words: matters }, inFile('description')] },
    ),
    column('account', 98, (task) => task.debtorFullName, {
      wraps: true,
      sort: 'debtorFullName',
      file: [{ key: 'account' }, inFile('claim')],
    }),
    column(
      'balance',
      100,
      (task) =>
        task.totalAmount && task.currency ? (
          <Money amount={task.totalAmount} currency={task.currency} bare={task.currency === configuration.currency} />
        ) : (
          '–'
        ),
      {
        header: format.header(t('columns.balance'), configuration.currency),
        isFixed: true,
        align: 'right',
        sort: 'totalAmount',
        file: [inFile('balance'), inFile('currency')],
      },
    ),
    column('pastDue', 76, ({ daysPastDue: days }) => (days === null ? '–' : format.number(Math.max(days, 0))), {
      isFixed: true,
      align: 'right',
      sort: 'daysPastDue',
    }),
    column('topic', 84, (task) => topicName(task.topicId), {
      wraps: true,
      file: [{ key: 'topic', words: { default: t('general') } }, inFile('tags')],
    }),
    column('due', 150, due, { isFixed: true, sort: 'dueDate' }),
    column('who', 97, who, { wraps: true }),
    column(
      'status',
      100,
      (task) => {
        const status = task.status === 'active' && !tellsWork ? 'new' : task.status;
        return <Tag tone={TONES[status] ?? 'neutral'}>{t(`status.${status as 'new'}`)}</Tag>;
      },
      {
        isFixed: true,
        file: [
          { key: 'status', words: { new: t('status.new'), active: t('status.active'), resolved: t('status.resolved') } },
          inFile('created'),
          ...(tab === 'resolved' ? [inFile('resolvedAt'), inFile('resolution')] : []),
        ],
      },
    ),
  ];
}
