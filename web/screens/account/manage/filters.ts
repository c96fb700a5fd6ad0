/** The list's filters and order as they stand in the URL, and as the search takes them. */

import { isUuid } from '../../../../core/id.ts';
import { useQuery } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { amountRange, dayRange, type ListFilter, numberRange } from '../../../ui/listFilters.ts';
import { momentRange } from '../../../ui/momentRange.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { type AccountCountQueryVariables, AccountLabelsDocument, type AccountsQueryVariables } from './account.graphql.ts';

/** Filters that can be added, in the menu's order; their names are the URL's parameters. */
export const FILTERS = [
  'product',
  'portfolio',
  'pastDue',
  'dueDate',
  'amount',
  'lastContact',
  'created',
  'updated',
  'debtorType',
  'debtorRef',
  'accountId',
  'assignee',
  'outsourced',
  'owing',
] as const;

/** Columns that sort, and by what. */
export const SORTS = {
  debtor: 'debtorFullName',
  account: 'externalAccountRef',
  balance: 'totalAmount',
  claims: 'activeClaimsCount',
  pastDue: 'oldestClaimDPD',
  latestPastDue: 'latestClaimDPD',
  lastContact: 'latestCommunicationDate',
  created: 'createdAt',
  updated: 'updatedAt',
} as const;

const KINDS: Readonly<Record<(typeof FILTERS)[number], ListFilter['kind']>> = {
  product: 'several',
  portfolio: 'several',
  pastDue: 'numbers',
  dueDate: 'days',
  amount: 'amounts',
  lastContact: 'days',
  created: 'days',
  updated: 'days',
  debtorType: 'one',
  debtorRef: 'texts',
  accountId: 'texts',
  assignee: 'several',
  outsourced: 'one',
  owing: 'one',
};

const same = (names: readonly string[] | undefined) => names?.map((name) => ({ value: name, label: name }));
const useLabels = () => useQuery('account', AccountLabelsDocument, { clientId: useWorkspace().clientId }, { reuse: true }).data;
const useProducts = () => same(useLabels()?.getProducts);
const usePortfolios = () => same(useLabels()?.getPortfolios);
const useMembers = () => useStaff().members.map((member) => ({ value: member.id, label: member.name || member.email }));
function useTypes() {
  const { t } = useTranslation('accounts');
  return (['person', 'company'] as const).map((value) => ({ value, label: t(`type.${value}`) }));
}
function useYesNo() {
  const { t } = useTranslation('lists');
  return (['yes', 'no'] as const).map((value) => ({ value, label: t(value) }));
}
const OPTIONS: Partial<Record<(typeof FILTERS)[number], NonNullable<ListFilter['useOptions']>>> = {
  product: useProducts,
  portfolio: usePortfolios,
  assignee: useMembers,
  debtorType: useTypes,
  outsourced: useYesNo,
  owing: useYesNo,
};

/** @returns the filters with their words. */
export function useAccountFilters(): ListFilter[] {
  const { t } = useTranslation(['accounts', 'lists']);
  const { configuration } = useWorkspace();
  const hints: Partial<Record<(typeof FILTERS)[number], string>> = { debtorRef: t('debtorRefHint'), accountId: t('accountIdHint') };
  return FILTERS.map((name) => ({
    name,
    label: t(`filter.${name}`),
    kind: KINDS[name],
    useOptions: OPTIONS[name],
    hint: hints[name],
    unit: name === 'pastDue' ? t('lists:days') : undefined,
    currency: name === 'amount' ? configuration.currency : undefined,
  }));
}

export type Search = NonNullable<AccountCountQueryVariables['filter']>;

/** What the URL asks for, as searchAccounts and countAccounts take it. Values that cannot be are left out. @param zone the client's time zone. */
export function searchOf(params: URLSearchParams, zone: string): Search {
  const search: Search = {};
  const text = params.get('search')?.trim();
  if (text) search.queryText = text;
  if (params.has('product')) search.products = params.getAll('product');
  if (params.has('portfolio')) search.portfolios = params.getAll('portfolio');
  if (params.has('assignee')) search.assigneeUserIds = params.getAll('assignee');
  if (params.has('debtorRef')) search.externalDebtorRefs = params.getAll('debtorRef');
  if (params.has('accountId')) search.accountIds = params.getAll('accountId').filter(isUuid);
  if (params.has('debtorType')) search.debtorType = params.get('debtorType');
  if (params.has('outsourced')) search.outsourced = params.get('outsourced') === 'yes';
  if (params.has('owing')) search.owing = params.get('owing') === 'yes';
  if (params.has('pastDue')) search.daysPastDueRange = numberRange(params.get('pastDue'));
  if (params.has('dueDate')) search.oldestDueDateRange = dayRange(params.get('dueDate'));
  if (params.has('amount')) search.amountRange = amountRange(params.get('amount'));
  if (params.has('lastContact')) search.latestCommunicationRange = momentRange(params.get('lastContact'), zone);
  if (params.has('created')) search.createdAtRange = momentRange(params.get('created'), zone);
  if (params.has('updated')) search.updatedAtRange = momentRange(params.get('updated'), zone);
  return search;
}

/** What the URL asks the accounts to be sorted by: up to four columns, as in "-pastDue,balance". */
export function ordersOf(params: URLSearchParams, own: string): NonNullable<AccountsQueryVariables['orderFields']> {
  const keys = (params.get('sort') ?? own).split(',').filter((text) => text.replace(/^-/, '') in SORTS);
  const named = new Map((keys.length > 0 ? keys : [own]).slice(0, 4).map((text) => [text.replace(/^-/, ''), text.startsWith('-')]));
  return [...named].map(([key, descending]) => ({ field: SORTS[key as keyof typeof SORTS], descending }));
}
