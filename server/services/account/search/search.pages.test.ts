import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../../core/id.ts';
import { instant } from '../../../../core/time.ts';
import { useClock } from '../../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { addSampleAccounts, type SampleAccount } from '../account.sample.ts';
import { type Page, searchOf } from './search.testing.ts';

let house: TestHouse;
let stopClock: () => void;

beforeAll(async () => {
  stopClock = useClock(() => instant('2026-11-21T11:00:00Z'));
  house = await openTestHouse();
});
afterAll(async () => {
  await house.close();
  stopClock();
});

const search = searchOf(() => house);

describe('pages', () => {
  const many: SampleAccount[] = Array.from({ length: 90 }, (_, n) => ({
    ref: `PAGE-${String((n * 37) % 90).padStart(3, '0')}`,
    first: ['Anna', 'Peter', 'Élodie', 'anna'][n % 4] as string,
    last: `Page${n % 3}`,
    createdAt: `2026-0${1 + (n % 5)}-01T00:00:00Z`,
    claims:
      n % 6 === 0
        ? []
        : Array.from({ length: 1 + (n % 2) }, (_, c) => ({
            ref: `P-${n}-${c}`,
            balance: (n % 4) * 1000,
            due: n % 5 === 0 ? null : `2026-1${n % 2}-0${1 + (n % 3)}`,
            product: n % 2 ? 'Gas' : 'Heat',
          })),
  }));
  beforeAll(async () => {
    await house.inA(async (tx) => {
      const made = await addSampleAccounts(tx, many);
      await tx.sql(
        `update account set latest_communication_date = '2026-10-01T00:00:00Z'::timestamptz + (right(external_account_ref, 2)::int % 4) * interval '1 day' where account_id = any($1) and right(external_account_ref, 1) < '6'`,
        [[...made.values()]],
      );
    });
  });

  const fields = [
    'oldestClaimDPD',
    'latestClaimDPD',
    'totalAmount',
    'debtorFullName',
    'externalAccountRef',
    'activeClaimsCount',
    'latestCommunicationDate',
    'createdAt',
    'updatedAt',
  ] as const;
  const EXPRESSIONS: Record<(typeof fields)[number], string> = {
    oldestClaimDPD: "date '2026-11-21' - oldest_due_date",
    latestClaimDPD: "date '2026-11-21' - latest_due_date",
    totalAmount: 'total_amount',
    debtorFullName: 'lower(debtor_name)',
    externalAccountRef: 'external_account_ref',
    activeClaimsCount: 'active_claims_count',
    latestCommunicationDate: 'latest_communication_date',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  };
  const FILTERS: readonly [object, string][] = [
    [{}, "external_account_ref like 'PAGE-%'"],
    [{ queryText: 'anna' }, "external_account_ref like 'PAGE-%' and lower(debtor_name) like 'anna%'"],
    [{ queryText: 'page', products: ['Gas'] }, "external_account_ref like 'PAGE-%' and 'Gas' = any(products)"],
    [{ daysPastDueRange: { from: 20 } }, "external_account_ref like 'PAGE-%' and date '2026-11-21' - oldest_due_date >= 20"],
  ];

  it('walked to the end give every account once, in the order of a plain sort', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ field: fc.constantFrom(...fields), descending: fc.boolean() }), {
          minLength: 1,
          maxLength: 3,
          selector: (each) => each.field,
        }),
        fc.integer({ min: 7, max: 40 }),
        fc.constantFrom(...FILTERS),
        async (orderFields, size, [filter, condition]) => {
          const walked: string[] = [];
          let searchAfter: string | null = null;
          do {
            const page: Page = await search({
              ...filter,
              createdAtRange: { to: '2026-12-31T00:00:00Z' },
              accountIds: await pageIds(),
              orderFields,
              size,
              searchAfter,
            });
            walked.push(...page.results.map((each) => each.externalAccountRef));
            searchAfter = page.searchAfter;
          } while (searchAfter);
          const [first] = orderFields;
          // The id runs with the first field: days past due run against its dates.
          const idDescending = first!.descending !== ['oldestClaimDPD', 'latestClaimDPD'].includes(first!.field);
          const by = orderFields
            .map(({ field, descending }) => `${EXPRESSIONS[field]} ${descending ? 'desc' : 'asc'} nulls last`)
            .join(', ');
          const expected = await house.inA((tx) =>
            tx.sql<{ ref: string }>(
              `select external_account_ref as ref from account where ${condition} order by ${by}, account_id ${idDescending ? 'desc' : 'asc'}`,
            ),
          );
          expect(walked).toEqual(expected.map((row) => row.ref));
        },
      ),
      { numRuns: 60 },
    );
  });

  let known: Uuid[] | null = null;
  const pageIds = async () => {
    known ??= (
      await house.inA((tx) => tx.sql<{ account_id: Uuid }>(`select account_id from account where external_account_ref like 'PAGE-%'`))
    ).map((row) => row.account_id);
    return known;
  };

  it('skips with from, and tells the total', async () => {
    const all = await search({ queryText: 'page1', orderFields: [{ field: 'externalAccountRef' }], size: 100 });
    const later = await search({ queryText: 'page1', orderFields: [{ field: 'externalAccountRef' }], from: 10, size: 5 });
    expect(all).toMatchObject({ totalResults: 30, totalResultsRelation: 'exact', searchAfter: null });
    expect(later.results.map((each) => each.accountId)).toEqual(all.results.slice(10, 15).map((each) => each.accountId));
    expect(later).toMatchObject({ totalResults: 30, totalResultsRelation: 'exact' });
  });
});

