/** The cash forecast: what is promised and planned, weighed with how such went lately, and what comes without being promised. */
import { money } from '../../../core/money.ts';
import { addDays } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { expectedByWeek, reliabilityOf } from '../finance/finance.report.forecast.logic.ts';
import { moneyBetween } from '../finance/finance.report.logic.ts';
import type { ReportFilter } from './reporting.graphql.ts';
import { countOf, groundOf, mondayOf, shareOf } from './reporting.logic.ts';

/** Weeks that tell how reliable promises are, and how much comes unplanned. */
const LOOKED_BACK = 12;

/** @returns the current week and those after it. @throws Fault INVALID_INPUT */
export async function cashForecast(tx: Tx, input: ReportFilter | null | undefined, asked: number | null | undefined) {
  const { filter, today } = await groundOf(tx, input);
  const count = countOf('weeks', asked, 8, 26);
  const first = mondayOf(today);
  const last = addDays(first, count * 7 - 1);
  const [from, to] = [addDays(today, -LOOKED_BACK * 7), addDays(today, -1)];
  const [expected, reliability, came] = await Promise.all([
    expectedByWeek(tx, filter, first, last),
    reliabilityOf(tx, filter, from, to),
    moneyBetween(tx, filter, from, to),
  ]);
  const lately = (kind: 'promised' | 'instalments') => reliability.find((row) => row.kind === kind) ?? { kept: 0n, decided: 0n, paid: 0n };
  const [promised, planned] = [lately('promised'), lately('instalments')];
  const unexplained = came - promised.paid - planned.paid;
  const unplanned = unexplained > 0n ? unexplained / BigInt(LOOKED_BACK) : 0n;
  /** Of nothing that was due, all is believed. */
  const believed = (amount: bigint, { kept, decided }: { kept: bigint; decided: bigint }) =>
    decided === 0n ? amount : (amount * kept) / decided;
  const amount = (minor: bigint) => money(minor, filter.currency);
  return {
    currency: filter.currency,
    keptShare: promised.decided === 0n ? 1 : shareOf(promised.kept, promised.decided),
    paidShare: planned.decided === 0n ? 1 : shareOf(planned.kept, planned.decided),
    unplanned: amount(unplanned),
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
