/** Sample reports of a client: made from its id, so that they stay the same, agree with one another and end today. */
import { exponentOf, money } from '../../../core/money.ts';
import { addDays, addMonths, type CalendarDate } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { ReportFilter } from '../reporting/reporting.graphql.ts';
import { countOf, type Ground, mondayOf, monthOf, reportContext } from '../reporting/reporting.logic.ts';
import { dice } from './mocks.dice.ts';

/** Buckets of the aging report with how much of the balance usually lies in each. */
const BUCKETS = [
  ['notDue', 0.18],
  ['d1_30', 0.26],
  ['d31_60', 0.19],
  ['d61_90', 0.14],
  ['d91_180', 0.13],
  ['over180', 0.1],
] as const;
/** Of what was placed in a month, how much has come by the end of the first month, the second, …; it flattens. */
const RECOVERY = [0.14, 0.23, 0.29, 0.33, 0.36, 0.385, 0.4, 0.41, 0.418, 0.424, 0.428, 0.431];
/** What a claim that is open has on average, in whole units of the currency. */
const USUAL_CLAIM = 240;

const unitsOf = (amount: number, currency: string): bigint => BigInt(Math.round(amount)) * 10n ** BigInt(exponentOf(currency));
const shareOf = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000);
const sum = (parts: readonly bigint[]): bigint => parts.reduce((all, each) => all + each, 0n);

/** What is open: the same whichever report asks. */
function balances(tx: Tx, { filter: { currency } }: Ground, day: CalendarDate) {
  const ofClient = dice(`${tx.clientId} balance`);
  const claims = ofClient.whole(3_000, 9_000);
  const total = unitsOf(claims * USUAL_CLAIM * (0.8 + 0.4 * ofClient.roll()), currency);
  const weights = BUCKETS.map(([, weight]) => weight);
  const amounts = dice(`${tx.clientId} aging ${day}`).share(total, weights);
  const counts = dice(`${tx.clientId} claims ${day}`).share(BigInt(claims), weights);
  return { claims, total, buckets: BUCKETS.map(([bucket], index) => ({ bucket, amount: amounts[index]!, claims: Number(counts[index]) })) };
}

/** @returns open balance by days past due. */
export async function sampleAging(tx: Tx, input: ReportFilter | null | undefined, asOf: CalendarDate | null | undefined) {
  const ground = await reportContext(tx, input);
  const { currency } = ground.filter;
  const day = asOf ?? ground.today;
  const { claims, total, buckets } = balances(tx, ground, day);
  return {
    asOf: day,
    currency,
    claims,
    total: money(total, currency),
    buckets: buckets.map((each) => ({ ...each, amount: money(each.amount, currency) })),
  };
}

/** @returns how the client stands; its balance is that of the aging report of today. */
export async function sampleTotals(tx: Tx) {
  const ground = await reportContext(tx, null);
  const { currency } = ground.filter;
  const { claims, total } = balances(tx, ground, ground.today);
  const rolls = dice(`${tx.clientId} contact`);
  const sent = rolls.whole(4_000, 12_000);
  const emails = Math.round(sent * 0.7);
  const bounced = Math.round(sent * 0.02 * (0.5 + rolls.roll()));
  const opened = Math.round(emails * (0.35 + 0.15 * rolls.roll()));
  const accountsContacted = Math.round(sent * 0.6);
  return {
    outstanding: [{ currency, amount: money(total, currency) }],
    openClaims: claims,
    openAccounts: Math.round(claims * 0.74),
    isEmpty: false,
    contact: {
      sent,
      emails,
      delivered: sent - bounced,
      opened,
      clicked: Math.round(opened * (0.2 + 0.1 * rolls.roll())),
      bounced,
      accountsContacted,
      accountsResponded: Math.round(accountsContacted * (0.14 + 0.08 * rolls.roll())),
    },
  };
}

