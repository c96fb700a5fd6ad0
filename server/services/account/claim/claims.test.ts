import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addDays, isoInstant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { now } from '../../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { addSampleAccounts } from '../account.sample.ts';

const SEARCH = `query ($clientId: ID!, $filter: ClaimFilter, $order: ClaimOrderField, $size: Int, $searchAfter: String) {
  searchClaims(clientId: $clientId, filter: $filter, order: $order, size: $size, searchAfter: $searchAfter) {
    searchAfter
    results { externalClaimRef debtorFullName status totalAmount currency daysPastDue strategyName strategyStatus assigneeUserId } } }`;
const COUNT =
  'query ($clientId: ID!, $filter: ClaimFilter) { countClaims(clientId: $clientId, filter: $filter) { totalResults sums { currency claims totalAmount } } }';

interface Row {
  externalClaimRef: string;
  daysPastDue: number | null;
  strategyName: string | null;
  strategyStatus: string;
}

let house: TestHouse;
let ids: Map<string, Uuid>;
const blueprintId = uuidv7();
const today = localDate(now(), 'Europe/Berlin');

beforeAll(async () => {
  house = await openTestHouse();
  ids = await house.inA((tx) =>
    addSampleAccounts(tx, [
      {
        ref: 'A-1',
        first: 'Hannah',
        last: 'Brandt',
        city: 'Berlin',
        assignee: house.userA,
        claims: [
          { ref: 'INV-100', balance: 12000, due: addDays(today, -62), product: 'Gas', portfolio: 'North' },
          { ref: 'INV-101', balance: 500, due: addDays(today, 5), product: 'Heat', promisedUntil: addDays(today, 9) },
          { ref: 'INV-102', balance: 0, due: addDays(today, -200), status: 'resolved' },
        ],
      },
      {
        ref: 'A-2',
        company: 'Kitsune KK',
        currency: 'JPY',
        claims: [
          { ref: 'J-1', balance: 700, due: addDays(today, -10), product: 'Gas', portfolio: 'South' },
          { ref: 'J-2', balance: 700, due: null },
        ],
      },
    ]),
  );
  await house.inA(async (tx) => {
    await tx.sql(`update claim set disputed_at = $1, payment_reference = 'RF18-5390' where external_claim_ref = 'J-1'`, [
      isoInstant(now()),
    ]);
    await tx.sql(
      `insert into strategy_blueprint (client_id, blueprint_id, display_name, current_version, created_at, updated_at) values ($1, $2, 'Late payers', 1, $3, $3)`,
      [tx.clientId, blueprintId, isoInstant(now())],
    );
    for (const [ref, account, status] of [
      ['INV-100', 'A-1', 'paused'],
      ['J-2', 'A-2', 'waiting'],
    ])
      await tx.sql(
        `insert into strategy_run (client_id, run_id, account_id, external_claim_ref, blueprint_id, version, status, started_at, step_entered_at)
         values ($1, $2, $3, $4, $5, 1, $6, $7, $7)`,
        [tx.clientId, uuidv7(), ids.get(account!), ref, blueprintId, status, isoInstant(now())],
      );
  });
  await house.inA((tx) =>
    tx.sql(
      `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, 'CLERK', 'WORK', $2, $3, $3)`,
      [tx.clientId, JSON.stringify([{ domain: 'account', actions: ['viewClaim'] }]), isoInstant(now())],
    ),
  );
  await house.inB((tx) =>
    addSampleAccounts(tx, [{ ref: 'A-1', first: 'Hannah', last: 'Brandt', claims: [{ ref: 'INV-100', balance: 1, due: '2020-01-01' }] }]),
  );
});
afterAll(() => house.close());

const search = async (variables: object = {}, token?: string) =>
  (
    await house.call<{ searchClaims: { results: Row[]; searchAfter: string | null } }>(
      'account',
      SEARCH,
      { clientId: house.clientA, ...variables },
      token,
    )
  ).searchClaims;
const refs = async (filter: object, order?: object) => (await search({ filter, order })).results.map((row) => row.externalClaimRef);

