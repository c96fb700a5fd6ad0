/** The list's filters and order as they stand in the URL, and as the search takes them. */

import { isUuid } from '../../../../core/id.ts';
import { useQuery } from '../../../shell/api.ts';
import { type ListFilterEntries, sameOptions, useMemberOptions, useYesNoOptions } from '../../../shell/list/filters.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { amountRange, dayRange, numberRange } from '../../../ui/listFilters.ts';
import { momentRange } from '../../../ui/momentRange.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { type AccountCountQueryVariables, AccountLabelsDocument, type AccountOrderField } from './account.graphql.ts';

export type Search = NonNullable<AccountCountQueryVariables['filter']>;

const useLabels = () => useQuery('account', AccountLabelsDocument, { clientId: useWorkspace().clientId }, { reuse: true }).data;
const useProducts = () => sameOptions(useLabels()?.getProducts);
const usePortfolios = () => sameOptions(useLabels()?.getPortfolios);
function useTypes() {
  const { t } = useTranslation('accounts');
  return (['person', 'company'] as const).map((value) => ({ value, label: t(`type.${value}`) }));
}

/** Filters that can be added: a new one is one entry here and its text. */
export const FILTERS: ListFilterEntries<Search> = {
  product: { kind: 'several', useOptions: useProducts, search: ({ all }) => ({ products: all }) },
  portfolio: { kind: 'several', useOptions: usePortfolios, search: ({ all }) => ({ portfolios: all }) },
  pastDue: { kind: 'numbers', inDays: true, search: ({ first }) => ({ daysPastDueRange: numberRange(first) }) },
  dueDate: { kind: 'days', search: ({ first }) => ({ oldestDueDateRange: dayRange(first) }) },
  amount: { kind: 'amounts', search: ({ first }) => ({ amountRange: amountRange(first) }) },
  lastContact: { kind: 'days', search: ({ first, zone }) => ({ latestCommunicationRange: momentRange(first, zone) }) },
  created: { kind: 'days', search: ({ first, zone }) => ({ createdAtRange: momentRange(first, zone) }) },
  updated: { kind: 'days', search: ({ first, zone }) => ({ updatedAtRange: momentRange(first, zone) }) },
  debtorType: { kind: 'one', useOptions: useTypes, search: ({ first }) => ({ debtorType: first }) },
  debtorRef: { kind: 'texts', hasHint: true, search: ({ all }) => ({ externalDebtorRefs: all }) },
  accountId: { kind: 'texts', hasHint: true, search: ({ all }) => ({ accountIds: all.filter(isUuid) }) },
  assignee: { kind: 'several', useOptions: useMemberOptions, search: ({ all }) => ({ assigneeUserIds: all }) },
  outsourced: { kind: 'one', useOptions: useYesNoOptions, search: ({ isYes }) => ({ outsourced: isYes }) },
  owing: { kind: 'one', useOptions: useYesNoOptions, search: ({ isYes }) => ({ owing: isYes }) },
};

type Order = AccountOrderField['field'];

/** What the URL asks the accounts to be sorted by: up to four columns, as in "-pastDue,balance". @param sorts what each column sorts by. */
export function ordersOf(params: URLSearchParams, sorts: Readonly<Record<string, Order>>, own: string): AccountOrderField[] {
  const keys = (params.get('sort') ?? own).split(',').filter((text) => Object.hasOwn(sorts, text.replace(/^-/, '')));
  const named = new Map((keys.length > 0 ? keys : [own]).slice(0, 4).map((text) => [text.replace(/^-/, ''), text.startsWith('-')]));
  return [...named].map(([key, descending]) => ({ field: sorts[key]!, descending }));
}
