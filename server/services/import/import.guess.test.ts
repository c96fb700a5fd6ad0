/** Headers as other programs write them, and what their columns are. */
import { expect, it } from 'vitest';
import { guessMapping } from './import.guess.ts';
import type { Row } from './import.rows.ts';
import { conceptsOf } from './import.words.ts';

const D = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-03-31'];
const D2 = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-03-02'];
const A = ['120.50', '99.90', '1200.00', '15.25'];
const A2 = ['10.00', '0.00', '7.50', '1.25'];
const K = ['10021', '10022', '10021', '10023'];
const R = ['90071', '90072', '90073', '90074'];
const X = ['INV-1', 'INV-2', 'INV-3', 'INV-4'];
const N = ['Ann Lee', 'Bob Ray', 'Ann Lee', 'Cy Dow'];
const C = ['Acme Ltd', 'Ray Inc', 'Acme Ltd', 'Dow Corp'];
const E = ['a@x.org', 'b@x.org', 'a@x.org', 'c@x.org'];
const P = ['0171 1234567', '0171 2234567', '0171 1234567', '0171 3234567'];
const W = ['Bonn', 'Ulm', 'Bonn', 'Köln'];
const V = ['EUR', 'EUR', 'EUR', 'EUR'];

type Table = readonly (readonly [column: string, values: readonly string[], field?: string])[];
const account = 'account.ref';
const claim = 'claim.ref';
const amount = 'claim.amount';
const due = 'claim.dueDate';
const date = 'claim.date';
const name = 'debtor.name';

