/** Every figure of every report beside a plain sum over the bookings, through random worlds. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDecimal } from '../../../core/money.ts';
import { useClock } from '../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { build, type Claim, dayOf, type Entry, plus, sum, type World, worlds } from './reporting.testing.ts';

/** A Wednesday evening in Berlin, and Thursday already in Tokyo. */
const NOW = Date.parse('2026-11-18T21:30:00Z');
const TODAY = '2026-11-18';
const MONDAY = '2026-11-16';

let house: TestHouse;
let restore: () => void;
beforeAll(async () => {
  restore = useClock(() => NOW);
  house = await openTestHouse();
});
afterAll(async () => {
  restore();
  await house.close();
});

interface Filter {
  currency: string;
  portfolios?: string[];
  products?: string[];
}
const FILTERS: Filter[] = [
  { currency: 'EUR' },
  { currency: 'USD' },
  { currency: 'EUR', portfolios: ['North'] },
  { currency: 'EUR', portfolios: ['North', 'South'], products: ['Gas'] },
];

const eur = (minor: bigint) => toDecimal(minor, 'EUR');
const isMoney = (entry: Entry) => ['payment', 'refund', 'chargeback'].includes(entry.kind);
const of = (world: World, filter: Filter) =>
  world.claims.filter(
    (claim) =>
      !claim.deleted &&
      claim.currency === filter.currency &&
      (!filter.portfolios || filter.portfolios.includes(claim.portfolio ?? '')) &&
      (!filter.products || filter.products.includes(claim.product ?? '')),
  );
const balanceOn = (claim: Claim, day: string) =>
  sum(claim.entries.filter((entry) => dayOf(entry.bookedAt) <= day).map((entry) => entry.amount));
function bucketOn(claim: Claim, day: string): string {
  const days = claim.dueDate === null ? 0 : Math.round((Date.parse(day) - Date.parse(claim.dueDate)) / 86_400_000);
  if (days <= 0) return 'notDue';
  return days <= 30 ? 'd1_30' : days <= 60 ? 'd31_60' : days <= 90 ? 'd61_90' : days <= 180 ? 'd91_180' : 'over180';
}
const moneyIn = (claims: readonly Claim[], from: string, to: string) =>
  -sum(
    claims.flatMap((claim) =>
      claim.entries.filter((entry) => isMoney(entry) && entry.valueDate >= from && entry.valueDate <= to).map((entry) => entry.amount),
    ),
  );
const monthAfter = (month: string, count: number) => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 10);
};

/** Runs the comparison for some worlds. */
const everyWorld = (compare: (world: World) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(worlds(NOW), async (world) => {
      await build(house, world);
      await compare(world);
    }),
    { numRuns: 12 },
  );

