import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './TasksScreen.module.css';
import { LIMIT, type TaskQueue } from './useTaskQueue.ts';

/** Which tasks of how many show, and what turns the page. */
export function TaskPages({ queue }: { queue: TaskQueue }) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const { page, asked, total, rows, list } = queue;
  const from = (asked - 1) * LIMIT;
  const turn = (to: number) => list.change({ page: to === 1 ? [] : [String(to)] });
  return (
    <span className={classes.pages}>
      {total !== undefined && t('page', { from: Math.min(from + 1, total), to: from + rows.length, total: format.number(total) })}
      <ActionIcon variant="subtle" size={22} aria-label={t('previousPage')} disabled={page === 1} onClick={() => turn(page - 1)}>
        <IconChevronLeft size={15} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={22}
        aria-label={t('nextPage')}
        disabled={total === undefined || from + rows.length >= total}
        onClick={() => turn(page + 1)}
      >
        <IconChevronRight size={15} />
      </ActionIcon>
    </span>
  );
}