/** @returns where each bucket's balance went, month by month: the flows of a bucket add up to what it held. */
export async function sampleRollRates(
  tx: Tx,
  input: ReportFilter | null | undefined,
  asked: number | null | undefined,
  until?: CalendarDate | null,
) {
  const ground = await reportContext(tx, input);
  const { currency } = ground.filter;
  const months = countOf('months', asked, 6, 24);
  const end = until ?? ground.today;
  const current = monthOf(end);
  return {
    currency,
    months: Array.from({ length: months }, (_, index) => {
      const month = addMonths(current, index - months + 1);
      const last = addDays(addMonths(month, 1), -1);
      const { buckets } = balances(tx, ground, addDays(month, -1));
      const flows = buckets.flatMap(({ bucket: from, amount: held }, at) => {
        const next = BUCKETS[Math.min(at + 1, BUCKETS.length - 1)]![0];
        const to = next === from ? ['paid', from] : ['paid', from, next];
        const parts = dice(`${tx.clientId} roll ${month} ${from}`).share(held, next === from ? [0.06, 0.94] : [0.24, 0.22, 0.54]);
        return to.map((bucket, part) => ({ from, to: bucket, amount: money(parts[part]!, currency), share: shareOf(parts[part]!, held) }));
      });
      return { month, until: last < end ? last : end, flows };
    }),
  };
}

/** @returns what came of what was placed in each month. */
export async function sampleRecovery(
  tx: Tx,
  input: ReportFilter | null | undefined,
  asked: number | null | undefined,
  until?: CalendarDate | null,
) {
  const ground = await reportContext(tx, input);
  const { currency } = ground.filter;
  const months = countOf('months', asked, 12, 24);
  const current = monthOf(until ?? ground.today);
  return {
    currency,
    cohorts: Array.from({ length: months }, (_, index) => {
      const month = addMonths(current, index - months + 1);
      const rolls = dice(`${tx.clientId} cohort ${month}`);
      const claims = rolls.whole(300, 900);
      const placed = unitsOf(claims * USUAL_CLAIM * (0.8 + 0.4 * rolls.roll()), currency);
      const skill = 0.85 + 0.3 * rolls.roll();
      const points = Array.from({ length: months - index }, (_each, monthsSince) => {
        const reached = (RECOVERY[monthsSince] ?? RECOVERY.at(-1)!) * skill;
        const collected = (placed * BigInt(Math.round(reached * 10_000))) / 10_000n;
        return { monthsSince, collected: money(collected, currency), share: shareOf(collected, placed) };
      });
      return { month, claims, placed: money(placed, currency), points };
    }),
  };
}

/** @returns the money expected week by week. */
export async function sampleForecast(tx: Tx, input: ReportFilter | null | undefined, asked: number | null | undefined) {
  const ground = await reportContext(tx, input);
  const { currency } = ground.filter;
  const weeks = countOf('weeks', asked, 8, 26);
  const rolls = dice(`${tx.clientId} forecast`);
  const [keptPercent, paidPercent] = [rolls.whole(55, 75), rolls.whole(70, 90)];
  const unplanned = unitsOf(rolls.whole(8_000, 20_000), currency);
  const first = mondayOf(ground.today);
  return {
    currency,
    keptShare: keptPercent / 100,
    paidShare: paidPercent / 100,
    unplanned: money(unplanned, currency),
    before: {
      collected: money(unitsOf(22_000 * weeks, currency), currency),
      keptShare: keptPercent / 100 - 0.04,
      paidShare: paidPercent / 100 - 0.02,
      unplanned: money((unplanned * 9n) / 10n, currency),
    },
    weeks: Array.from({ length: weeks }, (_, index) => {
      const week = addDays(first, 7 * index);
      const ofWeek = dice(`${tx.clientId} week ${week}`);
      const promised = unitsOf((12_000 * (0.6 + 0.8 * ofWeek.roll())) / (1 + index), currency);
      const instalments = unitsOf(6_000 * (0.8 + 0.4 * ofWeek.roll()), currency);
      const expected = sum([(promised * BigInt(keptPercent)) / 100n, (instalments * BigInt(paidPercent)) / 100n, unplanned]);
      return { week, promised: money(promised, currency), instalments: money(instalments, currency), expected: money(expected, currency) };
    }),
  };
}
