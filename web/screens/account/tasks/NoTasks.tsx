import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { tabAddress } from './TaskTabs.tsx';
import type { TaskQueue } from './useTaskQueue.ts';

/** Why a tab has no tasks, and where there may be some. */
export function NoTasks({ queue: { tab, list } }: { queue: TaskQueue }) {
  const { t } = useTranslation('tasks');
  if (list.isNarrowed) return <NothingFound title={t('emptyFiltered')} detail={t('emptyFilteredDetail')} onClear={list.clear} />;
  return (
    <EmptyState
      title={t(`empty.${tab}`)}
      detail={tab === 'resolved' ? undefined : t(`emptyDetail.${tab}`)}
      action={
        tab === 'mine' && (
          <Button variant="default" size="sm" component={Link} to={tabAddress(list.params, 'unassigned')}>
            {t('showUnassigned')}
          </Button>
        )
      }
    />
  );
}
