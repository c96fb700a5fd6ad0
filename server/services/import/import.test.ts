import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { createServer, type Web } from '../../server.ts';
import { setMetadataSchema } from '../account/metadata/metadata.logic.ts';
import { HEADER, importText, readClaim, readEventTypes } from './import.testing.ts';
import { mountImportUploads } from './import.upload.ts';

let house: TestHouse;
let web: Web;

beforeAll(async () => {
  house = await openTestHouse();
  web = await createServer(house.database, house.config, (app, tokens) =>
    mountImportUploads(app, { database: house.database, tokens, config: house.config }),
  );
  await web.app.ready();
});
afterAll(async () => {
  await web.close();
  await house.close();
});
const claimOf = (ref: string) => readClaim(house, ref);
const eventsOf = (ref: string) => readEventTypes(house, ref);

describe('through the API', () => {
  const state =
    'status rowsDone rowsTotal lastError summary { created changed unchanged rejected newAccounts sums { currency claims payments } }';

  it('a file is uploaded, mapped by the guess, checked without a trace, imported by the worker, and announced', async () => {
    const token = await house.tokenFor(house.clientA);
    const answer = await web.app.inject({
      method: 'PUT',
      url: `/api/import/upload?clientId=${house.clientA}&fileName=${encodeURIComponent('<b>portfolio</b>.csv')}`,
      headers: { authorization: token, 'content-type': 'application/octet-stream' },
      payload: `${HEADER},last_name,tariff\nA-1,0001,10.50,2026-01-31,Öztürk,"Basis ""Plus"""\nA-1,0002,20.00,2026-02-28,Öztürk,=1+1\nA-2,0003,x,2026-02-28,Weber,\n`,
    });
    expect(answer.statusCode).toBe(200);
    const { importId } = answer.json<{ importId: string }>();
    const variables = { clientId: house.clientA, importId };
    const { getImportFile } = await house.call<{ getImportFile: { columns: string[]; suggestion: object } }>(
      'import',
      `query ($clientId: ID!, $importId: ID!) { getImportFile(clientId: $clientId, importId: $importId) { encoding separator columns rows suggestion { record hasHeader decimalMark dateOrder createAccounts fields { field column constant template values { from to } } } } }`,
      variables,
    );
    expect(getImportFile.columns).toHaveLength(6);
    const mapping = getImportFile.suggestion;
    await house.call(
      'import',
      'mutation ($clientId: ID!, $mapping: ImportMappingInput!) { saveImportMapping(clientId: $clientId, name: "Monthly", mapping: $mapping) { mappingId } }',
      { ...variables, mapping },
    );
    await house.call(
      'import',
      `mutation ($clientId: ID!, $importId: ID!, $mapping: ImportMappingInput!) { checkImport(clientId: $clientId, importId: $importId, mapping: $mapping, mappingName: "Monthly") { ${state} } }`,
      { ...variables, mapping },
    );
    await drainJobs(house.database);
    const read = async () =>
      (
        await house.call<{ getImport: object }>(
          'import',
          `query ($clientId: ID!, $importId: ID!) { getImport(clientId: $clientId, importId: $importId) { fileName mappingName ${state} } }`,
          variables,
        )
      ).getImport;
    const summary = {
      created: 2,
      changed: 0,
      unchanged: 0,
      rejected: 1,
      newAccounts: 1,
      sums: [{ currency: 'EUR', claims: '30.50', payments: '0.00' }],
    };
    expect(await read()).toMatchObject({ status: 'checked', fileName: 'b>.csv', mappingName: 'Monthly', summary });
    expect(await claimOf('0001')).toBeUndefined();
    await house.call(
      'import',
      `mutation ($clientId: ID!, $importId: ID!) { startImport(clientId: $clientId, importId: $importId) { status } }`,
      variables,
    );
    await drainJobs(house.database);
    expect(await read()).toMatchObject({ status: 'done', rowsDone: 3, rowsTotal: 3, summary });
    expect(await claimOf('0002')).toMatchObject({ amount: 2000n, balance: 2000n, meta: { tariff: '=1+1' } });
    expect((await claimOf('0001'))?.meta).toEqual({ tariff: 'Basis "Plus"' });
    expect(await eventsOf('0001')).toEqual(['claimImported']);
    const { listImportRejections } = await house.call<{ listImportRejections: object }>(
      'import',
      'query ($clientId: ID!, $importId: ID!) { listImportRejections(clientId: $clientId, importId: $importId) { total items { rowNumber field row } } }',
      variables,
    );
    expect(listImportRejections).toEqual({
      total: 1,
      items: [{ rowNumber: 4, field: 'claim.amount', row: ['A-2', '0003', 'x', '2026-02-28', 'Weber', ''] }],
    });
    const again = await house.raw(
      'import',
      'mutation ($clientId: ID!, $importId: ID!) { startImport(clientId: $clientId, importId: $importId) { status } }',
      variables,
    );
    expect(again.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', values: { status: { key: 'importDone' } } });
  });

  it('details are held against the client’s metadata: guessed by their titles, read as the file writes them, rejected with row and field', async () => {
    const token = await house.tokenFor(house.clientA);
    await house.inA((tx) =>
      setMetadataSchema(
        tx,
        'claim',
        {
          properties: {
            meter: { type: 'number', title: 'Zählerstand', mininum: 0 },
            read: { type: 'string', format: 'DATE', title: 'Abgelesen am' },
            tariff: { type: 'string', enum: ['Basis', 'Plus'], title: 'Tarif' },
            green: { type: 'boolean' },
          },
          order: ['meter', 'read', 'tariff', 'green'],
        },
        null,
        house.userA,
        [],
      ),
    );
    const lines = [
      'Kundennummer;Rechnungsnummer;Betrag;Zählerstand;Abgelesen am;Tarif;green;Zone',
      'M-1;M-0001;10,50;1.284,5;31.01.2026;Plus;ja;Nord',
      'M-1;M-0002;10,50;-3;31.01.2026;Plus;nein;',
      'M-1;M-0003;10,50;7;31.13.2026;Plus;;',
      'M-1;M-0004;10,50;;;Gold;;',
      'M-1;M-0005;10,50;;;;vielleicht;',
      'M-1;M-0006;10,50;;;;;',
    ];
    const answer = await web.app.inject({
      method: 'PUT',
      url: `/api/import/upload?clientId=${house.clientA}&fileName=meters.csv`,
      headers: { authorization: token, 'content-type': 'application/octet-stream' },
      payload: `${lines.join('\n')}\n`,
    });
    const variables = { clientId: house.clientA, importId: answer.json<{ importId: string }>().importId };
    const { getImportFile, listImportFields } = await house.call<{
      getImportFile: { suggestion: { fields: { field: string; column: string }[] } };
      listImportFields: { field: string; title: string | null; kind: string; choices: string[] }[];
    }>(
      'import',
      `query ($clientId: ID!, $importId: ID!) { listImportFields(clientId: $clientId) { field title kind choices }
        getImportFile(clientId: $clientId, importId: $importId) { suggestion { record hasHeader decimalMark dateOrder createAccounts fields { field column constant template values { from to } } } } }`,
      variables,
    );
    expect(listImportFields.filter(({ field }) => field.startsWith('claim.meta.'))).toEqual([
      { field: 'claim.meta.meter', title: 'Zählerstand', kind: 'text', choices: [] },
      { field: 'claim.meta.read', title: 'Abgelesen am', kind: 'date', choices: [] },
      { field: 'claim.meta.tariff', title: 'Tarif', kind: 'choice', choices: ['Basis', 'Plus'] },
      { field: 'claim.meta.green', title: 'green', kind: 'yesNo', choices: [] },
    ]);
    const mapping = getImportFile.suggestion;
    expect(mapping.fields.filter(({ field }) => field.startsWith('claim.meta.')).map(({ field, column }) => [column, field])).toEqual([
      ['Zählerstand', 'claim.meta.meter'],
      ['Abgelesen am', 'claim.meta.read'],
      ['Tarif', 'claim.meta.tariff'],
      ['green', 'claim.meta.green'],
      ['Zone', 'claim.meta.Zone'],
    ]);
    await house.call(
      'import',
      'mutation ($clientId: ID!, $importId: ID!, $mapping: ImportMappingInput!) { checkImport(clientId: $clientId, importId: $importId, mapping: $mapping) { status } }',
      { ...variables, mapping },
    );
    await drainJobs(house.database);
    await house.call(
      'import',
      'mutation ($clientId: ID!, $importId: ID!) { startImport(clientId: $clientId, importId: $importId) { status } }',
      variables,
    );
    await drainJobs(house.database);
    expect((await claimOf('M-0001'))?.meta).toEqual({ meter: '1284.5', read: '2026-01-31', tariff: 'Plus', green: 'true', Zone: 'Nord' });
    expect((await claimOf('M-0006'))?.meta).toEqual({});
    const { listImportRejections } = await house.call<{
      listImportRejections: { items: { rowNumber: number; field: string; reason: string; key: string | null; values: object | null }[] };
    }>(
      'import',
      'query ($clientId: ID!, $importId: ID!) { listImportRejections(clientId: $clientId, importId: $importId) { items { rowNumber field reason key values } } }',
      variables,
    );
    expect(listImportRejections.items.map(({ rowNumber, field }) => [rowNumber, field])).toEqual([
      [3, 'claim.meta.meter'],
      [4, 'claim.meta.read'],
      [5, 'claim.meta.tariff'],
      [6, 'claim.meta.green'],
    ]);
    expect(listImportRejections.items[2]?.reason).toContain('Basis, Plus');
    // What people read is said by keys, the schema's own reason inside as well.
    expect(listImportRejections.items[2]).toMatchObject({ key: 'cellMeta', values: { text: 'Gold', reason: { key: expect.any(String) } } });
    expect(await claimOf('M-0002')).toBeUndefined();
    await house.inA((tx) => setMetadataSchema(tx, 'claim', { properties: {}, order: [] }, null, house.userA, []));
  });

  it('uploads ask for a token, the permission, a client of one’s own, and a size', async () => {
    const put = (clientId: string, authorization: string | undefined, payload: string | Buffer = 'a,b\n1,2\n') =>
      web.app.inject({
        method: 'PUT',
        url: `/api/import/upload?clientId=${clientId}&fileName=x.csv`,
        headers: { 'content-type': 'text/csv', ...(authorization ? { authorization } : {}) },
        payload,
      });
    const token = await house.tokenFor(house.clientA);
    expect((await put(house.clientA, undefined)).statusCode).toBe(401);
    expect((await put(house.clientA, 'MISSING_TOKEN')).statusCode).toBe(401);
    expect((await put(house.clientB, token)).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await put(house.clientA, await house.tokenFor(house.clientA, 'AGENT'))).statusCode).toBe(403);
    expect((await put(house.clientA, token, Buffer.alloc(house.config.importLimitBytes + 1, 'a'))).json()).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'file',
    });
    expect((await put(house.clientA, token, '')).json()).toMatchObject({ code: 'INVALID_INPUT', message: 'This file is empty' });
  });

  it('rejected rows are downloaded with number and reason, for a spreadsheet with formulas made inert, only by one’s own client', async () => {
    const { importId } = await importText(house, `${HEADER},tariff\n=cmd(),X-1,bad,2026-01-01,"+49, ""x"""\nX-2,X-2,1.00,2026-01-01,\n`);
    const get = async (clientId: string, token: string) =>
      web.app.inject({
        method: 'GET',
        url: `/api/import/rejections?clientId=${clientId}&importId=${importId}&spreadsheet=true`,
        headers: { authorization: token },
      });
    const own = await get(house.clientA, await house.tokenFor(house.clientA));
    expect(own.headers['content-disposition']).toContain('attachment');
    const [header, line] = own.body.split('\r\n');
    expect(header).toBe('\ufeffrow (an apostrophe stands before = + - @),field,reason,customer_id,invoice_number,amount,due_date,tariff');
    expect(line).toMatch(/^2,claim\.amount,".*"?,'=cmd\(\),X-1,bad,2026-01-01,"'\+49, ""x"""$/);
    expect((await get(house.clientB, await house.tokenFor(house.clientB))).statusCode).toBe(404);
    expect((await get(house.clientA, await house.tokenFor(house.clientB))).statusCode).toBe(404);
  });
});
