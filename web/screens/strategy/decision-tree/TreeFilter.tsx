import { SegmentedControl } from '@mantine/core';
import { ChipChoice } from '../../../ui/ChipChoice.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { STATUSES, type Status } from './item.ts';
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
      <ChipChoice
        label={t('list.categories')}
        names={known}
        chosen={wanted.category === null ? [] : [wanted.category]}
        onTurn={wanted.turn}
      />
    </FilterBar>
  );
}