describe('the claim overview', () => {
  it('shows the open claims of this client, the longest overdue first and those without a due date last', async () => {
    const { results } = await search();
    expect(results.map((row) => [row.externalClaimRef, row.daysPastDue])).toEqual([
      ['INV-100', 62],
      ['J-1', 10],
      ['INV-101', -5],
      ['J-2', null],
    ]);
    expect(results[0]).toMatchObject({
      debtorFullName: 'Hannah Brandt',
      totalAmount: '120.00',
      strategyName: 'Late payers',
      strategyStatus: 'paused',
    });
    expect(results[2]).toMatchObject({ strategyName: null, strategyStatus: 'none' });
  });

  it.each<[string, object, string[]]>([
    ['words of the account', { queryText: 'brandt berlin' }, ['INV-100', 'INV-101']],
    ['the beginning of a reference: that claim alone', { queryText: 'inv-101' }, ['INV-101']],
    ['a payment’s reference, in small letters', { queryText: 'rf18' }, ['J-1']],
    ['words nobody has', { queryText: 'nobody' }, []],
    ['signs that are no words', { queryText: '%_' }, []],
    ['status', { statuses: ['resolved'] }, ['INV-102']],
    ['all statuses', { statuses: ['open', 'resolved', 'deleted'] }, ['INV-102', 'INV-100', 'J-1', 'INV-101', 'J-2']],
    ['no status', { statuses: [] }, []],
    ['product', { products: ['Gas'] }, ['INV-100', 'J-1']],
    ['portfolio', { portfolios: ['South', 'West'] }, ['J-1']],
    ['strategy', { strategyIds: [blueprintId] }, ['INV-100', 'J-2']],
    ['strategy that waits', { strategyIds: [blueprintId], strategyStatuses: ['running'] }, ['J-2']],
    ['no strategy', { strategyStatuses: ['none'] }, ['J-1', 'INV-101']],
    ['no strategy, or a paused one', { strategyStatuses: ['none', 'paused'] }, ['INV-100', 'J-1', 'INV-101']],
    ['amount', { amountRange: { from: '5.00', to: '119.99' } }, ['INV-101']],
    ['amount in a currency', { amountRange: { currency: 'JPY', from: '700' } }, ['J-1', 'J-2']],
    ['due date', { dueDateRange: { from: addDays(today, -10), to: addDays(today, 5) } }, ['J-1', 'INV-101']],
    ['days past due', { daysPastDueRange: { from: 10, to: 61 } }, ['J-1']],
    ['not due yet', { daysPastDueRange: { to: 0 } }, ['INV-101']],
    ['not due yet, or without a due date', { notDue: true }, ['INV-101', 'J-2']],
    ['past due', { notDue: false }, ['INV-100', 'J-1']],
    ['with a balance', { owing: true, statuses: ['open', 'resolved'] }, ['INV-100', 'J-1', 'INV-101', 'J-2']],
    ['without a balance', { owing: false, statuses: ['open', 'resolved'] }, ['INV-102']],
    ['started in a strategy', { strategyStartedRange: { from: '2020-01-01T00:00:00Z' } }, ['INV-100', 'J-2']],
    ['started in a strategy earlier', { strategyStartedRange: { to: '2020-01-01T00:00:00Z' } }, []],
    ['disputed', { disputed: true }, ['J-1']],
    ['not disputed', { disputed: false }, ['INV-100', 'INV-101', 'J-2']],
    ['promised', { promised: true }, ['INV-101']],
    ['currency', { currencies: ['JPY'] }, ['J-1', 'J-2']],
    ['all but', { exceptClaimRefs: ['J-1', 'J-2'] }, ['INV-100', 'INV-101']],
    ['created', { createdAtRange: { from: '2026-01-06T00:00:00Z' } }, []],
  ])('is filtered by %s', async (_, filter, expected) => {
    expect(await refs(filter)).toEqual(expected);
    // What is counted is what is listed.
    const { countClaims } = await house.call<{ countClaims: { totalResults: number } }>('account', COUNT, {
      clientId: house.clientA,
      filter,
    });
    expect(countClaims.totalResults).toBe(expected.length);
  });

  it('is filtered by who works the account', async () => {
    expect(await refs({ assigneeUserIds: [house.userA] })).toEqual(['INV-100', 'INV-101']);
    expect(await refs({ accountIds: [ids.get('A-2')!] })).toEqual(['J-1', 'J-2']);
  });

  it.each(['daysPastDue', 'dueDate', 'totalAmount', 'externalClaimRef', 'createdAt', 'updatedAt'])(
    'is paged by %s without gaps',
    async (field) => {
      const filter = { statuses: ['open', 'resolved', 'deleted'] };
      for (const descending of [true, false]) {
        const order = { field, descending };
        const whole = await refs(filter, order);
        expect(whole).toHaveLength(5);
        const pages: string[] = [];
        for (let searchAfter: string | null = null; ; ) {
          const page: { results: Row[]; searchAfter: string | null } = await search({ filter, order, size: 2, searchAfter });
          pages.push(...page.results.map((row) => row.externalClaimRef));
          searchAfter = page.searchAfter;
          if (searchAfter === null) break;
        }
        expect(pages).toEqual(whole);
      }
    },
  );

  it('adds up what is owed, per currency', async () => {
    const { countClaims } = await house.call('account', COUNT, { clientId: house.clientA });
    expect(countClaims).toEqual({
      totalResults: 4,
      sums: [
        { currency: 'EUR', claims: 2, totalAmount: '125.00' },
        { currency: 'JPY', claims: 2, totalAmount: '1400' },
      ],
    });
  });

  it('reaches as far as the role: a limited search finds the claim it is asked about', async () => {
    const limited = await house.tokenFor(house.clientA, 'CLERK');
    const found = await search({ filter: { queryText: 'inv-100' } }, limited);
    expect(found.results.map((row) => row.externalClaimRef)).toEqual(['INV-100']);
    await expect(search({}, limited)).rejects.toThrow('INVALID_INPUT');
    await expect(search({ filter: { queryText: 'brandt', products: ['Gas'] } }, limited)).rejects.toThrow('FORBIDDEN');
  });

  it.each<[object, string]>([
    [{ filter: { statuses: ['lost'] } }, 'statuses'],
    [{ filter: { amountRange: { from: '1.234' } } }, 'amountRange.from'],
    [{ filter: { dueDateRange: { from: '2026-02-01', to: '2026-01-01' } } }, 'dueDateRange'],
    [{ filter: { strategyIds: ['x'] } }, 'strategyIds'],
    [{ size: 501 }, 'size'],
    [{ searchAfter: 'nonsense' }, 'searchAfter'],
  ])('%j is refused beside its field', async (variables, field) => {
    const { errors } = await house.raw('account', SEARCH, { clientId: house.clientA, ...variables });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
  });
});
