import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './StrategyList.module.css';
import type { ListSearch } from './useListSearch.ts';

/** Search, and a chip for each category that some strategy has. */
export function StrategyFilter({ wanted, known }: { wanted: ListSearch; known: readonly string[] }) {
  const { t } = useTranslation('strategy');
  return (
    <FilterBar search={{ value: wanted.searchText, placeholder: t('list.search'), onSearch: wanted.find }}>
      {known.length > 0 && (
        <fieldset className={classes.chips} aria-label={t('list.filterLabel')}>
          <button type="button" aria-pressed={wanted.categories.length === 0} onClick={wanted.ofAllCategories}>
            {t('list.all')}
          </button>
          {known.map((category) => (
            <button key={category} type="button" aria-pressed={wanted.categories.includes(category)} onClick={() => wanted.turn(category)}>
              {category}
            </button>
          ))}
        </fieldset>
      )}
    </FilterBar>
  );
}
