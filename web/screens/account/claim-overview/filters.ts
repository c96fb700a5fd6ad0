/** The list's filters as they stand in the URL, and as the search takes them. */

import { useQuery } from '../../../shell/api.ts';
import { type ListFilterEntries, sameOptions, useMemberOptions, useYesNoOptions } from '../../../shell/list/filters.ts';
import { usePartnerNames } from '../../../shell/partners/partners.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { amountRange, dayRange, numberRange } from '../../../ui/listFilters.ts';
import { momentRange } from '../../../ui/momentRange.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { type ClaimCountQueryVariables, ClaimLabelsDocument } from './account.graphql.ts';
import { ListedStrategiesDocument } from './strategy.graphql.ts';

export type Search = NonNullable<ClaimCountQueryVariables['filter']>;

export const STATUSES = ['open', 'resolved', 'deleted'] as const;
export const STATES = ['running', 'paused', 'failed', 'ended', 'none'] as const;

const useLabels = () => useQuery('account', ClaimLabelsDocument, { clientId: useWorkspace().clientId }, { reuse: true }).data;
const useProducts = () => sameOptions(useLabels()?.getProducts);
const usePortfolios = () => sameOptions(useLabels()?.getPortfolios);
const useStrategies = () =>
  useQuery('strategy', ListedStrategiesDocument, { clientId: useWorkspace().clientId }, { reuse: true }).data?.getStrategies.map(
    (strategy) => ({
      value: strategy.id,
      label: strategy.displayName,
    }),
  );
const usePartners = () => usePartnerNames().options;
function useStatuses() {
  const { t } = useTranslation('claims');
  return STATUSES.map((value) => ({ value, label: t(`status.${value}`) }));
}
function useStates() {
  const { t } = useTranslation('claims');
  return STATES.map((value) => ({ value, label: t(`state.${value}`) }));
}

/** @returns the one currency the list is filtered by, in which amounts are meant then. */
export function onlyCurrency(params: URLSearchParams): string | null {
  const [only, ...more] = params.getAll('currency');
  return only !== undefined && more.length === 0 && /^[A-Z]{3}$/.test(only) ? only : null;
}

const among = <Value extends string>(all: readonly string[], known: readonly Value[]) => known.filter((value) => all.includes(value));

/** Filters that can be added: a new one is one entry here and its text. */
export const FILTERS: ListFilterEntries<Search> = {
  status: { kind: 'several', useOptions: useStatuses, search: ({ all }) => ({ statuses: among(all, STATUSES) }) },
  pastDue: { kind: 'numbers', inDays: true, search: ({ first }) => ({ daysPastDueRange: numberRange(first) }) },
  dueDate: { kind: 'days', search: ({ first }) => ({ dueDateRange: dayRange(first) }) },
  amount: {
    kind: 'amounts',
    search: ({ first, params }) => ({ amountRange: { ...amountRange(first), currency: onlyCurrency(params) } }),
  },
  currency: { kind: 'texts', search: ({ all }) => ({ currencies: all }) },
  product: { kind: 'several', useOptions: useProducts, search: ({ all }) => ({ products: all }) },
  portfolio: { kind: 'several', useOptions: usePortfolios, search: ({ all }) => ({ portfolios: all }) },
  strategy: { kind: 'several', useOptions: useStrategies, search: ({ all }) => ({ strategyIds: all }) },
  state: { kind: 'several', useOptions: useStates, search: ({ all }) => ({ strategyStatuses: among(all, STATES) }) },
  disputed: { kind: 'one', useOptions: useYesNoOptions, search: ({ isYes }) => ({ disputed: isYes }) },
  promised: { kind: 'one', useOptions: useYesNoOptions, search: ({ isYes }) => ({ promised: isYes }) },
  outsourced: { kind: 'one', useOptions: useYesNoOptions, search: ({ isYes }) => ({ outsourced: isYes }) },
  partner: { kind: 'several', useOptions: usePartners, search: ({ all }) => ({ partnerIds: all }) },
  assignee: { kind: 'several', useOptions: useMemberOptions, search: ({ all }) => ({ assigneeUserIds: all }) },
  created: { kind: 'days', search: ({ first, zone }) => ({ createdAtRange: momentRange(first, zone) }) },
  owing: { kind: 'one', useOptions: useYesNoOptions, search: ({ isYes }) => ({ owing: isYes }) },
  notDue: { kind: 'one', useOptions: useYesNoOptions, search: ({ isYes }) => ({ notDue: isYes }) },
  started: { kind: 'days', search: ({ first, zone }) => ({ strategyStartedRange: momentRange(first, zone) }) },
};

/** What a client that works without partners is offered. */
export const FILTERS_WITHOUT_PARTNERS: ListFilterEntries<Search> = Object.fromEntries(
  Object.entries(FILTERS).filter(([name]) => name !== 'outsourced' && name !== 'partner'),
);
