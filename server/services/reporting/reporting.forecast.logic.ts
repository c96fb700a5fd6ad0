/** The cash forecast: what is promised and planned, weighed with how such went lately, and what comes without being promised. */
import { money } from '../../../core/money.ts';
import { addDays, type CalendarDate } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { ReportFilter as ClaimsOf } from '../account/account.report.logic.ts';
import { expectedByWeek, reliabilityOf } from '../finance/facts/report.forecast.logic.ts';
import { moneyBetween } from '../finance/facts/report.logic.ts';
import type { ReportFilter } from './reporting.graphql.ts';
import { countOf, mondayOf, reportContext, shareOf } from './reporting.logic.ts';

/** Weeks that tell how reliable promises are, and how much comes unplanned. */
const LOOKED_BACK = 12;

/** @returns the current week and those after it. @throws Fault INVALID_INPUT */
export async function cashForecast(tx: Tx, input: ReportFilter | null | undefined, asked: number | null | undefined) {
  const { filter, today } = await reportContext(tx, input);
  const count = countOf('weeks', asked, 8, 26);
  const first = mondayOf(today);
  const last = addDays(first, count * 7 - 1);
  const [expected, lately, before, collected] = await Promise.all([
    expectedByWeek(tx, filter, first, last),
    groundsOf(tx, filter, addDays(today, -LOOKED_BACK * 7), addDays(today, -1)),
    groundsOf(tx, filter, addDays(today, -2 * LOOKED_BACK * 7), addDays(today, -LOOKED_BACK * 7 - 1)),
    moneyBetween(tx, filter, addDays(first, -count * 7), addDays(first, -1)),
  ]);
  const { promised, planned, unplanned } = lately;
  /** Of nothing that was due, all is believed. */
  const believed = (amount: bigint, { kept, decided }: Decided) => (decided === 0n ? amount : (amount * kept) / decided);
  const amount = (minor: bigint) => money(minor, filter.currency);
  const shares = (grounds: Grounds) => ({
    keptShare: reliable(grounds.promised),
    paidShare: reliable(grounds.planned),
    unplanned: amount(grounds.unplanned),
  });
  return {
    currency: filter.currency,
    ...shares(lately),
    before: { ...shares(before), collected: amount(collected) },
    weeks: Array.from({ length: count }, (_, index) => {
      const week = addDays(first, index * 7);
      const of = (kind: 'promised' | 'instalments') => expected.find((row) => row.week === week && row.kind === kind)?.amount ?? 0n;
      const [promises, instalments] = [of('promised'), of('instalments')];
      return {
        week,
        promised: amount(promises),
        instalments: amount(instalments),
        expected: amount(believed(promises, promised) + believed(instalments, planned) + unplanned),
      };
    }),
  };
}

interface Decided {
  readonly kept: bigint;
  readonly decided: bigint;
}
interface Grounds {
  readonly promised: Decided;
  readonly planned: Decided;
  /** Minor units a week. */
  readonly unplanned: bigint;
}

const reliable = ({ kept, decided }: Decided) => (decided === 0n ? 1 : shareOf(kept, decided));

/** @returns how promises and instalments due in 12 weeks ended, and what came in them beside. Both days are included. */
async function groundsOf(tx: Tx, filter: ClaimsOf, from: CalendarDate, to: CalendarDate): Promise<Grounds> {
  const [reliability, came] = await Promise.all([reliabilityOf(tx, filter, from, to), moneyBetween(tx, filter, from, to)]);
  const of = (kind: 'promised' | 'instalments') => reliability.find((row) => row.kind === kind) ?? { kept: 0n, decided: 0n, paid: 0n };
  const [promised, planned] = [of('promised'), of('instalments')];
  const unexplained = came - promised.paid - planned.paid;
  return { promised, planned, unplanned: unexplained > 0n ? unexplained / BigInt(LOOKED_BACK) : 0n };
}
