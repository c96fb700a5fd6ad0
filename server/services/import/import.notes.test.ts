/** What a file says and no field can hold is counted, shown before anything is written, and kept among the details. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { importText, readClaim } from './import.testing.ts';

let house: TestHouse;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const debtorOf = async (account: string) =>
  (
    await house.inA((tx) =>
      tx.sql<Record<string, unknown>>(
        `select d.*, a.meta as account_meta, a.locale from debtor d join account a on a.client_id = d.client_id and a.account_id = d.account_id
         where a.client_id = $1 and a.external_account_ref = $2 order by d.position`,
        [tx.clientId, account],
      ),
    )
  )[0];

it('a column of codes that gender cannot take: 25 of 25 rows are told, and every code is kept', async () => {
  const rows = Array.from({ length: 25 }, (_, at) => `N-${at},Doe ${at},NR${at},10.00,${(at % 2) + 1}`);
  const done = await importText(house, `customer_id,last_name,invoice_number,amount,SEX\n${rows.join('\n')}\n`);
  expect(done.suggestion.fields.find(({ column }) => column === 'SEX')?.field).toBe('debtor.gender');
  expect(done.preview?.notes).toEqual([
    { kind: 'notTaken', field: 'debtor.gender', count: 25, examples: ['1', '2'], rows: [2, 3, 4, 5, 6] },
  ]);
  expect(done.summary).toEqual(done.preview);
  expect(done.summary).toMatchObject({ created: 25, rejected: 0 });
  expect(await debtorOf('N-0')).toMatchObject({ gender: null, meta: { SEX: '1' } });
  expect(await debtorOf('N-1')).toMatchObject({ gender: null, meta: { SEX: '2' } });
  const seen = await house.call<{ getImport: { summary: { notes: unknown[] } } }>(
    'import',
    'query ($clientId: ID!, $importId: ID!) { getImport(clientId: $clientId, importId: $importId) { summary { notes { kind field count examples rows } } } }',
    { clientId: house.clientA, importId: done.importId },
  );
  expect(seen.getImport.summary.notes).toEqual(done.preview?.notes);
});

it('explained by the mapping, the same codes are taken and nothing is told', async () => {
  const file = 'customer_id,last_name,invoice_number,amount,SEX\nNX-1,Doe,NX1,10.00,1\nNX-2,Roe,NX2,10.00,2\n';
  const guessed = await importText(house, file);
  const fields = guessed.suggestion.fields.map((each) =>
    each.field === 'debtor.gender'
      ? {
          ...each,
          values: [
            { from: '1', to: 'M' },
            { from: '2', to: 'F' },
          ],
        }
      : each,
  );
  const done = await importText(house, file, { mapping: { ...guessed.suggestion, fields } });
  expect(done.preview?.notes).toEqual([]);
  expect([(await debtorOf('NX-1'))?.gender, (await debtorOf('NX-2'))?.gender]).toEqual(['M', 'F']);
});

it('languages, kinds of debtor, names and payments that nothing takes are kept as well', async () => {
  const done = await importText(
    house,
    [
      'customer_id,full_name,last_name,debtor_type,language,invoice_number,amount,paid,payment_method',
      'NL-1,Ann Lee,Lee,XYZ,fr,NL1,10.00,no,direct debit',
      'NL-2,"Lee, Ann",Lee,person,de,NL2,10.00,no,',
    ].join('\n'),
  );
  expect(done.reasons).toEqual([]);
  expect(done.preview?.notes?.map(({ field, count, examples }) => [field, count, examples[0]])).toEqual([
    ['account.locale', 1, 'fr'],
    ['debtor.type', 1, 'XYZ'],
    ['debtor.name', 2, 'Ann Lee'],
    ['payment.method', 1, 'direct debit'],
  ]);
  expect(await debtorOf('NL-1')).toMatchObject({
    locale: null,
    account_meta: { language: 'fr' },
    meta: { full_name: 'Ann Lee', debtor_type: 'XYZ' },
  });
  expect(await debtorOf('NL-2')).toMatchObject({ locale: 'de_DE', meta: { full_name: 'Lee, Ann' } });
  expect((await readClaim(house, 'NL1'))?.meta).toEqual({ payment_method: 'direct debit' });
});

it('a full name that its parts say already is not told', async () => {
  const done = await importText(
    house,
    'customer_id,full_name,first_name,last_name,invoice_number,amount\nNF-1,"Lee, Ann",Ann,Lee,NF1,1.00\n',
  );
  expect(done.preview?.notes).toEqual([]);
});
