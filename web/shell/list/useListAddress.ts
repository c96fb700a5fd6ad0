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
  /** Something is typed or chosen that narrows the list down. */
  readonly isNarrowed: boolean;
  /** Takes away what narrows it down. */
  readonly clear: () => void;
  readonly sort: Sort;
  /** The list's own order, which the address leaves out. */
  readonly ownSort: Sort;
  /** Keys of the columns that show. */
  readonly shown: readonly string[];
}

/** Where a list differs from most. */
interface ListHabits<Search> {
  /** What it asks for before anything narrows it down; the same object as long as it asks for the same. */
  readonly base?: Search;
  /** The search's argument for what is typed. */
  readonly words?: keyof Search & string;
  /** Parameters that end with any other change: the page, what is chosen. */
  readonly passing?: readonly string[];
}

/** @param columns and @param filters of the list. @param ownSort its order before anybody chooses. */
export function useListAddress<Search extends object>(
  columns: readonly ListColumn<never>[],
  filters: ListFilterEntries<Search>,
  ownSort: Sort,
  { base, words, passing = [] }: ListHabits<Search> = {},
): ListAddress<Search> {
  const { timezone } = useWorkspace().configuration;
  const [params, setParams] = useSearchParams();
  const found = useMemo(() => searchBy(filters, params, timezone, words), [filters, params, timezone, words]);
  const change: ListAddress<Search>['change'] = (values) =>
    changeParams(setParams, { ...Object.fromEntries(passing.map((name) => [name, []])), ...values });
  return {
    params,
    change,
    filter: useMemo(() => (base ? { ...base, ...found } : found), [base, found]),
    isNarrowed: Object.keys(found).length > 0,
    clear: () => change(Object.fromEntries(['search', ...Object.keys(filters)].map((name) => [name, []]))),
    sort: sortOf(params, sortsOf(columns), ownSort),
    ownSort,
    shown: params.get('columns')?.split(',') ?? usualOf(columns),
  };
}