describe('the figures agree with the ledger to the cent', () => {
  it('aging, on today and on days before', async () => {
    await everyWorld(async (world) => {
      for (const filter of FILTERS)
        for (const asOf of [undefined, TODAY, '2026-11-17', '2026-10-31', '2026-10-25', '2026-10-24', '2026-03-29', '2026-01-15']) {
          const { report } = await house.call<{
            report: { total: string; claims: number; buckets: { bucket: string; claims: number; amount: string }[] };
          }>(
            'reporting',
            `query ($clientId: ID!, $filter: ReportFilter, $asOf: Date) { report: getAgingReport(clientId: $clientId, filter: $filter, asOf: $asOf) { total claims buckets { bucket claims amount } } }`,
            { clientId: house.clientA, filter, asOf },
          );
          const day = asOf ?? TODAY;
          const open = of(world, filter).filter((claim) => balanceOn(claim, day) > 0n);
          expect(report.total).toBe(eur(sum(open.map((claim) => balanceOn(claim, day)))));
          expect(report.claims).toBe(open.length);
          for (const { bucket, claims, amount } of report.buckets) {
            const own = open.filter((claim) => bucketOn(claim, day) === bucket);
            expect([claims, amount]).toEqual([own.length, eur(sum(own.map((claim) => balanceOn(claim, day))))]);
          }
          expect(report.buckets.length).toBe(6);
        }
    });
  });

  it('roll rates: flows are what each claim did, and those out of a bucket add up to it', async () => {
    await everyWorld(async (world) => {
      for (const filter of FILTERS) {
        const { report } = await house.call<{
          report: { months: { month: string; until: string; flows: { from: string; to: string; amount: string; share: number }[] }[] };
        }>(
          'reporting',
          `query ($clientId: ID!, $filter: ReportFilter) { report: getRollRates(clientId: $clientId, filter: $filter, months: 9) { months { month until flows { from to amount share } } } }`,
          { clientId: house.clientA, filter },
        );
        expect(report.months.map((month) => month.month)).toEqual(
          Array.from({ length: 9 }, (_, index) => monthAfter('2026-11-01', index - 8)),
        );
        for (const { month, until, flows } of report.months) {
          const before = plus(month, -1);
          expect(until).toBe(month === '2026-11-01' ? TODAY : plus(monthAfter(month, 1), -1));
          const expected = new Map<string, bigint>();
          const opening = new Map<string, bigint>();
          const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
            amount > 0n && sums.set(key, (sums.get(key) ?? 0n) + amount);
          for (const claim of of(world, filter)) {
            const was = balanceOn(claim, before);
            if (was <= 0n) continue;
            const from = bucketOn(claim, before);
            const is = balanceOn(claim, until);
            const remains = is < 0n ? 0n : is > was ? was : is;
            add(opening, from, was);
            add(expected, `${from} paid`, was - remains);
            add(expected, `${from} ${bucketOn(claim, until)}`, remains);
          }
          expect(new Map(flows.map((flow) => [`${flow.from} ${flow.to}`, flow.amount]))).toEqual(
            new Map([...expected].map(([key, amount]) => [key, eur(amount)])),
          );
          for (const [bucket, amount] of opening) {
            const out = flows.filter((flow) => flow.from === bucket);
            expect(eur(sum(out.map((flow) => BigInt(flow.amount.replace('.', '')))))).toBe(eur(amount));
            expect(out.reduce((total, flow) => total + flow.share, 0)).toBeCloseTo(1, 4);
          }
        }
      }
    });
  });

  it('recovery: the cohorts hold every claim once, and collected is their money', async () => {
    await everyWorld(async (world) => {
      for (const filter of FILTERS) {
        const { report } = await house.call<{
          report: { cohorts: { month: string; claims: number; placed: string; points: { monthsSince: number; collected: string }[] }[] };
        }>(
          'reporting',
          `query ($clientId: ID!, $filter: ReportFilter) { report: getRecoveryCurve(clientId: $clientId, filter: $filter, months: 12) { cohorts { month claims placed points { monthsSince collected } } } }`,
          { clientId: house.clientA, filter },
        );
        const months = new Set(of(world, filter).map((claim) => `${dayOf(claim.createdAt).slice(0, 7)}-01`));
        expect(report.cohorts.map((cohort) => cohort.month)).toEqual([...months].sort());
        for (const { month, claims, placed, points } of report.cohorts) {
          const own = of(world, filter).filter((claim) => dayOf(claim.createdAt).startsWith(month.slice(0, 7)));
          expect([claims, placed]).toEqual([own.length, eur(sum(own.map((claim) => claim.entries[0]!.amount)))]);
          expect(points.at(-1)?.collected).toBe(eur(moneyIn(own, '0001-01-01', '9999-01-01')));
          for (const { monthsSince, collected } of points.slice(0, -1))
            expect(collected).toBe(eur(moneyIn(own, '0001-01-01', plus(monthAfter(month, monthsSince + 1), -1))));
          expect(monthAfter(month, points.length - 1)).toBe('2026-11-01');
        }
      }
    });
  });

  it('performance: what came in all is the money of the home page, over days on which the clocks change too', async () => {
    await everyWorld(async (world) => {
      for (const filter of FILTERS)
        for (const [from, to] of [
          ['2026-11-01', TODAY],
          ['2026-10-24', '2026-10-26'],
          ['2026-10-25', '2026-10-25'],
          ['2026-03-29', '2026-03-29'],
          ['2026-01-01', '2026-06-30'],
        ] as const) {
          const { report } = await house.call<{ report: { collected: string } }>(
            'reporting',
            `query ($clientId: ID!, $filter: ReportFilter, $from: Date!, $to: Date!) { report: getPerformance(clientId: $clientId, filter: $filter, range: {from: $from, to: $to}) { collected } }`,
            { clientId: house.clientA, filter, from, to },
          );
          // Money on a claim that was deleted came all the same.
          const claims = of({ ...world, claims: world.claims.map((claim) => ({ ...claim, deleted: false })) }, filter);
          expect(report.collected).toBe(eur(moneyIn(claims, from, to)));
        }
    });
  });

  it('the forecast: open promises and plans, each in its week', async () => {
    await everyWorld(async (world) => {
      for (const filter of FILTERS) {
        const { report } = await house.call<{
          report: {
            keptShare: number;
            paidShare: number;
            unplanned: string;
            before: { collected: string; keptShare: number; paidShare: number; unplanned: string };
            weeks: { week: string; promised: string; instalments: string; expected: string }[];
          };
        }>(
          'reporting',
          `query ($clientId: ID!, $filter: ReportFilter) { report: getCashForecast(clientId: $clientId, filter: $filter, weeks: 6) { keptShare paidShare unplanned before { collected keptShare paidShare unplanned } weeks { week promised instalments expected } } }`,
          { clientId: house.clientA, filter },
        );
        const refs = new Set(of(world, filter).map((claim) => claim.ref));
        const promises = world.promises.filter((promise) => refs.has(promise.claim.ref));
        const plans = world.plans.filter((plan) => refs.has(plan.claims[0]!.ref));
        const grounds = (from: string, to: string) => {
          const within = (each: { dueDate: string }) => each.dueDate >= from && each.dueDate <= to;
          const oldPromises = promises.filter(within);
          const oldInstalments = plans.flatMap((plan) => plan.instalments).filter(within);
          const kept = sum(oldPromises.filter(({ status }) => status === 'kept').map(({ amount }) => amount));
          const decided = sum(oldPromises.filter(({ status }) => ['kept', 'broken'].includes(status)).map(({ amount }) => amount));
          const paid = sum(oldInstalments.filter(({ status }) => status === 'paid').map(({ amount }) => amount));
          const planned = sum(oldInstalments.filter(({ status }) => ['paid', 'missed'].includes(status)).map(({ amount }) => amount));
          const rest = moneyIn(of(world, filter), from, to) - sum([...oldPromises, ...oldInstalments].map((each) => each.paid));
          return { kept, decided, paid, planned, unplanned: rest > 0n ? rest / 12n : 0n };
        };
        const { kept, decided, paid, planned, unplanned } = grounds(plus(TODAY, -84), plus(TODAY, -1));
        const earlier = grounds(plus(TODAY, -168), plus(TODAY, -85));
        expect(report.before.unplanned).toBe(eur(earlier.unplanned));
        expect(report.before.keptShare).toBeCloseTo(earlier.decided === 0n ? 1 : Number(earlier.kept) / Number(earlier.decided), 5);
        expect(report.before.paidShare).toBeCloseTo(earlier.planned === 0n ? 1 : Number(earlier.paid) / Number(earlier.planned), 5);
        expect(report.before.collected).toBe(eur(moneyIn(of(world, filter), plus(MONDAY, -42), plus(MONDAY, -1))));
        expect(report.unplanned).toBe(eur(unplanned));
        expect(report.keptShare).toBeCloseTo(decided === 0n ? 1 : Number(kept) / Number(decided), 5);
        expect(report.paidShare).toBeCloseTo(planned === 0n ? 1 : Number(paid) / Number(planned), 5);
        expect(report.weeks.map((each) => each.week)).toEqual([0, 7, 14, 21, 28, 35].map((days) => plus(MONDAY, days)));
        for (const [index, each] of report.weeks.entries()) {
          const within = (dueDate: string) => (index === 0 || dueDate >= each.week) && dueDate <= plus(each.week, 6);
          const due = sum(
            promises.filter(({ status, dueDate }) => status === 'active' && within(dueDate)).map((row) => row.amount - row.paid),
          );
          const part = sum(
            plans
              .filter(({ status }) => status === 'active')
              .flatMap((plan) => plan.instalments)
              .filter(({ status, dueDate }) => ['pending', 'missed'].includes(status) && within(dueDate))
              .map((row) => row.amount - row.paid),
          );
          expect([each.promised, each.instalments]).toEqual([eur(due), eur(part)]);
          expect(each.expected).toBe(
            eur((decided === 0n ? due : (due * kept) / decided) + (planned === 0n ? part : (part * paid) / planned) + unplanned),
          );
        }
      }
    });
  });

  it('the homepage: money in by day and month, promises, and what is outstanding', async () => {
    await everyWorld(async (world) => {
      const { home, totals } = await house.call<{
        home: Record<
          'moneyToday' | 'moneyThisMonth' | 'moneyLastMonth' | 'moneyYesterday' | 'moneyLastMonthToDate',
          { currency: string; amount: string }[]
        > & {
          today: string;
          moneyByDay: { day: string; currency: string; amount: string }[];
        } & Record<
            'promisesDueToday' | 'promisesDueThisWeek' | 'promisesBrokenThisWeek' | 'promisesBrokenLastWeekToDate',
            { count: number; amounts: { currency: string; amount: string }[] }
          >;
        totals: { outstanding: { currency: string; amount: string }[]; openClaims: number; openAccounts: number };
      }>(
        'reporting',
        `query ($clientId: ID!) { home: getHomepage(clientId: $clientId) { today moneyToday { currency amount } moneyThisMonth { currency amount } moneyLastMonth { currency amount } moneyYesterday { currency amount } moneyLastMonthToDate { currency amount }
           moneyByDay { day currency amount } promisesDueToday { count amounts { currency amount } } promisesDueThisWeek { count amounts { currency amount } } promisesBrokenThisWeek { count amounts { currency amount } } promisesBrokenLastWeekToDate { count amounts { currency amount } } }
         totals: getHomepageTotals(clientId: $clientId) { outstanding { currency amount } openClaims openAccounts } }`,
        { clientId: house.clientA },
      );
      expect(home.today).toBe(TODAY);
      for (const currency of ['EUR', 'USD']) {
        const claims = world.claims.filter((claim) => claim.currency === currency);
        const of = (sums: { currency: string; amount: string }[]) => sums.find((each) => each.currency === currency)?.amount ?? '0.00';
        expect(of(home.moneyToday)).toBe(eur(moneyIn(claims, TODAY, TODAY)));
        expect(of(home.moneyThisMonth)).toBe(eur(moneyIn(claims, '2026-11-01', TODAY)));
        expect(of(home.moneyLastMonth)).toBe(eur(moneyIn(claims, '2026-10-01', '2026-10-31')));
        expect(of(home.moneyYesterday)).toBe(eur(moneyIn(claims, plus(TODAY, -1), plus(TODAY, -1))));
        expect(of(home.moneyLastMonthToDate)).toBe(eur(moneyIn(claims, '2026-10-01', `2026-10-${TODAY.slice(8)}`)));
        for (let day = plus(TODAY, -29); day <= TODAY; day = plus(day, 1))
          expect(of(home.moneyByDay.filter((each) => each.day === day))).toBe(eur(moneyIn(claims, day, day)));
        expect(home.moneyByDay.every((each) => each.day >= plus(TODAY, -29))).toBe(true);
        const open = claims.filter((claim) => !claim.deleted && balanceOn(claim, TODAY) > 0n);
        expect(of(totals.outstanding)).toBe(eur(sum(open.map((claim) => balanceOn(claim, TODAY)))));
        const promised = (status: string, from: string, to: string) =>
          world.promises
            .filter((row) => row.claim.currency === currency && row.status === status && row.dueDate >= from && row.dueDate <= to)
            .map((row) => row.amount - row.paid);
        expect(of(home.promisesDueToday.amounts)).toBe(eur(sum(promised('active', TODAY, TODAY))));
        expect(of(home.promisesDueThisWeek.amounts)).toBe(eur(sum(promised('active', MONDAY, plus(MONDAY, 6)))));
        expect(of(home.promisesBrokenThisWeek.amounts)).toBe(eur(sum(promised('broken', plus(MONDAY, -1), plus(TODAY, -1)))));
        expect(of(home.promisesBrokenLastWeekToDate.amounts)).toBe(eur(sum(promised('broken', plus(MONDAY, -8), plus(TODAY, -8)))));
      }
      const open = world.claims.filter((claim) => !claim.deleted && balanceOn(claim, TODAY) > 0n);
      expect([totals.openClaims, totals.openAccounts]).toEqual([open.length, new Set(open.map((claim) => claim.accountId)).size]);
    });
  });
});
