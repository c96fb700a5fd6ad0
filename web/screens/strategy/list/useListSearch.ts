import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Sort } from '../../../ui/DataTable.tsx';
import { SORTS } from './useStrategies.ts';

/** What of the list is wanted: search, categories and order stand in the address, and whether the examples are shown. */
export function useListSearch() {
  const [search, setSearch] = useSearchParams();
  const searchText = search.get('search') ?? '';
  const categories = useMemo(() => search.getAll('category'), [search]);
  const [sortKey = 'displayName', order] = (search.get('sort') ?? 'displayName').split(' ');
  const sort: Sort = { key: sortKey in SORTS ? sortKey : 'displayName', descending: order === 'desc' };

  function put(change: (next: URLSearchParams) => void) {
    const next = new URLSearchParams(search);
    change(next);
    setSearch(next, { replace: true });
  }
  return {
    searchText,
    categories,
    sort,
    filtered: searchText !== '' || categories.length > 0,
    showsStarters: search.has('starters'),
    find: (text: string) => put((next) => (text.trim() === '' ? next.delete('search') : next.set('search', text.trim()))),
    /** Adds a category or takes it away. */
    turn: (category: string) =>
      put((next) => {
        next.delete('category');
        const wanted = categories.includes(category) ? categories.filter((one) => one !== category) : [...categories, category];
        for (const one of wanted) next.append('category', one);
      }),
    ofAllCategories: () => put((next) => next.delete('category')),
    sortBy: ({ key, descending }: Sort) => put((next) => next.set('sort', descending ? `${key} desc` : key)),
    showStarters: (shown: boolean) => put((next) => (shown ? next.set('starters', '') : next.delete('starters'))),
    clear: () => setSearch({}, { replace: true }),
  };
}

export type ListSearch = ReturnType<typeof useListSearch>;
