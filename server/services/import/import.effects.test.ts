/** What an import does beyond its own rows: what search reads is right at once, and whatever follows from a payment follows. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { PROJECTED, refreshAccounts } from '../account/ground/projection.logic.ts';
import type { Mapping } from './import.mapping.ts';
import { type Imported, importText } from './import.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
const words = fc.constantFrom(
  '',
  'Öztürk',
  "O'Brien",
  'de la Cruz-Márquez',
  'ACME "Nord" {GmbH}',
  'Œuvre, Straße & Co.',
  '\\N',
  'İstanbul',
  'a\tb',
  '宛名',
);
const long = fc.constantFrom('', `${'Donau'.repeat(50)} ${'ß'.repeat(45)}`);
const product = fc.constantFrom('', 'Strom', 'strom', 'Ökogas, "Plus"', '{Wärme}', 'a\\b', '100 %', '𝔊as');
const day = fc.constantFrom('', '2026-01-31', '2026-02-28', '2025-12-01');

const row = fc.record({
  account: fc.integer({ min: 1, max: 6 }),
  claim: fc.integer({ min: 1, max: 30 }),
  letter: fc.constantFrom('a', 'B', 'Ä', '-x', ''),
  first: words,
  last: words,
  company: fc.oneof(words, long),
  city: fc.oneof(words, long),
  postal: fc.constantFrom('', '01067', 'SW1A 1AA'),
  email: fc.constantFrom('', 'Zoë@Example.com', 'a.b+c@x.example'),
  mobile: fc.constantFrom('', '0151 234-567 89', '+49 (0)151 1', 'call me'),
  second: words,
  secondRef: fc.constantFrom('', 'D-2', 'd/3'),
  amount: fc.integer({ min: 1, max: 99_999 }),
  due: day,
  paid: day,
  product,
  contract: product,
  portfolio: product,
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

const FIELDS: Readonly<Record<string, string>> = {
  account: 'account.ref',
  claim: 'claim.ref',
  first: 'debtor.firstName',
  last: 'debtor.lastName',
  company: 'debtor.companyName',
  city: 'debtor.city',
  postal: 'debtor.postalCode',
  email: 'debtor.email',
  mobile: 'debtor.mobile',
  second: 'coDebtor.lastName',
  secondRef: 'coDebtor.ref',
  amount: 'claim.amount',
  due: 'claim.dueDate',
  paid: 'payment.date',
  product: 'claim.productName',
  contract: 'claim.productReference',
  portfolio: 'claim.portfolio',
};
const mappingOf = (fields: Readonly<Record<string, string>>, record: Mapping['record'] = 'claims'): Mapping => ({
  record,
  hasHeader: true,
  separator: ',',
  decimalMark: '.',
  dateOrder: 'YMD',
  fields: Object.entries(fields).map(([column, field]) => ({ field, column })),
});

function portfolio(rows: readonly Row[], series: number): string {
  const values = (each: Row): Record<string, string> => ({
    ...each,
    account: `K${series}-${each.account}`,
    claim: `R${series}-${each.claim}${each.letter}`,
    amount: (each.amount / 100).toFixed(2),
  });
  const columns = Object.keys(FIELDS);
  return [columns.join(','), ...rows.map((each) => columns.map((column) => cell(values(each)[column] ?? '')).join(','))].join('\n');
}

const projections = () =>
  house.inA((tx) =>
    tx.sql(`select external_account_ref, ${PROJECTED.join(', ')} from account where client_id = $1 order by external_account_ref`, [
      tx.clientId,
    ]),
  );

/** Computes what search reads from the rows themselves. @returns how many accounts were kept otherwise. */
async function recomputed(): Promise<number> {
  return house.inA(async (tx) => {
    const accounts = await tx.sql<{ account_id: string }>('select account_id from account where client_id = $1', [tx.clientId]);
    return refreshAccounts(
      tx,
      accounts.map(({ account_id }) => account_id),
    );
  });
}

it('what search reads about an account is what its debtors, contacts and claims say, however they came', async () => {
  let series = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), fc.array(row, { maxLength: 10 }), async (first, later) => {
      series++;
      for (const rows of [first, later])
        if (rows.length > 0) await importText(house, portfolio(rows, series), { mapping: mappingOf(FIELDS) });
      const kept = await projections();
      expect(kept.length).toBeGreaterThan(0);
      const changed = await recomputed();
      if (changed > 0) expect(kept).toEqual(await projections());
      expect(changed).toBe(0);
    }),
    { numRuns: 12 },
  );
});

it('a file of people alone leaves nothing for search to catch up on', async () => {
  const fields = { account: 'account.ref', role: 'debtor.role', last: 'debtor.lastName', city: 'debtor.city' };
  const people = 'account,role,last,city\nPP-1,main,Öztürk,Köln\nPP-1,coDebtor,Weber,Kiel\nPP-2,coDebtor,Novak,\nPP-2,main,Mayer,Ulm\n';
  await importText(house, people, { mapping: mappingOf(fields, 'accounts') });
  expect((await projections()).filter((each) => String(each.external_account_ref).startsWith('PP-'))).toMatchObject([
    { debtor_name: 'Öztürk', city: 'Köln' },
    { debtor_name: 'Mayer', city: 'Ulm' },
  ]);
  expect(await recomputed()).toBe(0);
});

