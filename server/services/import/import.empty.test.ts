/** A cell that says nothing takes nothing away: empty ones, blanks, and the marks for nothing that a mapping names. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { isBlank, sourceOf } from './import.columns.ts';
import { importText, readClaim } from './import.testing.ts';

let house: TestHouse;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const HEADER = 'customer_id,last_name,city,email,invoice_number,amount,due_date,product,note';
const known = (ref: string, account: string) => `${account},Weber,Bonn,w@example.com,${ref},10.00,2026-01-31,Gas,call first`;

async function debtorOf(account: string) {
  const [row] = await house.inA((tx) =>
    tx.sql<{ last_name: string; address: Record<string, string>; emails: string }>(
      `select d.last_name, d.address, (select string_agg(c.value, '|') from contact_point c where c.client_id = d.client_id and c.debtor_id = d.debtor_id) as emails
       from debtor d join account a on a.client_id = d.client_id and a.account_id = d.account_id where a.client_id = $1 and a.external_account_ref = $2`,
      [tx.clientId, account],
    ),
  );
  return row;
}

it.each([
  ['nothing', '', 'E1', 'EB-1'],
  ['blanks', '   ', 'E2', 'EB-2'],
  ['a tab and a space that does not break', '\t\u00a0', 'E3', 'EB-3'],
  ['a space of no width', '\u200b', 'E4', 'EB-4'],
  ['a mark for nothing', 'NULL', 'E5', 'EB-5'],
  ['another mark among blanks', ' N/A ', 'E6', 'EB-6'],
  ['a dash', '-', 'E7', 'EB-7'],
])('%s leaves what is known as it is', async (_, cell, ref, account) => {
  await importText(house, `${HEADER}\n${known(ref, account)}\n`);
  const before = [await debtorOf(account), await readClaim(house, ref)];
  const again = await importText(house, `${HEADER}\n${[account, cell, cell, cell, ref, '12.00', cell, cell, cell].join(',')}\n`);
  expect(again.reasons).toEqual([]);
  expect(again.summary).toMatchObject({ created: 0, changed: 1, rejected: 0 });
  const claim = await readClaim(house, ref);
  expect(claim).toMatchObject({ amount: 1200n, due_date: '2026-01-31', product_name: 'Gas', meta: { note: 'call first' } });
  expect(await debtorOf(account)).toEqual(before[0]);
  expect(before[0]).toMatchObject({ last_name: 'Weber', address: { city: 'Bonn' }, emails: 'w@example.com' });
});

it('a mark that the mapping does not name is a value, and the guess names only marks that stand in the file', async () => {
  const first = await importText(house, `${HEADER}\nEN-1,Null,Bonn,,EN1,10.00,2026-01-31,-,\n`);
  expect(first.suggestion.emptyMarks).toEqual(['-']);
  expect(await debtorOf('EN-1')).toMatchObject({ last_name: 'Null' });
  const mapping = { ...first.suggestion, emptyMarks: ['Null'] };
  await importText(house, `${HEADER}\nEN-1,Weber,Bonn,,EN1,10.00,2026-01-31,,\n`, { mapping });
  await importText(house, `${HEADER}\nEN-1,Null,,,EN1,10.00,2026-01-31,-,\n`, { mapping });
  expect(await debtorOf('EN-1')).toMatchObject({ last_name: 'Weber' });
  expect(await readClaim(house, 'EN1')).toMatchObject({ product_name: '-' });
});

it('a reference of blanks or of a mark is missing', async () => {
  const bad = await importText(house, 'customer_id,invoice_number,amount\nEM-1,   ,1.00\nNULL,EM1,1.00\n');
  expect(bad.reasons).toEqual(['2 claim.ref: is empty', '3 account.ref: is empty']);
});

it('a word that the mapping explains comes before a mark, and a key of nothing is none', () => {
  const values = [{ from: '-', to: 'no' }];
  expect(sourceOf({ field: 'claim.paid', column: 'a', values }, ['a'], ['-'])(['-'])).toBe('no');
  const composed = sourceOf({ field: 'claim.ref', template: '{a}-{b}' }, ['a', 'b'], ['NULL']);
  expect([composed(['1', '2']), composed(['1', ' ']), composed([' ', 'NULL']), composed([])]).toEqual(['1-2', '1-', '', '']);
});

it('what can be seen is no blank', () => {
  expect(['', ' ', '\u00a0\u2003', '\u200b\ufeff', '\u3164'].map(isBlank)).toEqual([true, true, true, true, true]);
  expect(['0', ' a ', '-', 'é', '字', '\u200bx'].map(isBlank)).toEqual([false, false, false, false, false, false]);
});
