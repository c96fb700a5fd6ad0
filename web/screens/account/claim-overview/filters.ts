/** The list's filters and order as they stand in the URL, and as the search takes them. */

import { useQuery } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { amountRange, dayRange, type ListFilter, numberRange } from '../../../ui/listFilters.ts';
import { momentRange } from '../../../ui/momentRange.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { type ClaimCountQueryVariables, ClaimLabelsDocument } from './account.graphql.ts';
import { ListedStrategiesDocument } from './strategy.graphql.ts';

const KINDS = {
  status: 'several',
  pastDue: 'numbers',
  dueDate: 'days',
  amount: 'amounts',
  currency: 'texts',
  product: 'several',
  portfolio: 'several',
  strategy: 'several',
  state: 'several',
  disputed: 'one',
  promised: 'one',
  assignee: 'several',
  created: 'days',
  owing: 'one',
  notDue: 'one',
  started: 'days',
} as const satisfies Readonly<Record<string, ListFilter['kind']>>;
type FilterName = keyof typeof KINDS;
/** Filters that can be added, in the menu's order; their names are the URL's parameters. */
export const FILTERS = Object.keys(KINDS) as FilterName[];

/** Columns that sort, and by what. */
export const SORTS = {
  claim: 'externalClaimRef',
  balance: 'totalAmount',
  pastDue: 'daysPastDue',
  dueDate: 'dueDate',
  created: 'createdAt',
  updated: 'updatedAt',
} as const;

export const STATUSES = ['open', 'resolved', 'deleted'] as const;
export const STATES = ['running', 'paused', 'failed', 'ended', 'none'] as const;

const same = (names: readonly string[] | undefined) => names?.map((name) => ({ value: name, label: name }));
const useLabels = () => useQuery('account', ClaimLabelsDocument, { clientId: useWorkspace().clientId }, { reuse: true }).data;
const useProducts = () => same(useLabels()?.getProducts);
const usePortfolios = () => same(useLabels()?.getPortfolios);
const useMembers = () => useStaff().members.map((member) => ({ value: member.id, label: member.name || member.email }));
const useStrategies = () =>
  useQuery('strategy', ListedStrategiesDocument, { clientId: useWorkspace().clientId }, { reuse: true }).data?.getStrategies.map(
    (strategy) => ({
      value: strategy.id,
      label: strategy.displayName,
    }),
  );
function useStatuses() {
  const { t } = useTranslation('claims');
  return STATUSES.map((value) => ({ value, label: t(`status.${value}`) }));
}
function useStates() {
  const { t } = useTranslation('claims');
  return STATES.map((value) => ({ value, label: t(`state.${value}`) }));
}
function useYesNo() {
  const { t } = useTranslation('lists');
  return (['yes', 'no'] as const).map((value) => ({ value, label: t(value) }));
}
const OPTIONS: Partial<Record<FilterName, NonNullable<ListFilter['useOptions']>>> = {
  status: useStatuses,
  product: useProducts,
  portfolio: usePortfolios,
  strategy: useStrategies,
  state: useStates,
  disputed: useYesNo,
  promised: useYesNo,
  owing: useYesNo,
  notDue: useYesNo,
  assignee: useMembers,
};

/** @returns the filters with their words. @param currency of the range of amounts. */
export function useClaimFilters(currency: string): ListFilter[] {
  const { t } = useTranslation(['claims', 'lists']);
  return FILTERS.map((name) => ({
    name,
    label: t(`filter.${name}`),
    kind: KINDS[name],
    useOptions: OPTIONS[name],
    unit: name === 'pastDue' ? t('lists:days') : undefined,
    currency: name === 'amount' ? currency : undefined,
  }));
}

export type Search = NonNullable<ClaimCountQueryVariables['filter']>;

/** @returns the one currency the list is filtered by, in which amounts are meant then. */
export function onlyCurrency(params: URLSearchParams): string | null {
  const [only, ...more] = params.getAll('currency');
  return only !== undefined && more.length === 0 && /^[A-Z]{3}$/.test(only) ? only : null;
}

/** What the URL asks for, as searchClaims and countClaims take it. Values that cannot be are left out. @param zone the client's time zone. */
export function searchOf(params: URLSearchParams, zone: string): Search {
  const search: Search = {};
  const text = params.get('search')?.trim();
  const among = <Value extends string>(name: FilterName, known: readonly Value[]) =>
    known.filter((value) => params.getAll(name).includes(value));
  if (text) search.queryText = text;
  if (params.has('status')) search.statuses = among('status', STATUSES);
  if (params.has('state')) search.strategyStatuses = among('state', STATES);
  if (params.has('product')) search.products = params.getAll('product');
  if (params.has('portfolio')) search.portfolios = params.getAll('portfolio');
  if (params.has('strategy')) search.strategyIds = params.getAll('strategy');
  if (params.has('assignee')) search.assigneeUserIds = params.getAll('assignee');
  if (params.has('currency')) search.currencies = params.getAll('currency');
  if (params.has('disputed')) search.disputed = params.get('disputed') === 'yes';
  if (params.has('promised')) search.promised = params.get('promised') === 'yes';
  if (params.has('owing')) search.owing = params.get('owing') === 'yes';
  if (params.has('notDue')) search.notDue = params.get('notDue') === 'yes';
  if (params.has('started')) search.strategyStartedRange = momentRange(params.get('started'), zone);
  if (params.has('pastDue')) search.daysPastDueRange = numberRange(params.get('pastDue'));
  if (params.has('dueDate')) search.dueDateRange = dayRange(params.get('dueDate'));
  if (params.has('amount')) search.amountRange = { ...amountRange(params.get('amount')), currency: onlyCurrency(params) };
  if (params.has('created')) search.createdAtRange = momentRange(params.get('created'), zone);
  return search;
}
