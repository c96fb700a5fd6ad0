import { useListFilters } from '../../../shell/list/filters.ts';
import { ViewsMenu } from '../../../shell/views/ViewsMenu.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { OPTIONS } from './filterOptions.ts';
import { FILTERS } from './filters.ts';
import type { TaskQueue } from './useTaskQueue.ts';

/** The line over the queue: words, filters, views. */
export default function TaskFilters({ queue: { tab, list } }: { queue: TaskQueue }) {
  const { t } = useTranslation('queue');
  const filters = useListFilters(FILTERS[tab], { labelOf: (name) => t(`filter.${name as 'topic'}`), options: OPTIONS });
  return (
    <FilterBar
      search={{
        value: list.params.get('search') ?? '',
        onSearch: (text) => list.change({ search: text ? [text] : [] }),
        placeholder: t('search'),
      }}
      end={<ViewsMenu screen="tasks" />}
    >
      <ListFilters filters={filters} params={list.params} onChange={(name, values) => list.change({ [name]: values })} />
    </FilterBar>
  );
}
