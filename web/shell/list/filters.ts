/** The filters that a list declares, one entry each: how it is asked for, and what its value in the address means to the search. */
import type { ListFilter } from '../../ui/listFilters.ts';
import { useTranslation } from '../../ui/texts.ts';
import { useStaff } from '../staff.ts';

/** The values of one filter in the address. */
export interface FilterValue {
  readonly all: string[];
  readonly first: string;
  readonly isYes: boolean;
  /** The client's time zone. */
  readonly zone: string;
  readonly params: URLSearchParams;
}

export interface ListFilterEntry<Search> extends Pick<ListFilter, 'kind' | 'useOptions' | 'isSingle'> {
  readonly inDays?: boolean;
  /** FilterWords has a hint for it. */
  readonly hasHint?: boolean;
  /** What it narrows the search down to. Values that cannot be are left out. */
  readonly search: (value: FilterValue) => Partial<Search>;
}

/** By their names, which are the address's parameters, in the menu's order. */
export type ListFilterEntries<Search> = Readonly<Record<string, ListFilterEntry<Search>>>;

/** @returns the filters except some, for whom or where those narrow nothing down. */
export const withoutFilters = <Search>(filters: ListFilterEntries<Search>, ...names: readonly string[]): ListFilterEntries<Search> =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)));

/** @param words the search's argument for what is typed. @returns what the address asks for, as the search takes it. */
export function searchBy<Search extends object>(
  filters: ListFilterEntries<Search>,
  params: URLSearchParams,
  zone: string,
  words: keyof Search & string = 'queryText' as keyof Search & string,
): Search {
  const text = params.get('search')?.trim();
  const parts = Object.entries(filters)
    .filter(([name]) => params.has(name))
    .map(([name, { search }]) => {
      const all = params.getAll(name);
      return search({ all, first: all[0]!, isYes: all[0] === 'yes', zone, params });
    });
  return Object.assign(text ? { [words]: text } : {}, ...parts) as Search;
}

/** What a list's screen adds to its filters. */
interface FilterWords {
  readonly labelOf: (name: string) => string;
  readonly hintOf?: (name: string) => string;
  /** Of a range of amounts. */
  readonly currency?: string;
  /** Options that only the screen knows, by the filter's name. */
  readonly options?: Readonly<Record<string, ListFilter['useOptions']>>;
}

/** @returns the filters with the list's words. */
export function useListFilters<Search>(filters: ListFilterEntries<Search>, words: FilterWords): ListFilter[] {
  const { t } = useTranslation('lists');
  const { labelOf, hintOf, currency, options = {} } = words;
  return Object.entries(filters).map(([name, { kind, useOptions = options[name], inDays, hasHint, isSingle }]) => ({
    name,
    label: labelOf(name),
    kind,
    ...(isSingle && { isSingle }),
    ...(useOptions && { useOptions }),
    ...(hasHint && hintOf && { hint: hintOf(name) }),
    ...(inDays && { unit: t('days') }),
    ...(kind === 'amounts' && currency !== undefined && { currency }),
  }));
}

/** @returns options that are called what they are. */
export const sameOptions = (names: readonly string[] | undefined) => names?.map((name) => ({ value: name, label: name }));

/** The client's staff as options. */
export const useMemberOptions = () => useStaff().members.map((member) => ({ value: member.id, label: member.name || member.email }));

/** Yes and no as options. */
export function useYesNoOptions() {
  const { t } = useTranslation('lists');
  return (['yes', 'no'] as const).map((value) => ({ value, label: t(value) }));
}
