/** The form of a file: what stands above its rows, and columns that nobody named. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { readClaim, uploadText } from './import.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const MAPPING =
  'record separator skipRows hasHeader decimalMark dateOrder createAccounts emptyMarks fields { field column template values { from to } }';
interface View {
  separator: string;
  skipRows: number;
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
      separator skipRows hasHeader columns rows rowNumbers suggestion { ${MAPPING} } } }`,
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