const TABLES: readonly (readonly [string, Table])[] = [
  [
    'a ledger of receivables',
    [
      ['cust_number', K, account],
      ['name_customer', C, name],
      ['doc_id', R, claim],
      ['due_in_date', ['20200210.0', '20200315.0', '20200401.0', '20200402.0'], due],
      ['total_open_amount', A, amount],
      ['invoice_currency', V, 'claim.currency'],
    ],
  ],
  [
    'an energy supplier',
    [
      ['accountNum', K, account],
      ['legalname', C, name],
      ['invoiceNum', X, claim],
      ['totalDue', A, amount],
      ['dueOn', D, due],
    ],
  ],
  [
    'a lender',
    [
      ['borrower_id', K, account],
      ['loan_no', R, claim],
      ['balance', A, amount],
      ['maturity_date', D, due],
    ],
  ],
  [
    'a clinic',
    [
      ['PatientID', K, account],
      ['PatientName', N, name],
      ['Bill No.', X, claim],
      ['Amount Owed', A, amount],
      ['Bill Date', D2, date],
    ],
  ],
  [
    'a gym',
    [
      ['Member #', K],
      ['Member No', K, account],
      ['Inv Ref', X, claim],
      ['Outstanding', A, amount],
      ['E-Mail Addr', E, 'debtor.email'],
    ],
  ],
  [
    'an American agency',
    [
      ['ACCT_NBR', K, account],
      ['DEBTOR_NAME', N, name],
      ['DOC_NUM', R, claim],
      ['CURR_BAL', A, amount],
    ],
  ],
  [
    'a landlord',
    [
      ['Tenant Code', K, account],
      ['Tenant', N, name],
      ['Voucher No', R, claim],
      ['Arrears', A, amount],
      ['Payable date', D, due],
    ],
  ],
  [
    'an export of SAP',
    [
      ['Debitor', K, account],
      ['Belegnr', R, claim],
      ['Nettofälligkeit', D],
      ['Fälligkeitsdatum', D, due],
      ['Offener Betrag', A, amount],
    ],
  ],
  [
    'DATEV-like',
    [
      ['KundenNr', K, account],
      ['Rechnungs-Nr.', X, claim],
      ['Rechnungsbetrag brutto', A, amount],
      ['Fällig am', D, due],
    ],
  ],
  [
    'a German utility',
    [
      ['kd_nr', K, account],
      ['firmenname_kunde', C, name],
      ['rg_nr', X, claim],
      ['rg_datum', D2, date],
      ['restforderung', A],
      ['saldo_offen', A, amount],
    ],
  ],
  [
    'a housing company',
    [
      ['Mieternummer', K, account],
      ['Mietername', N, name],
      ['Vorgangsnr', R, claim],
      ['Rückstand', A, amount],
    ],
  ],
  [
    'a German lender',
    [
      ['Kreditnehmer-Nr', K, account],
      ['Darlehensnummer', R, claim],
      ['Hauptforderung', A, amount],
      ['Faelligkeit', D, due],
    ],
  ],
  [
    'a Spanish firm',
    [
      ['Código cliente', K, account],
      ['Razón social', C, 'debtor.companyName'],
      ['Nº factura', X, claim],
      ['Importe pendiente', A, amount],
      ['Fecha vencimiento', D, due],
    ],
  ],
  [
    'a Spanish telecom',
    [
      ['id_abonado', K, account],
      ['num_documento', R, claim],
      ['saldo', A, amount],
      ['fecha_vto', D, due],
    ],
  ],
  [
    'a Mexican firm',
    [
      ['NumeroCliente', K, account],
      ['FolioFactura', X],
      ['NumFactura', X, claim],
      ['MontoTotal', A, amount],
    ],
  ],
  [
    'a Dutch firm',
    [
      ['Debiteurnr', K, account],
      ['Factuurnr.', X, claim],
      ['Openstaand bedrag', A, amount],
      ['Vervaldag', D, due],
    ],
  ],
  [
    'a Dutch association',
    [
      ['Relatienummer', K, account],
      ['Relatienaam', N, name],
      ['Nota nr', R, claim],
      ['Te betalen bedrag', A],
      ['Restant', A, amount],
    ],
  ],
  [
    'a British council',
    [
      ['Acc Ref', K, account],
      ['Bill Ref', X, claim],
      ['Remaining Balance', A, amount],
      ['Deadline', D, due],
      ['Post Town', W, 'debtor.city'],
    ],
  ],
  [
    'a trade creditor',
    [
      ['Client No', K, account],
      ['Company Name', C],
      ['Document No', R, claim],
      ['Gross Amt', A, amount],
      ['Document Dt', D2, date],
      ['Due Dt', D, due],
    ],
  ],
  [
    'a subscription',
    [
      ['subscriber_key', K, account],
      ['subscriber_email', E, 'debtor.email'],
      ['bill_code', X, claim],
      ['unpaid_total', A, amount],
    ],
  ],
  [
    'neighbours',
    [
      ['No', K, account],
      ['Customer name', N, name],
      ['Invoice', X, claim],
      ['Total', A, amount],
      ['Due', D, due],
    ],
  ],
  [
    'a bare reference',
    [
      ['Buyer id', K, account],
      ['Ref', X, claim],
      ['Due date', D, due],
      ['Sum owed', A, amount],
    ],
  ],
  [
    'camels',
    [
      ['custId', K, account],
      ['custPhoneNo', P, 'debtor.landline'],
      ['invNo', X, claim],
      ['amtDue', A, amount],
      ['taxAmt', A2],
    ],
  ],
  [
    'words run together',
    [
      ['custnumber', K, account],
      ['docnumber', R, claim],
      ['openbalance', A, amount],
      ['duedate', D, due],
    ],
  ],
  [
    'several amounts',
    [
      ['Account Nbr', K, account],
      ['Claim Nbr', R, claim],
      ['Gross Amount', A2],
      ['Outstanding Amount', A, amount],
      ['Interest Amount', A2],
    ],
  ],
  [
    'a German collector',
    [
      ['Aktenzeichen', X, claim],
      ['Schuldner', N, name],
      ['Schuldnernummer', K, account],
      ['Forderung', A, amount],
      ['Mahnkosten', ['5', '5', '5', '5']],
    ],
  ],
  [
    'a school',
    [
      ['student_id', K, account],
      ['fee_ref', X, claim],
      ['fee_amount', A, amount],
      ['due', D, due],
    ],
  ],
  [
    'an insurer',
    [
      ['Policy holder', N, name],
      ['Policy number', K, account],
      ['Premium due', A, amount],
      ['Reference', X, claim],
    ],
  ],
  [
    'an export of SAP Business One',
    [
      ['CardCode', K, account],
      ['CardName', C, name],
      ['DocNum', R, claim],
      ['DocTotal', A, amount],
      ['DocDueDate', D, due],
    ],
  ],
  [
    'a biller',
    [
      ['BillToAccount', K, account],
      ['InvNum', X, claim],
      ['OpenAmt', A, amount],
      ['DueDt', D, due],
    ],
  ],
  [
    'business partners',
    [
      ['GP-Nummer', K, account],
      ['OP-Nummer', R, claim],
      ['Betrag in HW', A, amount],
      ['Nettofäll.', D, due],
    ],
  ],
  [
    'costs beside a debtor’s number',
    [
      ['Debtor ID', K, account],
      ['Case number', X, claim],
      ['Principal', A, amount],
      ['Costs', ['5', '5', '5', '5']],
    ],
  ],
  [
    'values alone',
    [
      ['alpha', K, account],
      ['beta', X, claim],
      ['gamma', A, amount],
      ['delta', D, due],
      ['epsilon', E, 'debtor.email'],
    ],
  ],
];

