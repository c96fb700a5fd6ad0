/** The form of a file: what stands above its rows, and columns that nobody named. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { readClaim, uploadText } from './import.testing.ts';
import { mountImportUploads } from './import.upload.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse(mountImportUploads);
});
afterAll(() => house.close());

const MAPPING =
  'record separator skipRows sheet hasHeader decimalMark dateOrder createAccounts emptyMarks fields { field column template values { from to } }';
interface View {
  separator: string;
  skipRows: number;
  sheets: string[];
  sheet: string | null;
  hasHeader: boolean;
  columns: string[];
  rows: string[][];
  rowNumbers: number[];
  suggestion: { skipRows: number; fields: { field: string; column: string | null }[] };
}

async function look(importId: string, reading: object = {}): Promise<View> {
  const { getImportFile } = await house.call<{ getImportFile: View }>(
    'import',
    `query ($clientId: ID!, $importId: ID!, $reading: ImportReadingInput) { getImportFile(clientId: $clientId, importId: $importId, reading: $reading) {
      separator skipRows sheets sheet hasHeader columns rows rowNumbers suggestion { ${MAPPING} } } }`,
    { clientId: house.clientA, importId, reading },
  );
  return getImportFile;
}

/** Checks and imports a file as it is mapped. @returns where its rejected rows stand, after the check and after the import. */
async function run(importId: string, mapping: object): Promise<{ checked: number[]; done: number[] }> {
  const variables = { clientId: house.clientA, importId };
  const rejected = async () =>
    (
      await house.call<{ listImportRejections: { items: { rowNumber: number }[] } }>(
        'import',
        'query ($clientId: ID!, $importId: ID!) { listImportRejections(clientId: $clientId, importId: $importId) { items { rowNumber } } }',
        variables,
      )
    ).listImportRejections.items.map(({ rowNumber }) => rowNumber);
  await house.call(
    'import',
    'mutation ($clientId: ID!, $importId: ID!, $mapping: ImportMappingInput!) { checkImport(clientId: $clientId, importId: $importId, mapping: $mapping) { status } }',
    { ...variables, mapping },
  );
  await drainJobs(house.database);
  const checked = await rejected();
  await house.call(
    'import',
    'mutation ($clientId: ID!, $importId: ID!) { startImport(clientId: $clientId, importId: $importId) { status } }',
    variables,
  );
  await drainJobs(house.database);
  return { checked, done: await rejected() };
}

const REPORT = `Open items, all branches

Client;Stadtwerke
Kundennummer;Rechnungsnummer;Betrag;Fälligkeit;Nachname
K-1;S-1;10,50;31.01.2026;Weber
K-2;S-2;x;31.01.2026;Öz
K-3;S-3;20,00;28.02.2026;Kaya
`;

it('lines above the names are guessed and can be said; rows keep their numbers', async () => {
  const importId = await uploadText(house, REPORT);
  const view = await look(importId);
  expect(view).toMatchObject({ separator: ';', skipRows: 3, hasHeader: true, rowNumbers: [5, 6, 7], suggestion: { skipRows: 3 } });
  expect(view.columns).toEqual(['Kundennummer', 'Rechnungsnummer', 'Betrag', 'Fälligkeit', 'Nachname']);
  expect(await look(importId, { skipRows: 0 })).toMatchObject({ skipRows: 0, columns: ['Open items, all branches'] });
  expect(await look(importId, { skipRows: 4, hasHeader: false })).toMatchObject({
    columns: ['A', 'B', 'C', 'D', 'E'],
    rowNumbers: [5, 6, 7],
  });
  // More than there are is no dead end.
  expect(await look(importId, { skipRows: 900 })).toMatchObject({ columns: [], rows: [] });
  await expect(look(importId, { skipRows: 1001 })).rejects.toThrow('Skip 0 to 1000 rows');
  expect(await run(importId, view.suggestion)).toEqual({ checked: [6], done: [6] });
  expect(await readClaim(house, 'S-3')).toMatchObject({ amount: 2000n, due_date: '2026-02-28' });
});

it('columns without names are called by letter and guessed by what stands in them', async () => {
  const importId = await uploadText(
    house,
    'K-1,L-1,10.50,2026-01-31,Weber\nK-2,L-2,x,2026-01-31,Kaya\nK-2,L-3,9.00,2026-02-28,Kaya\nK-3,L-4,1.00,2026-02-28,Lang\n',
  );
  const view = await look(importId);
  expect(view).toMatchObject({ skipRows: 0, hasHeader: false, columns: ['A', 'B', 'C', 'D', 'E'], rowNumbers: [1, 2, 3, 4] });
  const fields = Object.fromEntries(view.suggestion.fields.map(({ field, column }) => [field, column]));
  expect(fields).toMatchObject({ 'claim.ref': 'B', 'claim.dueDate': 'D' });
  // As it was kept before columns were called by letter.
  const named = { field: 'account.ref', column: 'Column 1' };
  const amount = { field: 'claim.amount', column: 'C' };
  const mapping = {
    record: 'claims',
    hasHeader: false,
    decimalMark: '.',
    dateOrder: 'YMD',
    fields: [named, amount, { field: 'claim.ref', template: 'n-{Column 2}' }],
  };
  expect(await run(importId, mapping)).toEqual({ checked: [2], done: [2] });
  expect(await readClaim(house, 'n-L-4')).toMatchObject({ amount: 100n });
});

