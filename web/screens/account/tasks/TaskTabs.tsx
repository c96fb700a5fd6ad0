import { Link } from 'react-router';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Tab } from './filters.ts';
import classes from './TasksScreen.module.css';
import type { TaskQueue } from './useTaskQueue.ts';

/** @returns the address of a tab, which keeps what narrows the queue down. */
export function tabAddress(params: URLSearchParams, tab: Tab): { search: string } {
  const next = new URLSearchParams(params);
  for (const name of ['page', 'tab', 'sort']) next.delete(name);
  if (tab !== 'mine') next.set('tab', tab);
  return { search: next.toString() };
}

/** Lists of one kind, each with an address: links, which need no script of their own. */
export function TaskTabs({ queue }: { queue: TaskQueue }) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const { counts } = queue;
  return (
    <nav className={classes.bar} aria-label={t('tabs')}>
      {queue.tabs.map((each) => (
        <Link
          key={each}
          to={tabAddress(queue.list.params, each)}
          className={classes.tab}
          aria-current={each === queue.tab ? 'page' : undefined}
        >
          {t(`tab.${each}`)}{' '}
          {(each === 'mine' || each === 'unassigned') && (
            <span className={classes.count}>{counts && format.number(counts[each].total)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