describe('words that many have', () => {
  const FIRST = ['Anna', 'Annabell', 'Peter', 'Änne', 'Ansgar'];
  const CITY = ['Köln', 'Kölleda', 'Berlin', 'Koeln', 'Bonn'];
  beforeAll(() =>
    house.inA((tx) =>
      addSampleAccounts(
        tx,
        Array.from({ length: 1100 }, (_, n) => ({
          ref: `MANY-${n}`,
          first: FIRST[n % 5] as string,
          last: `Viele${n}`,
          city: CITY[Math.floor(n / 5) % 5] as string,
          claims: [{ ref: `M-${n}`, balance: (n * 7919) % 1000, due: `2026-10-${10 + (n % 20)}` }],
        })),
      ),
    ),
  );

  it.each([
    ['anna viele', "debtor_name like 'Anna%'"],
    ['ann köl viele', "(debtor_name like 'Ann%' or debtor_name like 'Änn%') and city in ('Köln', 'Kölleda', 'Koeln')"],
    ['anna köln viele', "debtor_name like 'Anna%' and city in ('Köln', 'Koeln')"],
    ['koeln viele', "city in ('Köln', 'Koeln')"],
    ['an bo viele', "(debtor_name like 'An%' or debtor_name like 'Änn%') and city = 'Bonn'"],
  ])('"%s" comes in the order asked for, beyond the accounts looked at first', async (queryText, condition) => {
    for (const [field, by] of [
      ['totalAmount', 'total_amount desc, account_id desc'],
      ['oldestClaimDPD', 'oldest_due_date, account_id'],
    ] as const) {
      const expected = await house.inA((tx) =>
        tx.sql<{ ref: string }>(
          `select external_account_ref as ref from account where external_account_ref like 'MANY-%' and ${condition} order by ${by}`,
        ),
      );
      const size = Math.floor(expected.length * 0.45);
      const found: string[] = [];
      let searchAfter: string | null = null;
      do {
        const page: Page = await search({ queryText, size, searchAfter, orderFields: [{ field, descending: true }] });
        found.push(...page.results.map((each) => each.externalAccountRef));
        searchAfter = page.searchAfter;
      } while (searchAfter);
      expect(found).toEqual(expected.map((row) => row.ref));
    }
  });
});