it('products and portfolios of new accounts stand in the lists of filters', async () => {
  await importText(house, 'customer_id,invoice_number,amount,product,portfolio\nL-1,L1,5.00,Solar "Plus",Nord\n');
  const labels = await house.inA((tx) =>
    tx.sql<{ label: string }>(`select kind || ' ' || name as label from account_label where client_id = $1`, [tx.clientId]),
  );
  expect(labels.map(({ label }) => label)).toEqual(expect.arrayContaining(['product Solar "Plus"', 'portfolio Nord']));
});

const STEPS = [
  { id: 'rest', stepType: 'delay', stepState: { days: 7 }, down: 'end' },
  { id: 'end', stepType: 'expired', stepState: {} },
];

/** Imports claims and puts them into a strategy that waits a week. */
async function running(file: string, refs: readonly string[]): Promise<void> {
  await importText(house, file);
  const { saveStrategyBlueprint } = await house.call<{ saveStrategyBlueprint: { blueprint: { id: string } } }>(
    'strategy',
    'mutation ($clientId: ID!, $steps: String!) { saveStrategyBlueprint(clientId: $clientId, id: "new", steps: $steps) { blueprint { id } } }',
    { clientId: house.clientA, steps: JSON.stringify(STEPS) },
  );
  const { startStrategy } = await house.call<{ startStrategy: { done: number } }>(
    'strategy',
    'mutation ($clientId: ID!, $blueprintId: ID!, $refs: [String!]!) { startStrategy(clientId: $clientId, blueprintId: $blueprintId, externalClaimRefs: $refs) { done } }',
    { clientId: house.clientA, blueprintId: saveStrategyBlueprint.blueprint.id, refs },
  );
  expect(startStrategy.done).toBe(refs.length);
}

const runsOf = (refs: readonly string[]) =>
  house.inA(async (tx) => {
    const rows = await tx.sql<{ run: string }>(
      `select concat_ws(' ', external_claim_ref, status, reason ->> 'key') as run from strategy_run where client_id = $1 and external_claim_ref = any($2) order by 1`,
      [tx.clientId, refs],
    );
    return rows.map(({ run }) => run);
  });

const HEADER = 'customer_id,invoice_number,amount,due_date';

it('a payment that settles claims ends their strategies, one that does not leaves them, a dispute holds them', async () => {
  const refs = ['S1', 'S2', 'S3', 'S4'];
  await running(`${HEADER}\nS-1,S1,30.00,2026-01-01\nS-1,S2,30.00,2026-02-01\nS-1,S3,30.00,2026-03-01\nS-2,S4,10.00,2026-01-01\n`, refs);
  // One payment over two claims and a part of the third; no claim is named.
  await importText(house, 'customer_id,payment_date,amount\nS-1,2026-03-05,70.00\n');
  await importText(house, `${HEADER},disputed\nS-2,S4,10.00,2026-01-01,yes\n`);
  const [one, two, three, four] = await runsOf(refs);
  expect([one, two]).toEqual(['S1 completed run.claimResolved', 'S2 completed run.claimResolved']);
  expect(three).toMatch(/^S3 (active|waiting)$/);
  expect(four).toBe('S4 paused run.pausedByDispute');
  // The same claims in a file that now says when they were paid: booked by the claim's row itself.
  await importText(house, `${HEADER},payment_date\nS-1,S3,30.00,2026-03-01,2026-03-09\n`);
  expect((await runsOf(['S3']))[0]).toBe('S3 completed run.claimResolved');
  expect(await recomputed()).toBe(0);
});

it('screens that look at an account are told of what an import did, earlier actions included', async () => {
  const told: string[] = [];
  const listener = await house.database.owner.connect();
  try {
    listener.on('notification', (message) => told.push(message.payload ?? ''));
    await listener.query('listen quittance_events');
    const after = async (file: string): Promise<Imported> => {
      told.length = 0;
      const imported = await importText(house, file);
      await listener.query('select 1');
      return imported;
    };
    await after(`${HEADER}\nN-1,N1,30.00,2026-01-01\n`);
    expect(told.some((notice) => notice.includes(house.clientA))).toBe(true);
    await after('customer_id,action_date,action\nN-1,2026-02-01,Reminder Sent\n');
    expect(told.some((notice) => notice.includes('"many"'))).toBe(true);
  } finally {
    listener.release(true);
  }
  const [account] = await house.inA((tx) =>
    tx.sql(`select latest_communication_date as last from account where client_id = $1 and external_account_ref = 'N-1'`, [tx.clientId]),
  );
  expect(account?.last).toEqual(new Date('2026-02-01T11:00:00Z'));
});
