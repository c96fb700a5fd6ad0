/** What is doubtful in a file is told before anything is written, and what cannot be is rejected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { guessLineEnd, type Row, RowSplitter } from './import.rows.ts';
import { HEADER, importText, readClaim, readEventTypes } from './import.testing.ts';
import { mountImportUploads } from './import.upload.ts';

let house: TestHouse;

beforeAll(async () => {
  house = await openTestHouse(mountImportUploads);
});
afterAll(() => house.close());

describe('rejected', () => {
  it('a currency that is none, the years 26 and 9999, an amount that nobody owes', async () => {
    const done = await importText(
      house,
      [
        `${HEADER},currency`,
        'D-1,D1,10.00,2026-01-31,XXQ',
        'D-1,D2,10.00,0026-01-31,EUR',
        'D-1,D3,10.00,9999-12-31,EUR',
        'D-1,D4,9999999999999.00,2026-01-31,EUR',
        'D-1,D5,999999999999.99,2100-12-31,EUR',
        'D-1,D6,10.00,1900-01-01,EUR',
      ].join('\n'),
    );
    expect(done.reasons).toEqual([
      '2 claim.currency: "XXQ" isn’t a currency code',
      '3 claim.dueDate: "0026-01-31" is in the year 26: only years from 1900 to 2100 are accepted',
      '4 claim.dueDate: "9999-12-31" is in the year 9999: only years from 1900 to 2100 are accepted',
      '5 claim.amount: "9999999999999.00" is too large: are two amounts in one column?',
    ]);
    expect(done.summary).toMatchObject({ created: 2, rejected: 4 });
  });

  it('a row is for every value that can’t be read, on the page and in the file, and is counted for each', async () => {
    const good = Array.from({ length: 40 }, (_, at) => `DA-${at},DA${at},1.00,2026-01-31,EUR,1980-01-31`);
    const rows = [
      'DV-1,DV1,ten,2026-99-99,EUR,31st of May',
      ',DV2,1.00,9999-01-01,EUR,1980-01-31',
      'DV-3,DV3,1.2345,2026-01-31,XXQ,1980-13-01',
    ];
    const { importId, rejectedRows } = await importText(
      house,
      [`${HEADER},currency,birthday`, ...rows, ...good, 'DV-4,DV4,1.00,2026-01-31,EUR,1980-01-31'].join('\n'),
    );
    expect(rejectedRows).toEqual([2, 3, 4]);
    const { page, reasons } = await house.call<{ page: { items: { further: unknown[] }[] }; reasons: { field: string; count: number }[] }>(
      'import',
      `query ($clientId: ID!, $importId: ID!) {
        page: listImportRejections(clientId: $clientId, importId: $importId) { items { rowNumber field key further { field key values } } }
        reasons: listImportRejectionReasons(clientId: $clientId, importId: $importId) { field count }
      }`,
      { clientId: house.clientA, importId },
    );
    const date = (field: string, text: string) => ({ field, key: 'cellDateYMD', values: { text } });
    expect(page.items).toEqual([
      {
        rowNumber: 2,
        field: 'debtor.birthday',
        key: 'cellDateYMD',
        further: [
          { field: 'claim.amount', key: 'cellAmount', values: expect.objectContaining({ text: 'ten' }) },
          date('claim.dueDate', '2026-99-99'),
        ],
      },
      {
        rowNumber: 3,
        field: 'account.ref',
        key: 'cellEmpty',
        further: [{ field: 'claim.dueDate', key: 'cellYear', values: expect.anything() }],
      },
      // How many digits an amount may have is not known without its currency.
      { rowNumber: 4, field: 'claim.currency', key: 'cellCurrency', further: [date('debtor.birthday', '1980-13-01')] },
    ]);
    expect(Object.fromEntries(reasons.map(({ field, count }) => [field, count]))).toMatchObject({
      'claim.amount': 1,
      'debtor.birthday': 2,
      'account.ref': 1,
      'claim.currency': 1,
    });
    const file = await house.app.inject({
      url: `/api/import/rejections?clientId=${house.clientA}&importId=${importId}`,
      headers: { authorization: `Bearer ${await house.tokenFor(house.clientA)}` },
    });
    expect(file.body).toContain('claim.dueDate: ""2026-99-99"" isn’t a date');
    // A reader who brings the texts of a language gets the reasons in it; what has no text there stays English.
    const words = { cellDateYMD: '„{{text}}“ ist kein Datum', 'claim.dueDate': 'Fällig am', 'debtor.birthday': 'Geburtstag' };
    const { body } = await house.app.inject({
      method: 'POST',
      url: '/api/import/rejections',
      payload: { clientId: house.clientA, importId, words },
      headers: { authorization: `Bearer ${await house.tokenFor(house.clientA)}` },
    });
    expect(body).toContain('Fällig am: „2026-99-99“ ist kein Datum');
    expect(body).toContain('isn’t a valid amount in EUR');
    expect(body).not.toContain('isn’t a date');
  });

  it('rows are counted by their reason', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, at) => `DR-${at},DR${at},${at < 20 ? `x${at}` : at < 25 ? '0.00' : '1.00'},${at === 29 ? '2026-99-99' : '2026-01-31'}`,
    );
    // Enough good ones that the columns are known.
    const good = Array.from({ length: 40 }, (_, at) => `DG-${at},DG${at},1.00,2026-01-31`);
    const { importId } = await importText(house, [HEADER, ...rows, ...good].join('\n'));
    const { listImportRejectionReasons: reasons } = await house.call<{ listImportRejectionReasons: unknown[] }>(
      'import',
      'query ($clientId: ID!, $importId: ID!) { listImportRejectionReasons(clientId: $clientId, importId: $importId) { field reason key values count firstRow } }',
      { clientId: house.clientA, importId },
    );
    expect(reasons).toEqual([
      {
        field: 'claim.amount',
        reason: expect.stringContaining('"x0" isn’t a valid amount in EUR'),
        key: 'cellAmount',
        values: expect.objectContaining({ text: 'x0', currency: 'EUR', mark: '.' }),
        count: 20,
        firstRow: 2,
      },
      {
        field: 'claim.amount',
        reason: '0.00 isn’t a debt: the amount must be more than zero',
        key: 'cellNoDebt',
        values: { amount: '0.00' },
        count: 5,
        firstRow: 22,
      },
      {
        field: 'claim.dueDate',
        reason: '"2026-99-99" isn’t a date when read as year, month, day',
        key: 'cellDateYMD',
        values: { text: '2026-99-99' },
        count: 1,
        firstRow: 31,
      },
    ]);

    // Rows of before reasons had keys stay readable.
    await house.inA((tx) => tx.sql('update import_rejection set words = null where row_number = 31'));
    const { listImportRejections } = await house.call<{ listImportRejections: { items: unknown[] } }>(
      'import',
      'query ($clientId: ID!, $importId: ID!) { listImportRejections(clientId: $clientId, importId: $importId, after: 30) { items { reason key values } } }',
      { clientId: house.clientA, importId },
    );
    expect(listImportRejections.items).toEqual([
      { reason: '"2026-99-99" isn’t a date when read as year, month, day', key: null, values: null },
    ]);
  });
});

describe('told', () => {
  it('a reference that comes again with another amount', async () => {
    const done = await importText(
      house,
      `${HEADER}\nDT-1,DT1,10.00,2026-01-31\nDT-1,DT2,20.00,2026-01-31\nDT-1,DT1,10.00,2026-01-31\nDT-1,DT1,11.00,2026-01-31\n`,
    );
    expect(done.preview?.notes).toEqual([{ kind: 'repeated', field: 'claim.ref', count: 1, examples: ['DT1'], rows: [5] }]);
    expect(done.summary).toEqual(done.preview);
    expect((await readClaim(house, 'DT1'))?.amount).toBe(1100n);
  });

  it('an amount far beyond the others', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `DU-${at},DU${at},${at === 15 ? '100000.00' : '50.00'},2026-01-31`);
    const done = await importText(house, [HEADER, ...rows].join('\n'));
    expect(done.preview?.notes).toEqual([{ kind: 'unusual', field: 'claim.amount', count: 1, examples: ['100000.00'], rows: [17] }]);
    expect(done.summary).toMatchObject({ created: 20, rejected: 0 });
  });

  it('an amount far beyond the few others of a small file, where two tell of no usual one', async () => {
    const rows = ['10.00', '9999999.00', '20.00'].map((amount, at) => `DV-${at},DV${at},${amount},2026-01-31`);
    const done = await importText(house, [HEADER, ...rows].join('\n'));
    expect(done.preview?.notes).toEqual([{ kind: 'unusual', field: 'claim.amount', count: 1, examples: ['9999999.00'], rows: [3] }]);
    expect((await importText(house, `${HEADER}\nDW-1,DW1,1.00,2026-01-31\nDW-2,DW2,5000.00,2026-01-31\n`)).preview?.notes).toEqual([]);
  });

  it('references that are known with other zeros in front, and only those', async () => {
    await importText(house, `${HEADER}\n00071,000123,10.00,2026-01-31\n00072,000124,10.00,2026-01-31\n`);
    const done = await importText(
      house,
      `${HEADER}\n71,123,10.00,2026-01-31\n00072,000124,10.00,2026-01-31\n73,0125,10.00,2026-01-31\n00072,126,10.00,2026-01-31\n`,
    );
    expect(done.preview?.notes).toEqual([
      { kind: 'zeros', field: 'account.ref', count: 1, examples: ['71 / 00071'], rows: [] },
      { kind: 'zeros', field: 'claim.ref', count: 1, examples: ['123 / 000123'], rows: [] },
    ]);
  });
});

describe('a known claim that comes with 0.00', () => {
  it('is settled, its amount stays, and saying it again changes nothing', async () => {
    await importText(house, `${HEADER}\nDS-1,DS1,80.00,2026-01-31\n`);
    const done = await importText(house, `${HEADER}\nDS-1,DS1,0.00,2026-01-31\n`);
    expect(done.reasons).toEqual([]);
    expect(done.summary).toMatchObject({ changed: 1, rejected: 0, sums: { EUR: { payments: '80.00', corrections: '0.00' } } });
    expect(done.preview).toEqual(done.summary);
    expect(await readClaim(house, 'DS1')).toMatchObject({ amount: 8000n, balance: 0n, status: 'resolved' });
    expect(await readEventTypes(house, 'DS1')).toContain('paymentSettled');
    const again = await importText(house, `${HEADER}\nDS-1,DS1,0.00,2026-01-31\n`);
    expect(again.summary).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('takes what was paid before into account', async () => {
    await importText(house, 'customer_id,invoice_number,amount,payment_date,payment_amount\nDP-1,DP1,80.00,2026-01-10,30.00\n');
    await importText(house, `${HEADER}\nDP-1,DP1,0.00,2026-01-31\n`);
    expect(await readClaim(house, 'DP1')).toMatchObject({ amount: 8000n, balance: 0n, status: 'resolved' });
  });
});

describe('lines that end with a return alone', () => {
  it('are imported, with line feeds inside quotes kept', async () => {
    const done = await importText(house, `${HEADER},note\rDL-1,DL1,10.00,2026-01-31,"one\ntwo"\rDL-1,DL2,20.00,2026-01-31,plain\r`);
    expect(done.summary).toMatchObject({ created: 2, rejected: 0 });
    expect((await readClaim(house, 'DL1'))?.meta).toEqual({ note: 'one\ntwo' });
    expect((await readClaim(house, 'DL2'))?.meta).toEqual({ note: 'plain' });
  });

  it('are told from the others', () => {
    expect(['a,b\r1,2\r', 'a,b\r\n1,2', 'a,b\n1,"x\r"', 'a,"x\ny"\r1,2', 'a'].map(guessLineEnd)).toEqual(['\r', '\n', '\n', '\r', '\n']);
  });

  it('come back however the text is cut', () => {
    const text = 'a,"b\n""c"\r\r1,2\r"x",3';
    for (let size = 1; size < text.length; size++) {
      const splitter = new RowSplitter(',', '\r');
      const rows: Row[] = [];
      for (let at = 0; at < text.length; at += size) rows.push(...splitter.push(text.slice(at, at + size)));
      expect([...rows, ...splitter.end()].map(({ number, cells }) => [number, cells])).toEqual([
        [1, ['a', 'b\n"c']],
        [3, ['1', '2']],
        [4, ['x', '3']],
      ]);
    }
  });
});
