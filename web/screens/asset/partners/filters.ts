/** The list's filters as they stand in the address, and as the search takes them. */
import { countriesIn } from '../../../../core/country.ts';
import { toLocale } from '../../../../core/locale.ts';
import type { ListFilterEntries } from '../../../shell/list/filters.ts';
import { PARTNER_TYPES } from '../../../shell/partners.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { PartnersQueryVariables } from './partner.graphql.ts';

export type Search = Omit<PartnersQueryVariables, 'clientId' | 'from' | 'size'>;

function useTypes() {
  const { t } = useTranslation('partners');
  return PARTNER_TYPES.map((value) => ({ value, label: t(`type.${value}`) }));
}
function useCountries() {
  const { language } = useTranslation('ui');
  return countriesIn(toLocale(language)).map(({ code, name }) => ({ value: code, label: name }));
}

/** Filters that can be added: a new one is one entry here and its text. */
export const FILTERS: ListFilterEntries<Search> = {
  type: { kind: 'several', useOptions: useTypes, search: ({ all }) => ({ types: all }) },
  country: { kind: 'several', isSingle: true, useOptions: useCountries, search: ({ first }) => ({ country: first }) },
};