const REQUIRED = [account, claim, amount];

function guess(table: Table, hasHeader = true) {
  const lines = [
    ...(hasHeader ? [table.map(([column]) => column)] : []),
    ...[0, 1, 2, 3].map((at) => table.map(([, values]) => values[at]!)),
  ];
  const rows = lines.map((cells, at): Row => ({ number: at + 1, cells }));
  const { mapping, ambiguous } = guessMapping(rows, hasHeader, 'GB');
  const columns = hasHeader ? lines[0]! : table.map((_, at) => String.fromCharCode(65 + at));
  return {
    record: mapping.record,
    ambiguous,
    fields: new Map(mapping.fields.map((each) => [columns.indexOf(each.column ?? ''), each.field])),
  };
}

it.each(TABLES)('%s', (_, table) => {
  const { record, fields } = guess(table);
  expect(record).toBe('claims');
  const said = Object.fromEntries(table.flatMap(([column, , right], at) => (right ? [[column, fields.get(at)]] : [])));
  expect(said).toEqual(Object.fromEntries(table.flatMap(([column, , right]) => (right ? [[column, right]] : []))));
});

it('the required fields: at least one in every header, all in two thirds of them', () => {
  const found = TABLES.map(([, table]) => {
    const { fields } = guess(table);
    return table.filter(([, , right], at) => right && REQUIRED.includes(right) && fields.get(at) === right).length;
  });
  expect(TABLES.length).toBeGreaterThanOrEqual(24);
  expect(Math.min(...found)).toBeGreaterThanOrEqual(1);
  expect(found.filter((count) => count === REQUIRED.length).length).toBeGreaterThanOrEqual((TABLES.length * 2) / 3);
});

it('a file without a header is read by its values', () => {
  const { fields } = guess(
    [
      ['', K, account],
      ['', X, claim],
      ['', A, amount],
      ['', D, due],
      ['', E],
    ],
    false,
  );
  expect([0, 1, 2, 3, 4].map((at) => fields.get(at))).toEqual([account, claim, amount, due, 'debtor.email']);
});

it('a credit limit is no debt, a fee is one only where nothing else is, and one value in every row is no reference', () => {
  const limit = guess([
    ['ID', X],
    ['LIMIT_BAL', A],
  ]);
  expect([...limit.fields.values()]).not.toContain(amount);
  const fees = guess([
    ['Member No', K],
    ['Bill No', X],
    ['Fee charged', A2],
    ['Sum owed', A],
  ]);
  expect(fees.fields.get(3)).toBe(amount);
  const same = guess([
    ['Branch', ['5', '5', '5', '5']],
    ['Invoice no', X],
    ['Total', A],
  ]);
  expect(same.fields.get(0)).not.toBe(account);
});

it('a column called amount makes a file of claims, whatever stands in it', () => {
  const wrong = guess([
    ['customer_id', K],
    ['last_name', N],
    ['amount', ['none', 'none', 'none', '1.00']],
  ]);
  expect(wrong.record).toBe('claims');
});

it('a column of months is no account', () => {
  const { fields } = guess(
    [
      ['', R],
      ['', ['12', '24', '12', '36']],
      ['', A],
    ],
    false,
  );
  expect(fields.get(1)).not.toBe(account);
});

it('several columns that could be the amount are asked about, a single one is not', () => {
  expect(guess(TABLES.find(([title]) => title === 'several amounts')![1]).ambiguous).toEqual(['amount']);
  expect(guess(TABLES.find(([title]) => title === 'a lender')![1]).ambiguous).toEqual([]);
});

it('names without separators are taken apart as a whole or not at all', () => {
  expect(conceptsOf('Faelligkeitsdatum')).toEqual(['due', 'date']);
  expect(conceptsOf('custAccountNo')).toEqual(['party', 'party', 'id']);
  expect(conceptsOf('customs')).not.toContain('id');
  expect(conceptsOf('x'.repeat(5000))).toEqual([]);
});

it('a country that is a number, or a last contact that is a day, stays a detail', () => {
  const { fields } = guess([
    ['cust_number', K],
    ['countryCode', ['391', '406', '391', '770']],
    ['last_contact', D],
    ['doc_id', R],
    ['totalDue', A],
  ]);
  expect([1, 2].map((at) => fields.get(at))).toEqual(['claim.meta.countryCode', 'claim.meta.last_contact']);
});
