import { useEffect, useMemo } from 'react';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import type { Sort } from '../../../ui/DataTable.tsx';
import type { Item } from './item.ts';
import { StrategyListDocument } from './strategy.graphql.ts';

const PAGE = 200;
/** How each column sorts. */
export const SORTS: Readonly<Record<string, (left: Item, right: Item) => number>> = {
  displayName: (left, right) => left.displayName.localeCompare(right.displayName),
  steps: (left, right) => left.stepCount - right.stepCount,
  running: (left, right) => left.runningClaims - right.runningClaims,
  version: (left, right) => left.currentVersion - right.currentVersion,
  updated: (left, right) => (left.updatedAt < right.updatedAt ? -1 : 1),
};

/** The strategies that a search finds, all of them, sorted. */
export function useStrategies(searchText: string, categories: readonly string[], sort: Sort) {
  const { clientId } = useWorkspace();
  const pages = usePages(
    'strategy',
    StrategyListDocument,
    (paginationId: string | null) => ({
      clientId,
      filter: { searchText: searchText || null, categories: categories.length > 0 ? [...categories] : null },
      limit: PAGE,
      paginationId,
    }),
    (data) => ({ rows: data.listStrategyBlueprints.results, next: data.listStrategyBlueprints.paginationId }),
  );
  // Sorting needs all of them: the next page is fetched as soon as one is there.
  const { atEnd, loading, loadingMore, error, more } = pages;
  useEffect(() => {
    if (!atEnd && !loading && !loadingMore && !error) more();
  }, [atEnd, loading, loadingMore, error, more]);
  const rows = useMemo(() => {
    const sorted = pages.rows.toSorted(SORTS[sort.key]);
    return sort.descending ? sorted.reverse() : sorted;
  }, [pages.rows, sort.key, sort.descending]);
  return { pages, rows };
}
