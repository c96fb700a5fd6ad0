import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { HEADER, importText, readClaim } from './import.testing.ts';

let house: TestHouse;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const claimOf = (ref: string) => readClaim(house, ref);

describe('bad files', () => {
  it.each([
    ['a header only', `${HEADER}\n`, 'This file has no rows below the header'],
    [
      'an open quote',
      `${HEADER}\n${'B-1,B1,1.00,2026-01-01\n'.repeat(2500)}"B-2,B2,1.00,2026-01-01\n`,
      'Row 2502: a quotation mark is opened but never closed',
    ],
  ])('%s fails the check with a clear word and writes nothing', async (_, content, message) => {
    const failed = await importText(house, content, {
      mapping: {
        record: 'claims',
        hasHeader: true,
        decimalMark: '.',
        dateOrder: 'YMD',
        fields: [
          { field: 'account.ref', column: 'customer_id' },
          { field: 'claim.ref', column: 'invoice_number' },
          { field: 'claim.amount', column: 'amount' },
        ],
      },
    });
    expect(failed).toMatchObject({ status: 'failed' });
    expect(failed.lastError).toContain(message);
    expect(await claimOf('B1')).toBeUndefined();
  });

  it('what a row holds is said as it stands, also where it looks like an escape or is cut in the middle of a character', async () => {
    const long = `${'a'.repeat(39)}😀😀`;
    const good = ['B-22', 'B-23', 'B-24'].map((ref) => `${ref},${ref.replace('-', '')},1.00,2026-01-01`);
    const rows = ['B-20,B20,\\u0000,2026-01-01', `B-21,B21,${long},2026-01-01`, ...good];
    const bad = await importText(house, `${HEADER}\n${rows.join('\n')}\n`);
    expect(bad.rejectedRows).toEqual([2, 3]);
    expect(bad.reasons[0]).toContain('"\\u0000" isn’t a valid amount');
    expect(bad.reasons[1]).toMatch(/"a{39}�?…" isn’t a valid amount/);
  });

  it('zero characters, endless values, loose cells and broken quotes are rejected row by row', async () => {
    const rows = [
      'B-5,B5\0,1.00,2026-01-01',
      `B-6,B6,1.00,${'x'.repeat(1_000_000)}`,
      'B-7,B7,1,00,2026-01-01',
      '"B"-8,B8,1.00,2026-01-01',
      `B-9,${'R'.repeat(201)},1.00,2026-01-01`,
      'B-10,B10,1.00,2026-01-01',
    ];
    const bad = await importText(house, `${HEADER}\n${rows.join('\n')}\n`);
    expect(bad.summary).toMatchObject({ created: 1, rejected: 5 });
    expect(bad.rejectedRows).toEqual([2, 3, 4, 5, 6]);
    expect(bad.reasons.map((reason) => reason.slice(0, 60))).toEqual([
      '2 : a value holds a zero character, which no text has',
      expect.stringContaining('a value has 1000000 characters'),
      expect.stringContaining('the row has 5 cells, but the file has 4 columns'),
      expect.stringContaining('text stands behind a closing quote'),
      expect.stringContaining('is 201 characters long'),
    ]);
  });

  it('one column only cannot be mapped, and a mapping of other columns is refused with their names', async () => {
    await expect(
      importText(house, 'customer_id\nX1\nX2\n', {
        mapping: {
          record: 'claims',
          hasHeader: true,
          decimalMark: '.',
          dateOrder: 'YMD',
          fields: [{ field: 'account.ref', column: 'customer_id' }],
        },
      }),
    ).rejects.toThrow('claim.ref');
    const other = await importText(house, 'a,b,c\n1,2,3\n', {
      mapping: {
        record: 'claims',
        hasHeader: true,
        decimalMark: '.',
        dateOrder: 'YMD',
        fields: [
          { field: 'account.ref', column: 'a' },
          { field: 'claim.ref', column: 'x' },
          { field: 'claim.amount', column: 'c' },
        ],
      },
    });
    expect(other.lastError).toContain('This file has no column “x”. Its columns are a, b, c.');
  });
});
