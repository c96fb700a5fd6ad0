import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Sort } from '../../../ui/DataTable.tsx';
import { type Item, isStatus, type Status } from './item.ts';

/** How each column sorts. */
const SORTS: Readonly<Record<string, (left: Item, right: Item) => number>> = {
  name: (left, right) => left.name.localeCompare(right.name),
  nodes: (left, right) => left.nodeCount - right.nodeCount,
  updated: (left, right) => (left.updatedAt < right.updatedAt ? -1 : 1),
};

/** What of the list is wanted; it stands in the address. */
export function useTreeSearch() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('status');
  const status: Status = isStatus(asked) ? asked : 'live';
  const searchText = search.get('search') ?? '';
  const category = search.get('category');
  const [sortKey = 'name', order] = (search.get('sort') ?? 'name').split(' ');
  const sort: Sort = { key: sortKey in SORTS ? sortKey : 'name', descending: order === 'desc' };
  function put(name: string, value: string | null) {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true });
  }
  return {
    status,
    searchText,
    category,
    sort,
    filtered: searchText !== '' || category !== null,
    show: (wanted: Status) => put('status', wanted === 'live' ? null : wanted),
    find: (text: string) => put('search', text.trim()),
    turn: (wanted: string) => put('category', wanted === category ? null : wanted),
    sortBy: ({ key, descending }: Sort) => put('sort', descending ? `${key} desc` : key),
    clear: () => setSearch(status === 'live' ? {} : { status }, { replace: true }),
  };
}

export type TreeSearch = ReturnType<typeof useTreeSearch>;

/** @returns the trees that the search finds, sorted. A client has hundreds at most, so they are all here. */
export function useFound(trees: readonly Item[] | undefined, { searchText, category, sort }: TreeSearch): Item[] {
  return useMemo(() => {
    const words = searchText.toLowerCase();
    const found = (trees ?? []).filter(
      ({ name, description, categories }) =>
        (category === null || categories.includes(category)) && `${name} ${description}`.toLowerCase().includes(words),
    );
    const sorted = found.toSorted(SORTS[sort.key]);
    return sort.descending ? sorted.reverse() : sorted;
  }, [trees, searchText, category, sort.key, sort.descending]);
}
