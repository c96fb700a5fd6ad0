/** The reports about balances: how old they are, where they move, what comes back of them. */
import { invalid } from '../../../core/fault.ts';
import { money } from '../../../core/money.ts';
import { addDays, addMonths, type CalendarDate } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { agingOn, BUCKETS, cohorts, flowsBetween } from '../finance/facts/report.balance.logic.ts';
import type { ReportFilter } from './reporting.graphql.ts';
import { beginOf, countOf, endOf, lastMonths, monthOf, reportContext, shareOf } from './reporting.logic.ts';

const MOST_MONTHS = 24;

/** @param asOf today when absent. @returns every bucket, empty ones too. @throws Fault INVALID_INPUT */
export async function agingReport(tx: Tx, input: ReportFilter | null | undefined, asOf: CalendarDate | null | undefined) {
  const { filter, zone, today } = await reportContext(tx, input);
  const day = dayUpTo('asOf', asOf, today);
  const rows = await agingOn(tx, filter, endOf(day, zone), day === today);
  const buckets = BUCKETS.map((bucket) => {
    const row = rows.get(bucket);
    return { bucket, claims: row?.claims ?? 0, minor: row?.amount ?? 0n };
  });
  const total = buckets.reduce((sum, { minor }) => sum + minor, 0n);
  return {
    asOf: day,
    currency: filter.currency,
    buckets: buckets.map(({ bucket, claims, minor }) => ({ bucket, claims, amount: money(minor, filter.currency) })),
    total: money(total, filter.currency),
    claims: buckets.reduce((sum, { claims }) => sum + claims, 0),
  };
}

/** @throws Fault INVALID_INPUT for a day to come. @returns the day asked for; today when none is. */
function dayUpTo(field: string, asked: CalendarDate | null | undefined, today: CalendarDate): CalendarDate {
  if (asked && asked > today) throw invalid(field, 'dayAfter', { day: today });
  return asked ?? today;
}

/**
 * @param until the last day of the last month; today when absent.
 * @returns the months, oldest first, each with the flows of its buckets in the buckets' order, paid last. @throws Fault INVALID_INPUT
 */
export async function rollRates(
  tx: Tx,
  input: ReportFilter | null | undefined,
  asked: number | null | undefined,
  until?: CalendarDate | null,
) {
  const { filter, zone, today } = await reportContext(tx, input);
  const last = dayUpTo('until', until, today);
  const months = lastMonths(last, countOf('months', asked, 6, MOST_MONTHS));
  const days = [...months.map((month) => addDays(month, -1)), last];
  const flows = await flowsBetween(
    tx,
    filter,
    days.map((day) => endOf(day, zone)),
    last === today,
  );
  const place = (name: string) => (BUCKETS as readonly string[]).indexOf(name) + (name === 'paid' ? 100 : 0);
  return {
    currency: filter.currency,
    months: months.map((month, step) => {
      const own = flows[step] ?? [];
      const before = (bucket: string) => own.filter(({ from }) => from === bucket).reduce((sum, { amount }) => sum + amount, 0n);
      return {
        month,
        until: days[step + 1] ?? last,
        flows: own
          .sort((a, b) => place(a.from) - place(b.from) || place(a.to) - place(b.to))
          .map(({ from, to, amount }) => ({ from, to, amount: money(amount, filter.currency), share: shareOf(amount, before(from)) })),
      };
    }),
  };
}

/**
 * @param until the last day that claims and money are counted of; today when absent.
 * @returns the months in which claims came in, oldest first, each with a point for every month since. @throws Fault INVALID_INPUT
 */
export async function recoveryCurve(
  tx: Tx,
  input: ReportFilter | null | undefined,
  asked: number | null | undefined,
  until?: CalendarDate | null,
) {
  const { filter, zone, today } = await reportContext(tx, input);
  const last = dayUpTo('until', until, today);
  const first = lastMonths(last, countOf('months', asked, 12, MOST_MONTHS))[0] ?? monthOf(last);
  const rows = await cohorts(tx, filter, beginOf(first, zone), { ...endOf(last, zone), isToday: last === today }, zone);
  return {
    currency: filter.currency,
    cohorts: rows.map(({ month, claims, placed, collected }) => {
      const points = [];
      let sum = 0n;
      for (let since = 0; addMonths(month, since) <= last; since++) {
        sum += collected.get(since) ?? 0n;
        points.push({ monthsSince: since, collected: money(sum, filter.currency), share: shareOf(sum, placed) });
      }
      return { month, claims, placed: money(placed, filter.currency), points };
    }),
  };
}
