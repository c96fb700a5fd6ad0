import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Sort } from '../../ui/DataTable.tsx';
import { changeParams, sortOf } from '../listAddress.ts';
import { useWorkspace } from '../workspace.ts';
import { type ListColumn, sortsOf, usualOf } from './columns.ts';
import { type ListFilterEntries, searchBy } from './filters.ts';

/** What a list's address says, read by what the list declares. */
export interface ListAddress<Search> {
  readonly params: URLSearchParams;
  /** Puts values of parameters into the address; an empty list takes one away. */
  readonly change: (values: Readonly<Record<string, readonly string[]>>) => void;
  readonly filter: Search;
  readonly sort: Sort;
  /** The list's own order, which the address leaves out. */
  readonly ownSort: Sort;
  /** Keys of the columns that show. */
  readonly shown: readonly string[];
}

/** @param columns and @param filters of the list. @param ownSort its order before anybody chooses. */
export function useListAddress<Search extends { queryText?: string | null | undefined }>(
  columns: readonly ListColumn<never>[],
  filters: ListFilterEntries<Search>,
  ownSort: Sort,
): ListAddress<Search> {
  const { timezone } = useWorkspace().configuration;
  const [params, setParams] = useSearchParams();
  return {
    params,
    change: (values) => changeParams(setParams, values),
    filter: useMemo(() => searchBy(filters, params, timezone), [filters, params, timezone]),
    sort: sortOf(params, sortsOf(columns), ownSort),
    ownSort,
    shown: params.get('columns')?.split(',') ?? usualOf(columns),
  };
}
