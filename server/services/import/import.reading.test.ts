/** The pure part of reading: bytes, rows, amounts, days, guesses. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { csvCell } from '../../platform/csv.ts';
import { cleanFileName } from './import.files.ts';
import { guessHeader, guessMapping } from './import.guess.ts';
import { spread } from './import.payments.ts';
import { Repeats } from './import.repeats.ts';
import { guessSeparator, type Row, RowSplitter, readRows, type Separator } from './import.rows.ts';
import { type Encoding, inspectText } from './import.text.ts';
import { guessDateOrder, guessDecimalMark, looksLikeAmount, readAmount, readDate, readYesNo } from './import.values.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-reading-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
function file(content: string | Buffer): string {
  const target = path.join(folder, String(Math.random()));
  writeFileSync(target, content);
  return target;
}
async function rowsOf(target: string, encoding: Encoding, separator: Separator): Promise<readonly (readonly string[])[]> {
  const rows: Row[] = [];
  for await (const group of readRows(target, { encoding, separator, skipRows: 0, sheet: null })) rows.push(...group);
  return rows.map((row) => row.cells);
}

describe('encodings', () => {
  const text = 'name;amount\nMüller € Weiß;1.234,56\n';
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const swapped = Buffer.from(utf16).swap16();
  const windows = Buffer.from(text.replace('€', '\u0080'), 'latin1');
  it.each<[string, Buffer, Encoding]>([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 little endian', utf16, 'utf-16le'],
    ['UTF-16 big endian', swapped, 'utf-16be'],
    ['UTF-16 without a byte order mark', utf16.subarray(2), 'utf-16le'],
    ['Windows-1252', windows, 'windows-1252'],
  ])('%s is detected and read', async (_, bytes, encoding) => {
    const target = file(bytes);
    expect((await inspectText(target)).encoding).toBe(encoding);
    expect(await guessSeparator(target, encoding)).toBe(';');
    expect(await rowsOf(target, encoding, ';')).toEqual([
      ['name', 'amount'],
      ['Müller € Weiß', '1.234,56'],
    ]);
  });

  it('looks at the whole file: one wrong byte at its end is enough', async () => {
    expect((await inspectText(file(Buffer.concat([Buffer.from('a,b\n'.repeat(60_000)), Buffer.from([0xfc, 10])])))).encoding).toBe(
      'windows-1252',
    );
  });

  it.each([
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 1, 2, 3, 4, 0, 0, 0, 0, 1, 2]), 'isn’t a text file'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaa'), 'isn’t a text file'],
  ])('%s is refused', async (_, bytes, reason) => {
    await expect(inspectText(file(bytes))).rejects.toThrow(reason);
  });
});

describe('rows', () => {
  const split = (text: string, separator: Separator = ',', size = text.length) => {
    const splitter = new RowSplitter(separator);
    const rows: Row[] = [];
    for (let at = 0; at < text.length; at += Math.max(1, size)) rows.push(...splitter.push(text.slice(at, at + size)));
    return [...rows, ...splitter.end()];
  };
  const cell = fc.string({ unit: fc.constantFrom('a', '0', '"', ',', '\n', '\r', ' ', '=', 'ü'), maxLength: 8 });
  const write = (rows: string[][]) => rows.map((row) => `${row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\r\n`).join('');

  it('come back as they were written, however the text is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        (rows, size) => {
          expect(split(write(rows), ',', size).map((row) => row.cells)).toEqual(rows);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are numbered as a spreadsheet does, empty lines counted', () => {
    expect(split('a,b\n\n1,2\r\n"x\ny",3').map(({ number, cells }) => [number, cells])).toEqual([
      [1, ['a', 'b']],
      [3, ['1', '2']],
      [4, ['x\ny', '3']],
    ]);
  });

  it('keep a quote inside a bare value, and tell text behind a closing one', () => {
    expect(split('5" pipe,1\n')[0]).toEqual({ number: 1, cells: ['5" pipe', '1'] });
    expect(split('"a"b,1\n')[0]).toMatchObject({ broken: 'rowQuote' });
  });

  it('end with a clear word when a quote is never closed', () => {
    expect(() => split('a,b\n1,2\n"3,4\n5,6\n')).toThrow('Row 3');
  });
});

describe('values', () => {
  it.each([
    ['1.234,56', ',', 123456n],
    ['1,234.56', '.', 123456n],
    ['1234.5', '.', 123450n],
    ['€ 12', '.', 1200n],
    ['12,00-', ',', -1200n],
    ['(12.00)', '.', -1200n],
    ["1'234.50", '.', 123450n],
    ['1 234,50', ',', 123450n],
    ['EUR 7', ',', 700n],
    ['.5', '.', 50n],
    ['12.345', '.', null],
    ['1,23', '.', null],
    ['1.23.4', ',', null],
    ['abc', '.', null],
    ['', '.', null],
    ['1.234', ',', 123400n],
  ] as const)('"%s" with "%s" before the cents is %s', (text, mark, minor) => {
    expect(readAmount(text, mark, 'EUR')).toBe(minor);
  });

  it('looks at no more characters than an amount has', () => {
    const long = `1${' '.repeat(1_000_000)}x`;
    expect([readAmount(long, ',', 'EUR'), looksLikeAmount(long)]).toEqual([null, false]);
  });

  it('reads yen without and dinars with three decimals', () => {
    expect([readAmount('500', '.', 'JPY'), readAmount('1.5', '.', 'JPY'), readAmount('1.234', '.', 'KWD')]).toEqual([500n, null, 1234n]);
  });

  it.each([
    ['2026-02-28', 'DMY', '2026-02-28'],
    ['20260228', 'DMY', '2026-02-28'],
    ['28.2.2026', 'DMY', '2026-02-28'],
    ['2/28/2026', 'MDY', '2026-02-28'],
    ['28/02/26', 'DMY', '2026-02-28'],
    ['2026-02-28T10:00:00Z', 'YMD', '2026-02-28'],
    ['30.2.2026', 'DMY', null],
    ['2/28/2026', 'DMY', null],
    ['1/2/2026', 'YMD', null],
  ] as const)('"%s" read as %s is %s', (text, order, day) => {
    expect(readDate(text, order)).toBe(day);
  });

  it('orders of days are guessed from the values, and ambiguity is told', () => {
    expect(guessDateOrder(['1/2/2026', '13/2/2026'], 'MDY')).toEqual({ value: 'DMY', ambiguous: false });
    expect(guessDateOrder(['1/2/2026', '2/13/2026'], 'DMY')).toEqual({ value: 'MDY', ambiguous: false });
    expect(guessDateOrder(['1/2/2026', '3/4/2026'], 'DMY')).toEqual({ value: 'DMY', ambiguous: true });
    expect(guessDateOrder(['13/2/2026', '2/13/2026'], 'DMY').ambiguous).toBe(true);
    expect(guessDateOrder(['1.2.2026'], 'MDY')).toEqual({ value: 'DMY', ambiguous: false });
  });

  it('the decimal mark is guessed from the values, and ambiguity is told', () => {
    expect(guessDecimalMark(['1.234,56', '7,00'], '.')).toEqual({ value: ',', ambiguous: false });
    expect(guessDecimalMark(['1,234.56'], ',')).toEqual({ value: '.', ambiguous: false });
    expect(guessDecimalMark(['1,234', '2,345'], '.')).toEqual({ value: '.', ambiguous: true });
    expect(guessDecimalMark(['1,234,567'], ',')).toEqual({ value: '.', ambiguous: false });
  });

  it('yes and no are known in the five languages', () => {
    expect(['Yes', 'Ja', 'sí', 'WAAR', '1', 'x'].map(readYesNo)).toEqual(Array(6).fill(true));
    expect(['No', 'Nein', 'nee', '0', ''].map(readYesNo)).toEqual(Array(5).fill(false));
    expect(readYesNo('maybe')).toBeNull();
  });
});

describe('guesses', () => {
  const rows = (text: string) => text.split('\n').map((line, index): Row => ({ number: index + 1, cells: line.split(',') }));

  it('sees a header, and its absence', () => {
    expect(guessHeader(rows('customer,amount\nK1,10.00'))).toBe(true);
    expect(guessHeader(rows('K1,10.00\nK2,11.00'))).toBe(false);
  });

  it('maps columns by their names in several languages and keeps the rest as details', () => {
    const { mapping } = guessMapping(
      rows('Kundennummer,Nachname,Rechnungsnummer,Betrag,Fälligkeit,Tarif\nK1,Weber,R1,10.5,28.02.2026,Basis'),
      true,
      'DE',
    );
    expect(mapping).toMatchObject({ record: 'claims', dateOrder: 'DMY', decimalMark: '.' });
    expect(Object.fromEntries(mapping.fields.map(({ field, column }) => [column, field]))).toEqual({
      Kundennummer: 'account.ref',
      Nachname: 'debtor.lastName',
      Rechnungsnummer: 'claim.ref',
      Betrag: 'claim.amount',
      Fälligkeit: 'claim.dueDate',
      Tarif: 'claim.meta.Tarif',
    });
  });

  it('a field of the client’s own comes before what else its name may mean, but not before a field of that very name', () => {
    const own = ['contract', 'city'].map((name) => ({
      field: `account.meta.${name}`,
      title: name,
      kind: 'text' as const,
      records: ['claims' as const],
      names: [name],
    }));
    const file = rows('customer_id,invoice_number,amount,due_date,Contract,City\nK1,R1,10.50,2026-02-28,AB-1234,Bonn');
    const { mapping } = guessMapping(file, true, 'DE', null, own);
    const fields = Object.fromEntries(mapping.fields.map(({ field, column }) => [column, field]));
    expect([fields.Contract, fields.City]).toEqual(['account.meta.contract', 'debtor.city']);
    const without = guessMapping(file, true, 'DE');
    expect(without.mapping.fields.find(({ column }) => column === 'Contract')?.field).toBe('claim.productReference');
  });
});

it('equal payments are counted apart, thousands of them', () => {
  const repeats = new Repeats();
  for (let index = 0; index < 70_000; index++) expect(repeats.count(`row ${index}`)).toBe(1);
  expect([repeats.count('row 5'), repeats.count('row 5'), repeats.count('row 69999')]).toEqual([2, 3, 2]);
});

it('a payment is spread over claims in their order, to the cent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 8 }),
      fc.bigInt({ min: 1n, max: 1000n }),
      (balances, wish) => {
        const owed = balances.reduce((sum, balance) => sum + balance, 0n);
        const amount = wish < owed ? wish : owed;
        const claims = balances.map((balance) => ({ balance }));
        const parts = spread(claims, amount);
        expect(parts.reduce((sum, part) => sum + part.amount, 0n)).toBe(amount);
        expect(claims.every((claim) => claim.balance >= 0n)).toBe(true);
        const firstOpen = claims.findIndex((claim) => claim.balance > 0n);
        if (firstOpen >= 0)
          expect(claims.slice(firstOpen + 1).every((claim, index) => claim.balance === balances[firstOpen + 1 + index])).toBe(true);
      },
    ),
  );
});

it.each([
  ['=1+1', '"\'=1+1"'],
  ['+49', '"\'+49"'],
  ['-5', '"\'-5"'],
  ['@cmd', '"\'@cmd"'],
  ['\tx', '"\'\tx"'],
  ['plain', 'plain'],
  ['say "hi", now', '"say ""hi"", now"'],
])('%j leaves the house as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

it('file names lose paths and control characters and stay text', () => {
  expect(cleanFileName('../../etc/passwd')).toBe('passwd');
  expect(cleanFileName('C:\\x\\<img src=x>.csv')).toBe('<img src=x>.csv');
  expect(cleanFileName('a\u0000b\u202ecsv')).toBe('abcsv');
  expect(cleanFileName('')).toBe('file');
});