it('a sheet of a workbook is chosen, checked and imported; its numbers are read by any mapping, and rejected rows come back as text', async () => {
  const due = { value: new Date(Date.UTC(2026, 0, 31)), type: Date, format: 'dd.mm.yyyy' };
  const workbook = await writeExcelFile([
    { sheet: 'Notes', data: [['Read me']] },
    {
      sheet: 'Claims',
      data: [
        ['Open items'],
        ['Kundennummer', 'Rechnungsnummer', 'Betrag', 'Fälligkeit', 'Nachname'],
        ['K-7', 'X-1', 0.1 + 0.2, due, 'Weber'],
        ['K-7', 'X-2', '1.234,56', due, 'Weber'],
        ['K-8', 'X-3', 'x', due, 'Öz'],
        ['K-9', '0004', 1234.5, '28.02.2026', 'Kaya'],
      ],
    },
  ] as never).toBuffer();
  const importId = await uploadText(house, workbook, 'Claims.xlsx');
  expect(await look(importId)).toMatchObject({ sheets: ['Notes', 'Claims'], sheet: 'Notes' });
  const view = await look(importId, { sheet: 'Claims' });
  expect(view).toMatchObject({ sheet: 'Claims', skipRows: 1, hasHeader: true, rowNumbers: [3, 4, 5, 6], suggestion: { sheet: 'Claims' } });
  expect(view.rows[0]).toEqual(['K-7', 'X-1', '0.3', '2026-01-31', 'Weber']);
  const mapping = { ...view.suggestion, decimalMark: ',', dateOrder: 'DMY' };
  expect(await run(importId, mapping)).toEqual({ checked: [5], done: [5] });
  const amounts = await Promise.all(['X-1', 'X-2', '0004'].map(async (ref) => (await readClaim(house, ref))?.amount));
  expect(amounts).toEqual([30n, 123_456n, 123_450n]);
  expect(await readClaim(house, '0004')).toMatchObject({ due_date: '2026-02-28' });
  const answer = await house.app.inject({
    url: `/api/import/rejections?clientId=${house.clientA}&importId=${importId}`,
    headers: { authorization: `Bearer ${await house.tokenFor(house.clientA)}` },
  });
  expect(answer.body).toMatch(/^\ufeffrow,field,reason,Kundennummer,.*\r\n5,claim\.amount,.*,K-8,X-3,x,2026-01-31,Öz\r\n$/);
  // A mapping of another workbook names a sheet that is not here: the check says so, and the screen still shows the file.
  expect(await look(importId, { sheet: 'May' })).toMatchObject({ sheet: 'Notes' });
  const other = await uploadText(house, workbook, 'Claims.xlsx');
  await expect(run(other, { ...mapping, sheet: 'May' })).rejects.toThrow();
  const { getImport } = await house.call<{ getImport: { lastError: string; errorKey: string; errorValues: object } }>(
    'import',
    'query ($clientId: ID!, $importId: ID!) { getImport(clientId: $clientId, importId: $importId) { lastError errorKey errorValues } }',
    { clientId: house.clientA, importId: other },
  );
  expect(getImport).toMatchObject({
    lastError: 'This workbook has no sheet “May”. Its sheets are Notes, Claims.',
    errorValues: { sheets: 'Notes, Claims' },
  });
});

it('ten thousand rejected rows are kept, grouped by reason with the numbers of their rows, paged and given back', async () => {
  // Every hundredth has another reason; one row is good, so that there is something to import.
  const rows = Array.from({ length: 10_000 }, (_, at) => (at % 100 === 99 ? `K,Z-${at},5.00,31.31.2026` : `K,Z-${at},x${at},2026-01-31`));
  const importId = await uploadText(house, ['customer_id,invoice_number,amount,due_date', ...rows, 'K,Z-good,5.00,2026-01-31'].join('\n'));
  const columns = { 'account.ref': 'customer_id', 'claim.ref': 'invoice_number', 'claim.amount': 'amount', 'claim.dueDate': 'due_date' };
  const fields = Object.entries(columns).map(([field, column]) => ({ field, column }));
  await run(importId, { record: 'claims', hasHeader: true, decimalMark: '.', dateOrder: 'DMY', fields });
  const variables = { clientId: house.clientA, importId };
  const { listImportRejectionReasons: reasons } = await house.call<{
    listImportRejectionReasons: { count: number; firstRow: number; rows: string }[];
  }>(
    'import',
    'query ($clientId: ID!, $importId: ID!) { listImportRejectionReasons(clientId: $clientId, importId: $importId) { count firstRow rows } }',
    variables,
  );
  expect(reasons.map(({ count, firstRow }) => [count, firstRow])).toEqual([
    [9900, 2],
    [100, 101],
  ]);
  expect(reasons[0]?.rows).toMatch(/^2–100, 102–200, .*, 9902–10000$/);
  expect(reasons[1]?.rows).toMatch(/^101, 201, .*, 10001$/);
  const page = async (after: number) =>
    (
      await house.call<{ listImportRejections: { total: number; items: { rowNumber: number }[] } }>(
        'import',
        'query ($clientId: ID!, $importId: ID!, $after: Int) { listImportRejections(clientId: $clientId, importId: $importId, after: $after) { total items { rowNumber } } }',
        { ...variables, after },
      )
    ).listImportRejections;
  const last = await page(9801);
  expect([last.total, last.items.length, last.items.at(-1)?.rowNumber]).toEqual([10_000, 200, 10_001]);
  const answer = await house.app.inject({
    url: `/api/import/rejections?clientId=${house.clientA}&importId=${importId}`,
    headers: { authorization: `Bearer ${await house.tokenFor(house.clientA)}` },
  });
  expect(answer.body.split('\r\n')).toHaveLength(10_002);
});
