/** A number of a report or the home page, and the list it opens: the list counts the same claims or accounts. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { build, plus, type World, worlds } from './reporting.testing.ts';

/** A Wednesday evening in Berlin, and Thursday already in Tokyo. */
const NOW = Date.parse('2026-11-18T21:30:00Z');
const TODAY = '2026-11-18';

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

const everyWorld = (compare: (world: World) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(worlds(NOW), async (world) => {
      await build(house, world);
      await compare(world);
    }),
    { numRuns: 8 },
  );
const report = <Data>(query: string, variables: object = {}) =>
  house.call<{ report: Data }>('reporting', query, { clientId: house.clientA, ...variables }).then((data) => data.report);
const claims = async (filter: object) =>
  (
    await house.call<{ count: { totalResults: number; sums: { currency: string; totalAmount: string }[] } }>(
      'account',
      `query ($clientId: ID!, $filter: ClaimFilter) { count: countClaims(clientId: $clientId, filter: $filter) { totalResults sums { currency totalAmount } } }`,
      { clientId: house.clientA, filter },
    )
  ).count;

const FILTERS = [{ currency: 'EUR' }, { currency: 'USD' }, { currency: 'EUR', portfolios: ['North', 'South'], products: ['Gas'] }];
/** The list's filter of a bucket, as the report's links spell it. */
const OF_BUCKET: Readonly<Record<string, object>> = {
  notDue: { notDue: true },
  d1_30: { daysPastDueRange: { from: 1, to: 30 } },
  d31_60: { daysPastDueRange: { from: 31, to: 60 } },
  d61_90: { daysPastDueRange: { from: 61, to: 90 } },
  d91_180: { daysPastDueRange: { from: 91, to: 180 } },
  over180: { daysPastDueRange: { from: 181 } },
};

describe('a number and the list behind it', () => {
  it('aging: each bucket, what is past due, and all of it', async () => {
    await everyWorld(async () => {
      for (const { currency, ...filter } of FILTERS) {
        const list = (more: object) => claims({ ...filter, currencies: [currency], owing: true, ...more });
        const aging = await report<{ total: string; claims: number; buckets: { bucket: string; claims: number; amount: string }[] }>(
          'query ($clientId: ID!, $filter: ReportFilter) { report: getAgingReport(clientId: $clientId, filter: $filter) { total claims buckets { bucket claims amount } } }',
          { filter: { currency, ...filter } },
        );
        for (const { bucket, ...row } of aging.buckets) {
          const { totalResults, sums } = await list(OF_BUCKET[bucket]!);
          expect({ claims: totalResults, amount: sums[0]?.totalAmount ?? '0.00' }).toEqual(row);
        }
        const late = aging.buckets.filter(({ bucket }) => bucket !== 'notDue');
        expect((await list({ notDue: false })).totalResults).toBe(late.reduce((sum, row) => sum + row.claims, 0));
        const all = await list({});
        expect([all.totalResults, all.sums[0]?.totalAmount ?? '0.00']).toEqual([aging.claims, aging.total]);
      }
    });
  });

  it('recovery: the claims of a month of placement, resolved ones too', async () => {
    await everyWorld(async () => {
      for (const { currency, ...filter } of FILTERS) {
        const { cohorts } = await report<{ cohorts: { month: string; claims: number }[] }>(
          'query ($clientId: ID!, $filter: ReportFilter) { report: getRecoveryCurve(clientId: $clientId, filter: $filter) { cohorts { month claims } } }',
          { filter: { currency, ...filter } },
        );
        for (const { month, claims: count } of cohorts) {
          // The client's midnights: summer time until October 25.
          const midnight = (day: string) =>
            new Date(Date.parse(`${day}T00:00:00Z`) - (day > '2026-03-29' && day <= '2026-10-25' ? 2 : 1) * 3_600_000);
          const next = plus(`${month.slice(0, 8)}28`, 4);
          const createdAtRange = {
            from: midnight(month).toISOString(),
            to: new Date(midnight(`${next.slice(0, 8)}01`).getTime() - 1).toISOString(),
          };
          const list = await claims({ ...filter, currencies: [currency], statuses: ['open', 'resolved'], createdAtRange });
          expect(list.totalResults).toBe(count);
        }
      }
    });
  });

  it('home: open claims of all currencies, and accounts with a balance', async () => {
    await everyWorld(async () => {
      const totals = await report<{ openClaims: number; openAccounts: number }>(
        'query ($clientId: ID!) { report: getHomepageTotals(clientId: $clientId) { openClaims openAccounts } }',
      );
      const count = async (owing: boolean | null) =>
        (
          await house.call<{ accounts: { totalResults: number } }>(
            'account',
            'query ($clientId: ID!, $filter: AccountFilter) { accounts: countAccounts(clientId: $clientId, filter: $filter) { totalResults } }',
            { clientId: house.clientA, filter: { owing } },
          )
        ).accounts.totalResults;
      expect((await claims({ owing: true })).totalResults).toBe(totals.openClaims);
      expect(await count(true)).toBe(totals.openAccounts);
      expect((await count(true)) + (await count(false))).toBe(await count(null));
    });
  });
});

describe('a report that ends earlier', () => {
  it('is the report as it was then: roll rates up to a day, recovery without what came later', async () => {
    await everyWorld(async () => {
      for (const filter of FILTERS) {
        const rolls = (until: string | null) =>
          report<{ months: { month: string; until: string; flows: object[] }[] }>(
            'query ($clientId: ID!, $filter: ReportFilter, $until: Date) { report: getRollRates(clientId: $clientId, filter: $filter, months: 4, until: $until) { months { month until flows { from to amount share } } } }',
            { filter, until },
          );
        // A month that is over is the same, whether the report ends with it or goes on.
        const [whole, earlier] = [await rolls(null), await rolls('2026-10-31')];
        expect(earlier.months.map(({ month }) => month)).toEqual(['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01']);
        expect(earlier.months.slice(1)).toEqual(whole.months.slice(0, 3));
        expect((await rolls('2026-10-18')).months.at(-1)).toMatchObject({ month: '2026-10-01', until: '2026-10-18' });
        expect(await rolls(TODAY)).toEqual(whole);

        const recovery = (until: string | null, months: number) =>
          report<{ cohorts: { month: string; claims: number; points: { monthsSince: number; collected: string }[] }[] }>(
            'query ($clientId: ID!, $filter: ReportFilter, $until: Date, $months: Int) { report: getRecoveryCurve(clientId: $clientId, filter: $filter, months: $months, until: $until) { cohorts { month claims placed points { monthsSince collected } } } }',
            { filter, until, months },
          );
        const [now, then] = [await recovery(null, 9), await recovery('2026-10-31', 8)];
        const known = new Map(now.cohorts.map((cohort) => [cohort.month, cohort]));
        expect(then.cohorts.map(({ month }) => month)).toEqual([...known.keys()].filter((month) => month < '2026-11-01'));
        for (const cohort of then.cohorts) expect(cohort.points).toEqual(known.get(cohort.month)?.points.slice(0, -1));
        expect(await recovery(TODAY, 9)).toEqual(now);
      }
    });
  });

  it.each(['getRollRates', 'getRecoveryCurve'])('%s refuses a day to come', async (operation) => {
    await expect(
      report(`query ($clientId: ID!) { report: ${operation}(clientId: $clientId, until: "2026-11-19") { currency } }`),
    ).rejects.toThrow('INVALID_INPUT');
  });
});
