import { ActionIcon, Button } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { later } from '../../../ui/later.ts';
import { Opens } from '../../../ui/Opens.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Task } from './columns.tsx';
import type { Question } from './TaskDialog.tsx';
import classes from './TasksScreen.module.css';
import type { TaskWork } from './useTaskWork.ts';

const TaskMenu = later(() => import('./TaskMenu.tsx'));

/** What one can do with a task, in its row: the next step as a button, the rest in a menu. */
export function TaskActions(props: {
  task: Task;
  work: TaskWork;
  onAsk: (about: Question['about'], task: Task) => void;
  onGive: (userId: string | null, name: string) => void;
}) {
  const { task, work, onAsk } = props;
  const { t } = useTranslation('tasks');
  const { nameOf } = useTaskNames();
  if (work.mayReopen(task))
    return (
      <Button size="compact-xs" variant="default" onClick={() => work.reopen(task)}>
        {t('reopen')}
      </Button>
    );
  if (!work.mayWorkOn(task)) return null;
  return (
    <span className={classes.actions}>
      {task.status === 'new' && work.starts ? (
        <Button size="compact-xs" variant="default" title="T" onClick={() => work.take(task)}>
          {t('start')}
        </Button>
      ) : (
        <Button size="compact-xs" variant="default" title="R" onClick={() => onAsk('resolve', task)}>
          {t('resolve')}
        </Button>
      )}
      <Opens
        button={
          <ActionIcon variant="subtle" size={24} aria-label={t('actions', { note: nameOf(task) })}>
            <IconDotsVertical size={15} stroke={1.6} />
          </ActionIcon>
        }
        menu={(target) => (
          <TaskMenu
            target={target}
            onOpen={() => work.open(task)}
            onResolve={() => onAsk('resolve', task)}
            onWrite={work.mayWrite ? () => work.openForm('message', task) : undefined}
            onChange={() => work.openForm('editTask', task)}
            task={task}
            onSnooze={() => onAsk('snooze', task)}
            onGive={work.mayGive ? props.onGive : undefined}
          />
        )}
      />
    </span>
  );
}
