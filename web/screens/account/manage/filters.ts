/** The list's filters, order and columns as they stand in the URL, and as the search takes them. */
import { addDays, type CalendarDate, calendarDate, isoInstant } from '../../../../core/time.ts';
import { at } from '../../../../core/zone.ts';
import type { AccountCountQueryVariables } from './account.graphql.ts';

/** Filters that can be added, in the menu's order; their names are the URL's parameters. */
export const FILTERS = [
  'product',
  'portfolio',
  'pastDue',
  'dueDate',
  'amount',
  'lastContact',
  'created',
  'debtorType',
  'debtorRef',
  'assignee',
] as const;
export type FilterName = (typeof FILTERS)[number];
/** Those that ask for days of the calendar. */
export const DAYS: readonly FilterName[] = ['dueDate', 'lastContact', 'created'];

/** Columns that sort, and by what. */
export const SORTS = {
  debtor: 'debtorFullName',
  account: 'externalAccountRef',
  balance: 'totalAmount',
  claims: 'activeClaimsCount',
  pastDue: 'oldestClaimDPD',
  lastContact: 'latestCommunicationDate',
  created: 'createdAt',
  updated: 'updatedAt',
} as const;

export interface Range {
  readonly from: string | null;
  readonly to: string | null;
}

/** @returns the ends of a range as the URL writes it: "10..", "50..5000", "..9". */
export function readRange(text: string | null): Range {
  const [from = '', to = ''] = (text ?? '').split('..');
  return { from: from || null, to: to || null };
}

/** @returns the URL's text of a range, null for an open one. */
export function writeRange({ from, to }: Range): string | null {
  return from || to ? `${from ?? ''}..${to ?? ''}` : null;
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
  if (params.has('debtorType')) search.debtorType = params.get('debtorType');
  const days = readRange(params.get('pastDue'));
  const whole = (value: string | null) => (value !== null && /^-?\d{1,5}$/.test(value) ? Number(value) : null);
  if (days.from || days.to) search.daysPastDueRange = { from: whole(days.from), to: whole(days.to) };
  const due = readRange(params.get('dueDate'));
  const [dueFrom, dueTo] = [calendarDate(due.from ?? ''), calendarDate(due.to ?? '')];
  if (dueFrom || dueTo) search.oldestDueDateRange = { from: dueFrom, to: dueTo };
  const amount = readRange(params.get('amount'));
  const decimal = (value: string | null) => (value !== null && /^-?\d{1,12}(\.\d{1,3})?$/.test(value) ? value : null);
  if (amount.from || amount.to) search.amountRange = { from: decimal(amount.from), to: decimal(amount.to) };
  if (params.has('lastContact')) search.latestCommunicationRange = moments(readRange(params.get('lastContact')), zone);
  if (params.has('created')) search.createdAtRange = moments(readRange(params.get('created')), zone);
  return search;
}

/** Whole days of the client's calendar as moments. */
function moments(range: Range, zone: string): { from: string | null; to: string | null } {
  const midnight = (day: CalendarDate) => at(day, { hour: 0, minute: 0 }, zone);
  const from = calendarDate(range.from ?? '');
  const to = calendarDate(range.to ?? '');
  return {
    from: from ? isoInstant(midnight(from)) : null,
    to: to ? new Date(midnight(addDays(to, 1)) - 1).toISOString() : null,
  };
}
