/** What new accounts and claims begin with, by the client's configuration. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { importText, readClaim } from './import.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const configure = (input: object) =>
  house.call(
    'backoffice',
    'mutation ($c: ID!, $in: ClientConfigurationInput!) { setClientConfiguration(clientId: $c, clientConfiguration: $in) { revision } }',
    { c: house.clientA, in: input },
  );
async function accountMeta(ref: string) {
  const [row] = await house.inA((tx) =>
    tx.sql<{ meta: object }>('select meta from account where client_id = $1 and external_account_ref = $2', [tx.clientId, ref]),
  );
  return row?.meta;
}

it('new accounts and claims begin with the default values; a file’s own values win, and what is known stays', async () => {
  await importText(house, 'customer_id,invoice_number,amount\nOLD,OLD-1,10.00\n');
  await configure({
    metaFields: {
      account: { segment: { type: 'string', searchable: true }, level: { type: 'number' } },
      claim: { tariff: { type: 'string' }, dunned: { type: 'boolean' } },
    },
    defaultMeta: { account: { segment: 'Kleinkunde', level: 2 }, claim: { tariff: 'B', dunned: false } },
  });
  await importText(
    house,
    'customer_id,invoice_number,amount,tariff\nNEW,NEW-1,10.00,\nNEW,NEW-2,10.00,A\nOLD,OLD-1,12.00,\nOLD,OLD-2,10.00,\n',
  );
  expect(await accountMeta('NEW')).toEqual({ segment: 'Kleinkunde', level: 2 });
  expect((await readClaim(house, 'NEW-1'))?.meta).toEqual({ tariff: 'B', dunned: false });
  expect((await readClaim(house, 'NEW-2'))?.meta).toEqual({ tariff: 'A', dunned: false });
  expect((await readClaim(house, 'OLD-2'))?.meta, 'a new claim of a known account').toEqual({ tariff: 'B', dunned: false });
  expect(await accountMeta('OLD')).toEqual({});
  expect((await readClaim(house, 'OLD-1'))?.meta).toEqual({});
  const { searchAccounts } = await house.call<{ searchAccounts: { totalResults: number } }>(
    'account',
    'query ($c: ID!) { searchAccounts(clientId: $c, queryText: "Kleinkunde") { totalResults } }',
    { c: house.clientA },
  );
  expect(searchAccounts.totalResults).toBe(1);
});

it('accounts of a file of accounts begin with them too', async () => {
  const file = 'customer_id,last_name,email\nP-1,Weber,w@example.com\n';
  const { suggestion } = await importText(house, file);
  await importText(house, 'customer_id,last_name,email\nP-2,Weber,w@example.com\n', { mapping: { ...suggestion, record: 'accounts' } });
  expect(await accountMeta('P-2')).toEqual({ segment: 'Kleinkunde', level: 2 });
});

it('a default value that the fields do not allow any more is left out', async () => {
  await configure({ metaFields: { claim: { tariff: { type: 'string', enum: ['A'] } } } });
  await importText(house, 'customer_id,invoice_number,amount\nNEW,NEW-9,10.00\n');
  expect((await readClaim(house, 'NEW-9'))?.meta).toEqual({});
});
