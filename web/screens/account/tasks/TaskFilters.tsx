import { ViewsMenu } from '../../../shell/views/ViewsMenu.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Tab } from './filters.ts';
import { useTaskFilters } from './useTaskFilters.ts';

/** The line over the queue: words, filters, views. @param onChange what the address is to hold from now on. */
export default function TaskFilters(props: {
  tab: Tab;
  params: URLSearchParams;
  onChange: (next: Readonly<Record<string, readonly string[]>>) => void;
}) {
  const { params, onChange } = props;
  const { t } = useTranslation('queue');
  const filters = useTaskFilters(props.tab);
  return (
    <FilterBar
      search={{
        value: params.get('search') ?? '',
        onSearch: (text) => onChange({ search: text ? [text] : [] }),
        placeholder: t('search'),
      }}
      end={<ViewsMenu screen="tasks" />}
    >
      <ListFilters filters={filters} params={params} onChange={(name, values) => onChange({ [name]: values })} />
    </FilterBar>
  );
}
