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

export interface ListFilterEntry<Search> extends Pick<ListFilter, 'kind' | 'useOptions'> {
  readonly inDays?: boolean;
  /** There is a text `<name>Hint`. */
  readonly hasHint?: boolean;
  /** What it narrows the search down to. Values that cannot be are left out. */
  readonly search: (value: FilterValue) => Partial<Search>;
}

/** By their names, which are the address's parameters, in the menu's order. */
export type ListFilterEntries<Search> = Readonly<Record<string, ListFilterEntry<Search>>>;

/** @returns what the address asks for, as the search takes it. */
export function searchBy<Search extends { queryText?: string | null | undefined }>(
  filters: ListFilterEntries<Search>,
  params: URLSearchParams,
  zone: string,
): Search {
  const text = params.get('search')?.trim();
  const parts = Object.entries(filters)
    .filter(([name]) => params.has(name))
    .map(([name, { search }]) => {
      const all = params.getAll(name);
      return search({ all, first: all[0]!, isYes: all[0] === 'yes', zone, params });
    });
  return Object.assign(text ? { queryText: text } : {}, ...parts) as Search;
}

/** @returns the filters with the list's words. @param currency of a range of amounts. */
export function useListFilters<Search>(area: 'accounts' | 'claims', filters: ListFilterEntries<Search>, currency: string): ListFilter[] {
  const { t } = useTranslation([area, 'lists']);
  return Object.entries(filters).map(([name, { kind, useOptions, inDays, hasHint }]) => ({
    name,
    label: t(`${area}:filter.${name as 'product'}`),
    kind,
    ...(useOptions && { useOptions }),
    ...(hasHint && { hint: t(`${area as 'accounts'}:${name as 'debtorRef'}Hint`) }),
    ...(inDays && { unit: t('lists:days') }),
    ...(kind === 'amounts' && { currency }),
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
