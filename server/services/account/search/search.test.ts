import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../../core/id.ts';
import { instant } from '../../../../core/time.ts';
import { useClock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { addSampleAccounts, type SampleAccount } from '../account.sample.ts';
import { renewWords } from '../account.search.jobs.ts';
import { type Page, SEARCH, searchOf } from './search.testing.ts';

let house: TestHouse;
let ids: Map<string, Uuid>;
let stopClock: () => void;

const PEOPLE: SampleAccount[] = [
  {
    ref: '8976-AMJEO',
    first: 'Hannah',
    last: 'Brandt',
    city: 'Berlin',
    street: 'Große Lindenstraße',
    houseNumber: '12b',
    birthday: '1985-04-12',
    phone: '0151 234 567 89',
    email: 'Hannah.Brandt@post.example',
    claims: [{ ref: 'INV-1', balance: 128460, due: '2026-09-20', product: 'Electricity', portfolio: '2026-A' }],
  },
  {
    ref: '8765-AMJOO',
    first: 'Jürgen',
    last: "Müller-Lüdenscheidt O'Neil",
    city: 'Köln',
    claims: [
      { ref: 'INV-2', balance: 93766, due: '2026-11-07', product: 'Gas', portfolio: '2026-A' },
      { ref: 'INV-3', balance: 100, due: '2026-11-30', product: 'Electricity', portfolio: '2026-B' },
    ],
  },
  {
    ref: '8554-AMJKO-004477',
    company: 'Bäckerei Lorenz & Söhne KG',
    city: 'Berlin',
    claims: [
      { ref: 'INV-4', balance: 73828, due: '2026-08-22', product: 'Heat' },
      { ref: 'INV-5', balance: 500, due: '2026-12-01', status: 'resolved', product: 'Gas' },
    ],
  },
  {
    ref: '8343-AMJRO',
    first: 'Elif',
    last: 'Yılmaz',
    city: 'Hamburg',
    claims: [{ ref: 'INV-6', balance: 51798, due: '2026-11-18', promisedUntil: '2026-11-30' }],
  },
  {
    ref: 'SETTLED',
    first: 'Anna',
    last: 'Brandt',
    claims: [{ ref: 'INV-7', balance: 0, due: '2026-01-01', status: 'resolved', portfolio: '2026-A' }],
  },
  { ref: 'DOLLARS', first: 'Noah', last: 'Fischer', currency: 'USD', claims: [{ ref: 'INV-8', balance: 93766, due: '2026-10-21' }] },
];

beforeAll(async () => {
  stopClock = useClock(() => instant('2026-11-21T11:00:00Z'));
  house = await openTestHouse();
  await house.inA((tx) =>
    tx.sql(
      `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, $2, 'WORK', $3, now(), now())`,
      [tx.clientId, 'LOOKER', JSON.stringify([{ domain: 'account', actions: ['searchAccounts', 'searchAllAccounts'] }])],
    ),
  );
  ids = await house.inA(async (tx) => {
    const made = await addSampleAccounts(
      tx,
      PEOPLE.map((each) => (each.ref === 'SETTLED' ? { ...each, assignee: house.userA, createdAt: '2026-03-01T00:00:00Z' } : each)),
    );
    await tx.sql(`update account set latest_communication_date = '2026-11-20T08:00:00Z' where external_account_ref = '8976-AMJEO'`);
    return made;
  });
  await house.inB((tx) =>
    addSampleAccounts(tx, [
      {
        ref: '8976-AMJEO',
        first: 'Hannah',
        last: 'Brandt',
        city: 'Berlin',
        email: 'hannah.brandt@post.example',
        claims: [{ ref: 'INV-1', balance: 999, due: '2026-09-20', product: 'Electricity', portfolio: '2026-A' }],
      },
    ]),
  );
});
afterAll(async () => {
  await house.close();
  stopClock();
});

const search = searchOf(() => house);
const hits = async (queryText: string, token?: string) =>
  (
    await house.call<{ searchAccounts: { results: { externalAccountRef: string; matchedBy: object | null }[] } }>(
      'account',
      'query ($clientId: ID!, $queryText: String) { searchAccounts(clientId: $clientId, queryText: $queryText) { results { externalAccountRef matchedBy { kind value } } } }',
      { clientId: house.clientA, queryText },
      token,
    )
  ).searchAccounts.results;
const refs = async (variables: object) => (await search(variables)).results.map((each) => each.externalAccountRef).sort();

describe('words', () => {
  it.each([
    ['hannah', ['8976-AMJEO']],
    ['BRANDT berl', ['8976-AMJEO']],
    ['brandt', ['8976-AMJEO', 'SETTLED']],
    ['8976-amj', ['8976-AMJEO']],
    ['8976AMJEO', ['8976-AMJEO']],
    ['INV-4', ['8554-AMJKO-004477']],
    ['0151 23456789', ['8976-AMJEO']],
    ['０１５１ ２３４５６７８９', ['8976-AMJEO']],
    ['+49 (0)151 / 234-567 89', ['8976-AMJEO']],
    ['0049 151 2345', ['8976-AMJEO']],
    ['brandt 0151 234', ['8976-AMJEO']],
    ['hannah.brandt@post', ['8976-AMJEO']],
    ['Müller', ['8765-AMJOO']],
    ['muller', ['8765-AMJOO']],
    ['Mueller köln', ['8765-AMJOO']],
    ['Müller-Lüd', ['8765-AMJOO']],
    ['lüdenscheidt', ['8765-AMJOO']],
    ["O'Neil", ['8765-AMJOO']],
    ['backerei sohne', ['8554-AMJKO-004477']],
    ['yilmaz', ['8343-AMJRO']],
    ['10119 elif', ['8343-AMJRO']],
    ['annah', []],
    ['große linden 12b', ['8976-AMJEO']],
    ['grosse lindenstr', ['8976-AMJEO']],
    ['1985-04-12', ['8976-AMJEO']],
    ['12.04.1985', ['8976-AMJEO']],
    ['12.4.85', ['8976-AMJEO']],
    ['04/12/1985', ['8976-AMJEO']],
    ['12/04/1985 brandt', ['8976-AMJEO']],
    ['12. April 1985', ['8976-AMJEO']],
    ['april 12th, 1985', ['8976-AMJEO']],
    ['hannah 12 de abril de 1985', ['8976-AMJEO']],
    ['12.05.1985', []],
    ['31.02.1985', []],
    ['6789', ['8976-AMJEO']],
    ['567 89', ['8976-AMJEO']],
    ['789', []],
    ['5678', []],
    ['4477', ['8554-AMJKO-004477']],
    ['lorenz 04477', ['8554-AMJKO-004477']],
    ['4478', []],
    ['=born:1985', []],
    ['=end:9876', []],
    ['brandt hamburg', []],
    ['=product:Gas', []],
    ["') | (anna:* & !'", ['SETTLED']],
    ['???', []],
    ['   ', PEOPLE.map((each) => each.ref).sort()],
  ])('"%s" finds %j', async (queryText, expected) => {
    expect(await refs({ queryText })).toEqual(expected);
  });

  it.each([
    ['8976-AMJEO', '8976-AMJEO'],
    [' 8976-amjeo ', '8976-AMJEO'],
    ['8976', null],
    ['INV-1', null],
    ['8976-AMJEO\u0000', '8976-AMJEO'],
  ])('opens an account by its exact reference: %j', async (externalAccountRef, expected) => {
    const asked =
      'query ($clientId: ID!, $externalAccountRef: String!) { getAccountIdByReference(clientId: $clientId, externalAccountRef: $externalAccountRef) }';
    const found = async (clientId: Uuid, token?: string) =>
      (await house.call<{ getAccountIdByReference: Uuid | null }>('account', asked, { clientId, externalAccountRef }, token))
        .getAccountIdByReference;
    expect(await found(house.clientA)).toBe(expected && ids.get(expected));
    expect(await found(house.clientB, await house.tokenFor(house.clientB))).not.toBe(ids.get('8976-AMJEO'));
  });

  it.each<[string, string, object | null]>([
    ['6789', '8976-AMJEO', { kind: 'phoneEnding', value: '6789' }],
    ['0151 234', '8976-AMJEO', { kind: 'phone', value: '+49 1512 3456789' }],
    ['brandt 12.04.1985', '8976-AMJEO', { kind: 'birthDate', value: '1985-04-12' }],
    ['hannah linden', '8976-AMJEO', { kind: 'address', value: 'Große Lindenstraße 12b, 10119 Berlin' }],
    ['INV-1', '8976-AMJEO', { kind: 'reference', value: 'INV-1' }],
    ['hannah.brandt@post', '8976-AMJEO', { kind: 'email', value: 'hannah.brandt@post.example' }],
    ['4477', '8554-AMJKO-004477', { kind: 'referenceEnding', value: '4477' }],
    ['Mueller', '8765-AMJOO', null],
    ['brandt berl', '8976-AMJEO', null],
    ['8976', '8976-AMJEO', null],
  ])('says why "%s" finds %s', async (queryText, ref, matchedBy) => {
    const found = await hits(queryText);
    expect(found.find((each) => each.externalAccountRef === ref)).toMatchObject({ matchedBy });
  });

  it('neither finds by what identifies somebody nor says so to a role that may not open accounts', async () => {
    const token = await house.tokenFor(house.clientA, 'LOOKER');
    for (const text of ['12.04.1985', '6789', '4477']) expect(await hits(text, token)).toEqual([]);
    expect(await hits('INV-1', token)).toEqual([{ externalAccountRef: '8976-AMJEO', matchedBy: null }]);
  });

  it('gives accounts whose words an earlier release wrote those of this one, once', async () => {
    const old = (tx: Tx) =>
      tx.sql(
        `update account set search_words = (select array_to_tsvector(coalesce(array_agg(word), '{}')) from unnest(tsvector_to_array(search_words)) word
        where word !~ '=(born|end):') where client_id = $1`,
        [tx.clientId],
      );
    await house.inA(old);
    expect(await hits('6789')).toEqual([]);
    expect(await renewWords(house.database, house.clientA)).toBe(2);
    expect(await hits('6789')).toHaveLength(1);
    await house.inA(old);
    expect(await renewWords(house.database, house.clientA)).toBe(0);
    await house.inA((tx) => tx.sql('update client set search_words = null where client_id = $1', [tx.clientId]));
    await renewWords(house.database, house.clientA);
  });

  it('finds the other client nothing of this one', async () => {
    const token = await house.tokenFor(house.clientB);
    const { searchAccounts } = await house.call<{ searchAccounts: Page }>(
      'account',
      SEARCH,
      { clientId: house.clientB, queryText: 'brandt' },
      token,
    );
    expect(searchAccounts.results.map((each) => each.totalAmount)).toEqual(['9.99']);
  });
});

describe('filters', () => {
  it.each<[string, () => object, string[]]>([
    ['products', () => ({ products: ['Gas', 'Heat'] }), ['8554-AMJKO-004477', '8765-AMJOO']],
    ['portfolios', () => ({ portfolios: ['2026-A'] }), ['8765-AMJOO', '8976-AMJEO', 'SETTLED']],
    ['a product nobody has', () => ({ products: ['gas'] }), []],
    ['outsourced', () => ({ outsourced: true }), []],
    ['not outsourced, companies', () => ({ outsourced: false, debtorType: 'company' }), ['8554-AMJKO-004477']],
    [
      'amounts of the client’s currency',
      () => ({ amountRange: { from: '500.00', to: '938.66' } }),
      ['8343-AMJRO', '8554-AMJKO-004477', '8765-AMJOO'],
    ],
    ['amounts of another currency', () => ({ amountRange: { currency: 'USD', from: '0' } }), ['DOLLARS']],
    ['days past due', () => ({ daysPastDueRange: { from: 31, to: 62 } }), ['8976-AMJEO', 'DOLLARS']],
    ['days past due from 0', () => ({ daysPastDueRange: { from: 0, to: 13 } }), ['8343-AMJRO']],
    ['oldest due date', () => ({ oldestDueDateRange: { to: '2026-09-20' } }), ['8554-AMJKO-004477', '8976-AMJEO']],
    ['created', () => ({ createdAtRange: { from: '2026-02-01T00:00:00Z' } }), ['SETTLED']],
    ['updated', () => ({ updatedAtRange: { to: '2026-01-31T00:00:00Z' }, queryText: 'brandt' }), ['8976-AMJEO']],
    [
      'last communication',
      () => ({ latestCommunicationRange: { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' } }),
      ['8976-AMJEO'],
    ],
    ['ids', () => ({ accountIds: [ids.get('SETTLED'), ids.get('DOLLARS')] }), ['DOLLARS', 'SETTLED']],
    ['assignee', () => ({ assigneeUserIds: [house.userA] }), ['SETTLED']],
    ['debtor references', () => ({ externalDebtorRefs: ['D-DOLLARS', 'D-8343-AMJRO', 'nobody'] }), ['8343-AMJRO', 'DOLLARS']],
    ['with a balance', () => ({ owing: true, portfolios: ['2026-A'] }), ['8765-AMJOO', '8976-AMJEO']],
    ['without a balance', () => ({ owing: false }), ['SETTLED']],
    ['part of a debtor reference', () => ({ externalDebtorRefs: ['D-DOLL'] }), []],
    [
      'several at once',
      () => ({ queryText: 'berlin', products: ['Electricity', 'Heat'], daysPastDueRange: { from: 70 } }),
      ['8554-AMJKO-004477'],
    ],
  ])('%s', async (_, variables, expected) => {
    expect(await refs(variables())).toEqual(expected);
  });

  it.each<[object, string]>([
    [{ amountRange: { from: '12.345' } }, 'amountRange.from'],
    [{ amountRange: { from: '20.00', to: '10.00' } }, 'amountRange'],
    [{ accountIds: ['x'] }, 'accountIds'],
    [{ size: 0 }, 'size'],
    [{ size: 501 }, 'size'],
    [{ from: 1001 }, 'from'],
    [{ searchAfter: 'nonsense' }, 'searchAfter'],
    [{ searchAfter: Buffer.from('["totalAmount+","1","x"]').toString('base64url') }, 'searchAfter'],
    [{ orderFields: [{ field: 'totalAmount' }, { field: 'totalAmount', descending: true }] }, 'orderFields'],
    [{ queryText: 'a'.repeat(201) }, 'queryText'],
  ])('%j is refused by its name', async (variables, field) => {
    const { errors } = await house.raw('account', SEARCH, { clientId: house.clientA, ...variables });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
  });

  it('shows days past due by the client’s calendar, amounts, counts, products and promises', async () => {
    const found = new Map((await search()).results.map((each) => [each.externalAccountRef, each]));
    expect(found.get('8765-AMJOO')).toMatchObject({
      totalAmount: '938.66',
      oldestClaimDPD: 14,
      latestClaimDPD: -9,
      latestClaimRef: 'INV-3',
      activeClaimsCount: 2,
      products: ['Electricity', 'Gas'],
    });
    expect(found.get('8554-AMJKO-004477')).toMatchObject({
      debtorFullName: 'Bäckerei Lorenz & Söhne KG',
      oldestClaimDPD: 91,
      latestClaimDPD: 91,
      latestClaimRef: 'INV-4',
      activeClaimsCount: 1,
    });
    expect(found.get('SETTLED')).toMatchObject({
      totalAmount: '0.00',
      oldestClaimDPD: null,
      latestClaimRef: 'INV-7',
      activeClaimsCount: 0,
    });
    expect(found.get('8343-AMJRO')?.promisedUntil).toBe('2026-11-30');
  });

  it('counts and adds up per currency', async () => {
    const { countAccounts } = await house.call(
      'account',
      'query ($clientId: ID!) { countAccounts(clientId: $clientId) { totalResults sums { currency accounts totalAmount } } }',
      { clientId: house.clientA },
    );
    expect(countAccounts).toEqual({
      totalResults: 6,
      sums: [
        { currency: 'EUR', accounts: 5, totalAmount: '3479.52' },
        { currency: 'USD', accounts: 1, totalAmount: '937.66' },
      ],
    });
  });

  it('lists products and portfolios, and the smallest and largest amount', async () => {
    const answer = await house.call(
      'account',
      `query ($clientId: ID!) { getProducts(clientId: $clientId) getPortfolios(clientId: $clientId, filter: "a", limit: 5, offset: 0) getAccountAggregators(clientId: $clientId) { currency minAmount maxAmount } }`,
      { clientId: house.clientA },
    );
    expect(answer).toEqual({
      getProducts: ['Electricity', 'Gas', 'Heat'],
      getPortfolios: ['2026-A'],
      getAccountAggregators: { currency: 'EUR', minAmount: '0.00', maxAmount: '1284.60' },
    });
  });
});
