/** What all reports share: whose amounts, and the days and months of the client's calendar. */
import { invalid } from '../../../core/fault.ts';
import { money } from '../../../core/money.ts';
import { addDays, addMonths, type CalendarDate, daysBetween, type Instant } from '../../../core/time.ts';
import { at, localDate } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { listCurrencies, type ReportFilter } from '../account/account.report.logic.ts';
import { listLabels } from '../account/ground/label.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import type { DayEnd } from '../finance/facts/report.balance.logic.ts';
import type { DayAmount } from '../finance/facts/report.logic.ts';
import type { ReportFilter as FilterInput } from './reporting.graphql.ts';

/** What a report stands on. */
export interface Ground {
  readonly filter: ReportFilter;
  readonly zone: string;
  /** The client's day. */
  readonly today: CalendarDate;
  /** The first day anything can be asked of: the client's own. */
  readonly since: CalendarDate;
}

/** Names a filter may list. */
const MOST_NAMES = 1000;
/** Days a range may have. */
export const MOST_DAYS = 366;
const CURRENCY = /^[A-Z]{3}$/;

/** @returns the filter with the client's currency where none is named, and the client's calendar. @throws Fault INVALID_INPUT */
export async function reportContext(tx: Tx, input: FilterInput | null | undefined): Promise<Ground> {
  const client = await readClient(tx);
  const currency = input?.currency ?? client.currency;
  if (!CURRENCY.test(currency)) throw invalid('filter.currency', 'currencyCode');
  const names = (field: 'portfolios' | 'products') => {
    const list = input?.[field] ?? [];
    if (list.length > MOST_NAMES) throw invalid(`filter.${field}`, 'selectMost', { number: MOST_NAMES });
    return list.length > 0 ? list.map((name) => name.replaceAll('\0', '')) : null;
  };
  return {
    filter: { currency, portfolios: names('portfolios'), products: names('products') },
    zone: client.timezone,
    today: localDate(now(), client.timezone),
    since: localDate(client.createdAt, client.timezone),
  };
}

/** @returns what filters offer. */
export async function reportOptions(tx: Tx) {
  const { filter, today, since } = await reportContext(tx, null);
  const others = (await listCurrencies(tx)).filter((currency) => currency !== filter.currency);
  return {
    currencies: [filter.currency, ...others],
    portfolios: await listLabels(tx, 'portfolio', { limit: MOST_NAMES }),
    products: await listLabels(tx, 'product', { limit: MOST_NAMES }),
    today,
    since,
  };
}

/** @returns the number asked for, or `usual`. @throws Fault INVALID_INPUT outside of 1 to `most`. */
export function countOf(field: string, asked: number | null | undefined, usual: number, most: number): number {
  const count = asked ?? usual;
  if (count < 1 || count > most) throw invalid(field, 'between', { least: 1, most });
  return count;
}

/** @returns the first moment of a day there. */
export const beginOf = (day: CalendarDate, zone: string): Instant => at(day, { hour: 0, minute: 0 }, zone);

/** @returns the day with the moment it is over. */
export const endOf = (day: CalendarDate, zone: string): DayEnd => ({ day, end: beginOf(addDays(day, 1), zone) });

/** @returns the first day of the day's month. */
export const monthOf = (day: CalendarDate): CalendarDate => `${day.slice(0, 8)}01` as CalendarDate;

const MONDAY = '1970-01-05' as CalendarDate;

/** @returns the Monday of the day's week. */
export const mondayOf = (day: CalendarDate): CalendarDate => addDays(day, -(((daysBetween(MONDAY, day) % 7) + 7) % 7));

/** @returns the first days of the last months with the current one, oldest first. */
export function lastMonths(today: CalendarDate, count: number): CalendarDate[] {
  return Array.from({ length: count }, (_, index) => addMonths(monthOf(today), index - count + 1));
}

/** @returns how much of the whole the part is: 0 of nothing. */
export const shareOf = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 1_000_000n) / whole) / 1_000_000);

/** @returns the amounts added up per currency: the client's own first, then by name. */
export function sums(rows: readonly Pick<DayAmount, 'currency' | 'amount'>[], own: string) {
  const byCurrency = new Map<string, bigint>();
  for (const { currency, amount } of rows) byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + amount);
  return [...byCurrency]
    .sort(([a], [b]) => Number(b === own) - Number(a === own) || a.localeCompare(b))
    .map(([currency, amount]) => ({ currency, amount: money(amount, currency) }));
}
