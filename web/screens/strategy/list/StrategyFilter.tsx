import { ChipChoice } from '../../../ui/ChipChoice.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { ListSearch } from './useListSearch.ts';

/** Search, and a chip for each category that some strategy has. */
export function StrategyFilter({ wanted, known }: { wanted: ListSearch; known: readonly string[] }) {
  const { t } = useTranslation('strategy');
  return (
    <FilterBar search={{ value: wanted.searchText, placeholder: t('list.search'), onSearch: wanted.find }}>
      <ChipChoice
        label={t('list.filterLabel')}
        names={known}
        chosen={wanted.categories}
        onTurn={wanted.turn}
        all={{ label: t('list.all'), onChoose: wanted.ofAllCategories }}
      />
    </FilterBar>
  );
}
