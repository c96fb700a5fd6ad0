/** Real portfolios, to the cent. Totals are added up here from the files themselves, by other means than the import's. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { importText } from './import.testing.ts';

const data = path.resolve(import.meta.dirname, '../../../../shared/data');
const present = existsSync(data);
if (!present) console.log(`real portfolios are not at ${data}: their tests are skipped`);

/** A file's cells, without a parser: these files have no quotes. */
function table(file: string, separator: string): string[][] {
  return readFileSync(path.join(data, file), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(separator));
}

/** Cents of a decimal text, digit by digit. */
function cents(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(2, '0'));
}

const sum = (values: readonly string[]) => values.reduce((total, value) => total + cents(value), 0n);

describe.skipIf(!present)('real portfolios', () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openTestHouse();
  });
  afterAll(() => house?.close());

  const ledger = async (kind: string, prefix = '') =>
    (
      await house.inA((tx) =>
        tx.sql<{ sum: bigint | null }>(
          `select sum(amount)::bigint as sum from ledger_entry where client_id = $1 and kind = $2 and external_claim_ref like $3`,
          [tx.clientId, kind, `${prefix}%`],
        ),
      )
    )[0]?.sum ?? 0n;

  it('IBM invoices: 2,466 claims on 100 accounts, all paid, 561 in dispute', async () => {
    const file = readFileSync(path.join(data, 'ibm-ar/invoices.csv'));
    const rows = table('ibm-ar/invoices.csv', ',').slice(1);
    const total = sum(rows.map((row) => row[6]!));
    expect(total).toBe(14_770_318n);
    const first = await importText(house, file, { constants: { 'claim.currency': 'USD' } });
    expect(first.suggestion).toMatchObject({ record: 'claims', dateOrder: 'MDY', decimalMark: '.' });
    expect(first.preview).toEqual(first.summary);
    expect(first.summary).toMatchObject({ created: 2466, changed: 0, unchanged: 0, rejected: 0, newAccounts: 100 });
    expect(await ledger('principal')).toBe(total);
    expect(await ledger('payment')).toBe(-total);
    const [claim] = await house.inA((tx) =>
      tx.sql(`select * from claim where client_id = $1 and external_claim_ref = '0000611365'`, [tx.clientId]),
    );
    expect(claim).toMatchObject({
      amount: 5594n,
      balance: 0n,
      status: 'resolved',
      due_date: '2013-02-01',
      meta: { countryCode: '391', PaperlessBill: 'Paper' },
    });
    const [disputed] = await house.inA((tx) =>
      tx.sql(`select count(*)::int as n from claim where client_id = $1 and disputed_at is not null`, [tx.clientId]),
    );
    expect(disputed).toEqual({ n: rows.filter((row) => row[7] === 'Yes').length });
    const again = await importText(house, file, { constants: { 'claim.currency': 'USD' } });
    expect(again.summary).toMatchObject({ created: 0, changed: 0, unchanged: 2466, rejected: 0 });
  });

  it('water bills, payments and collection actions: what can be booked is, what exceeds the debt is told', async () => {
    const customers = await importText(house, readFileSync(path.join(data, 'water-collections/customers.csv')), {});
    expect(customers.suggestion.record).toBe('accounts');
    expect(customers.summary).toMatchObject({ created: 750, rejected: 0 });
    const bills = table('water-collections/bills.csv', ',').slice(1);
    const billed = await importText(house, readFileSync(path.join(data, 'water-collections/bills.csv')), {});
    expect(billed.suggestion.fields).toContainEqual(
      expect.objectContaining({ field: 'claim.ref', template: '{customer_id}-{bill_period_end}' }),
    );
    expect(billed.summary).toMatchObject({ created: bills.length, newAccounts: 0, rejected: 0 });
    expect(await ledger('principal', 'C1')).toBe(sum(bills.map((row) => row[2]!)));

    const open = new Map<string, bigint>();
    for (const [customer, , amount] of bills) open.set(customer!, (open.get(customer!) ?? 0n) + cents(amount!));
    let booked = 0n;
    const tooMuch: number[] = [];
    for (const [index, [customer, , amount]] of table('water-collections/payments.csv', ',').slice(1).entries()) {
      const rest = (open.get(customer!) ?? 0n) - cents(amount!);
      if (rest < 0n) tooMuch.push(index + 2);
      else {
        open.set(customer!, rest);
        booked += cents(amount!);
      }
    }
    const paid = await importText(house, readFileSync(path.join(data, 'water-collections/payments.csv')), {});
    expect(paid.suggestion.record).toBe('payments');
    expect(paid.preview).toEqual(paid.summary);
    expect(paid.summary).toMatchObject({
      created: 32_469 - tooMuch.length,
      rejected: tooMuch.length,
      sums: { EUR: { payments: `${booked / 100n}.${String(booked % 100n).padStart(2, '0')}` } },
    });
    expect(paid.rejectedRows).toEqual(tooMuch);
    expect(await ledger('payment', 'C1')).toBe(-booked);
    const balances = await house.inA((tx) =>
      tx.sql<{ ref: string; sum: bigint; shown: bigint }>(
        `select a.external_account_ref as ref, sum(c.balance)::bigint as sum, a.total_amount as shown from claim c join account a using (client_id, account_id) where c.client_id = $1 and a.external_account_ref like 'C1%' group by 1, 3`,
        [tx.clientId],
      ),
    );
    expect(new Map(balances.map((row) => [row.ref, row.sum]))).toEqual(open);
    expect(balances.every((row) => row.sum === row.shown)).toBe(true);
    const again = await importText(house, readFileSync(path.join(data, 'water-collections/payments.csv')), {});
    expect(again.summary).toMatchObject({ created: 0, unchanged: paid.summary.created });

    const actions = await importText(house, readFileSync(path.join(data, 'water-collections/collections_actions.csv')), {});
    expect(actions.summary).toMatchObject({ created: 7537, rejected: 0 });
    const kinds = await house.inA((tx) =>
      tx.sql<{ type: string; n: number }>(
        `select message_type as type, count(*)::int as n from event where client_id = $1 and payload->>'source' = 'import' and message_type like 'promise%' group by 1 order by 1`,
        [tx.clientId],
      ),
    );
    expect(kinds).toEqual([
      { type: 'promiseToPayBroken', n: 258 },
      { type: 'promiseToPayCreated', n: 1076 },
    ]);
    expect((await importText(house, readFileSync(path.join(data, 'water-collections/collections_actions.csv')), {})).summary).toMatchObject(
      { created: 0, unchanged: 7537 },
    );
  });

  it('Berka loans without a header: the finished ones are paid, 145 accounts get a second debtor', async () => {
    const loans = table('berka/fin_loan.tsv', '\t');
    const columns = (names: Record<string, number>) =>
      Object.entries(names).map(([field, column]) => ({ field, column: `Column ${column}` }));
    const loan = await importText(house, readFileSync(path.join(data, 'berka/fin_loan.tsv')), {
      mapping: {
        record: 'claims',
        hasHeader: false,
        decimalMark: '.',
        dateOrder: 'YMD',
        fields: [
          ...columns({ 'account.ref': 2, 'claim.date': 3, 'claim.amount': 4, 'claim.meta.months': 5, 'claim.meta.status': 7 }),
          { field: 'claim.ref', template: 'loan-{Column 1}' },
          { field: 'claim.type', constant: 'loan' },
          { field: 'claim.currency', constant: 'CZK' },
          {
            field: 'claim.paid',
            column: 'Column 7',
            values: [
              { from: 'A', to: 'yes' },
              { from: 'B', to: 'no' },
              { from: 'C', to: 'no' },
              { from: 'D', to: 'no' },
            ],
          },
        ],
      },
    });
    expect(loan.summary).toMatchObject({ created: 682, newAccounts: 682, rejected: 0 });
    expect(await ledger('principal', 'loan-')).toBe(sum(loans.map((row) => row[3]!)));
    expect(await ledger('payment', 'loan-')).toBe(-sum(loans.filter((row) => row[6] === 'A').map((row) => row[3]!)));
    const people = await importText(house, readFileSync(path.join(data, 'berka/fin_disp.tsv')), {
      mapping: {
        record: 'accounts',
        hasHeader: false,
        decimalMark: '.',
        dateOrder: 'YMD',
        createAccounts: false,
        fields: [
          ...columns({ 'debtor.ref': 2, 'account.ref': 3 }),
          {
            field: 'debtor.role',
            column: 'Column 4',
            values: [
              { from: 'O', to: 'main' },
              { from: 'D', to: 'coDebtor' },
            ],
          },
        ],
      },
    });
    const known = new Set(loans.map((row) => row[1]));
    const holders = table('berka/fin_disp.tsv', '\t').filter((row) => known.has(row[2]));
    // A holder whose number is that of the account changes nothing: the account already has a debtor of that reference.
    const same = holders.filter((row) => row[1] === row[2] && row[3] === 'O').length;
    expect(people.summary).toMatchObject({ created: 0, changed: holders.length - same, unchanged: same, rejected: 5369 - holders.length });
    const [two] = await house.inA((tx) =>
      tx.sql(
        `select count(*)::int as n from (select account_id from debtor d join account a using (client_id, account_id) where client_id = $1 and a.currency = 'CZK' group by 1 having count(*) = 2) x`,
        [tx.clientId],
      ),
    );
    expect(two).toEqual({ n: 145 });
  });
});
