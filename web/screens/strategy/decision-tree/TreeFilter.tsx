import { SegmentedControl } from '@mantine/core';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { STATUSES, type Status } from './item.ts';
import classes from './TreeList.module.css';
import type { TreeSearch } from './useTreeSearch.ts';

/** Which versions are shown, the search, and a chip for each category that some tree has. */
export function TreeFilter({ wanted, known }: { wanted: TreeSearch; known: readonly string[] }) {
  const { t } = useTranslation('trees');
  return (
    <FilterBar search={{ value: wanted.searchText, placeholder: t('list.search'), onSearch: wanted.find }}>
      <SegmentedControl
        aria-label={t('list.status')}
        data={STATUSES.map((status) => ({ value: status, label: t(`list.of.${status}`) }))}
        value={wanted.status}
        onChange={(status) => wanted.show(status as Status)}
      />
      {known.length > 0 && (
        <fieldset className={classes.chips} aria-label={t('list.categories')}>
          {known.map((category) => (
            <button key={category} type="button" aria-pressed={wanted.category === category} onClick={() => wanted.turn(category)}>
              {category}
            </button>
          ))}
        </fieldset>
      )}
    </FilterBar>
  );
}
