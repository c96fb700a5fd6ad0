import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { createServer, type Web } from '../../server.ts';
import { setMetadataSchema } from '../account/account.metadata.logic.ts';
import { importText } from './import.testing.ts';
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

const HEADER = 'customer_id,invoice_number,amount,due_date';
const claimOf = async (ref: string) =>
  (await house.inA((tx) => tx.sql('select * from claim where client_id = $1 and external_claim_ref = $2', [tx.clientId, ref])))[0];
const entriesOf = (ref: string) =>
  house.inA((tx) =>
    tx.sql<{ kind: string; amount: bigint }>(
      'select kind, amount from ledger_entry where client_id = $1 and external_claim_ref = $2 order by booked_at, kind',
      [tx.clientId, ref],
    ),
  );
const eventsOf = (ref: string) =>
  house.inA(async (tx) =>
    (
      await tx.sql<{ t: string }>('select message_type as t from event where client_id = $1 and external_claim_ref = $2 order by t', [
        tx.clientId,
        ref,
      ])
    ).map((row) => row.t),
  );
/** No claim's balance differs from its ledger, no account's total from its claims. */
const sumsAgree = () =>
  house.inA((tx) =>
    tx.sql(
      `select external_claim_ref from claim c where client_id = $1 and balance <> (select coalesce(sum(amount), 0) from ledger_entry l where l.client_id = $1 and l.external_claim_ref = c.external_claim_ref)
       union all select external_account_ref from account a where client_id = $1 and total_amount <> (select coalesce(sum(balance), 0) from claim c where c.client_id = $1 and c.account_id = a.account_id and status = 'open')`,
      [tx.clientId],
    ),
  );

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
    expect(again.errors?.[0]?.extensions?.code).toBe('CONFLICT');
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
      listImportRejections: { items: { rowNumber: number; field: string; reason: string }[] };
    }>(
      'import',
      'query ($clientId: ID!, $importId: ID!) { listImportRejections(clientId: $clientId, importId: $importId) { items { rowNumber field reason } } }',
      variables,
    );
    expect(listImportRejections.items.map(({ rowNumber, field }) => [rowNumber, field])).toEqual([
      [3, 'claim.meta.meter'],
      [4, 'claim.meta.read'],
      [5, 'claim.meta.tariff'],
      [6, 'claim.meta.green'],
    ]);
    expect(listImportRejections.items[2]?.reason).toContain('Basis, Plus');
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
    expect((await put(house.clientA, token, '')).json()).toMatchObject({ code: 'INVALID_INPUT', message: 'The file is empty' });
  });

  it('rejected rows are downloaded with number and reason, formulas made inert, only by one’s own client', async () => {
    const { importId } = await importText(house, `${HEADER},tariff\n=cmd(),X-1,bad,2026-01-01,"+49, ""x"""\nX-2,X-2,1.00,2026-01-01,\n`);
    const get = async (clientId: string, token: string) =>
      web.app.inject({
        method: 'GET',
        url: `/api/import/rejections?clientId=${clientId}&importId=${importId}`,
        headers: { authorization: token },
      });
    const own = await get(house.clientA, await house.tokenFor(house.clientA));
    expect(own.headers['content-disposition']).toContain('attachment');
    const [header, line] = own.body.split('\r\n');
    expect(header).toBe('\ufeffrow,field,reason,customer_id,invoice_number,amount,due_date,tariff');
    expect(line).toMatch(/^2,claim\.amount,".*"?,"'=cmd\(\)",X-1,bad,2026-01-01,"'\+49, ""x"""$/);
    expect((await get(house.clientB, await house.tokenFor(house.clientB))).statusCode).toBe(404);
    expect((await get(house.clientA, await house.tokenFor(house.clientB))).statusCode).toBe(404);
  });
});

describe('a row is an upsert by its claim reference', () => {
  it('the same file twice changes nothing, not even an event', async () => {
    const file = `${HEADER}\nU-1,U1,100.00,2026-01-31\nU-1,U2,50.00,2026-02-28\n`;
    await importText(house, file);
    const events = await eventsOf('U1');
    const before = await claimOf('U1');
    const again = await importText(house, file);
    expect(again.summary).toMatchObject({ created: 0, changed: 0, unchanged: 2, rejected: 0 });
    expect(await eventsOf('U1')).toEqual(events);
    expect(await claimOf('U1')).toEqual(before);
    expect(await sumsAgree()).toEqual([]);
  });

  it('a changed amount is corrected in the ledger, a changed field is announced', async () => {
    await importText(house, `${HEADER}\nV-1,V1,100.00,2026-01-31\n`);
    const changed = await importText(house, `${HEADER}\nV-1,V1,80.00,2026-03-31\n`);
    expect(changed.summary).toMatchObject({ created: 0, changed: 1, sums: { EUR: { corrections: '-20.00' } } });
    expect(changed.preview).toEqual(changed.summary);
    expect(await claimOf('V1')).toMatchObject({ amount: 8000n, balance: 8000n, due_date: '2026-03-31' });
    expect(await entriesOf('V1')).toEqual([
      { kind: 'principal', amount: 10000n },
      { kind: 'correction', amount: -2000n },
    ]);
    expect(await eventsOf('V1')).toEqual(['claimChanged', 'claimImported', 'ledgerEntryBooked']);
    await importText(house, `${HEADER}\nV-1,V1,100.00,2026-03-31\n`);
    await importText(house, `${HEADER}\nV-1,V1,80.00,2026-03-31\n`);
    expect((await claimOf('V1'))?.balance).toBe(8000n);
    expect(await sumsAgree()).toEqual([]);
  });

  it('a reference that comes twice in a file is applied twice, in order', async () => {
    const twice = await importText(house, `${HEADER}\nW-1,W1,100.00,2026-01-31\nW-1,W1,70.00,2026-01-31\nW-1,W1,70.00,2026-01-31\n`);
    expect(twice.summary).toMatchObject({ created: 1, changed: 1, unchanged: 1 });
    expect(twice.preview).toEqual(twice.summary);
    expect(await claimOf('W1')).toMatchObject({ amount: 7000n, balance: 7000n });
    expect(await sumsAgree()).toEqual([]);
  });

  it('rows that contradict the ledger are reported, and nothing of them is applied', async () => {
    await importText(
      house,
      'customer_id,invoice_number,amount,payment_date,payment_amount\nC-1,C1,100.00,2026-01-10,60.00\nC-2,C2,10.00,,\n',
    );
    const bad = await importText(
      house,
      'customer_id,invoice_number,amount,payment_date,payment_amount,currency\nC-1,C1,50.00,,,EUR\nC-1,C1,100.00,,,USD\nC-2,C1,100.00,,,EUR\nC-1,C1,100.00,2026-01-10,61.00,EUR\nC-2,C2,10.00,2026-01-01,11.00,EUR\nC-3,C3,10.00,2026-01-01,10.01,EUR\nC-2,C4,1.00,,,CHF\nC-9,C9,0.00,,,EUR\n,C8,5.00,,,EUR\n',
    );
    expect(bad.summary).toMatchObject({ created: 0, changed: 0, rejected: 9, newAccounts: 0 });
    expect(bad.reasons).toEqual([
      '2 claim.amount: an amount of 50.00 would leave a balance of -10.00: more is already booked as paid',
      '3 claim.currency: claim C1 is booked in EUR, the row says USD',
      '4 account.ref: claim C1 belongs to account C-1',
      '5 payment.amount: a payment of 60.00 is already booked for it, the row says 61.00',
      '6 payment.amount: a payment of 11.00 is more than the 10.00 that are open',
      '7 payment.amount: a payment of 10.01 is more than the debt of 10.00',
      '8 claim.currency: account C-2 is in EUR, the row in CHF',
      '9 claim.amount: 0.00 is no debt: an amount is more than zero',
      '10 account.ref: is empty',
    ]);
    expect(await claimOf('C1')).toMatchObject({ amount: 10000n, balance: 4000n });
    expect(await sumsAgree()).toEqual([]);
  });
});

describe('payments', () => {
  it('two equal payments without a reference are two, and stay two when the file comes again', async () => {
    await importText(house, `${HEADER}\nP-1,P1,30.00,2026-01-31\nP-1,P2,30.00,2026-02-28\n`);
    const file =
      'customer_id,payment_date,amount,method\nP-1,2026-02-01,20.00,Cash\nP-1,2026-02-01,20.00,Cash\nP-1,2026-02-02,20.01,Cash\n';
    const paid = await importText(house, file);
    expect(paid.preview).toEqual(paid.summary);
    expect(paid.summary).toMatchObject({ created: 2, rejected: 1, sums: { EUR: { payments: '40.00' } } });
    expect(paid.reasons).toEqual(['4 payment.amount: a payment of 20.01 is more than the 20.00 that account P-1 still owes']);
    expect([(await claimOf('P1'))?.balance, (await claimOf('P2'))?.balance]).toEqual([0n, 2000n]);
    expect(await eventsOf('P1')).toContain('claimResolved');
    expect((await importText(house, file)).summary).toMatchObject({ created: 0, unchanged: 2, rejected: 1 });
    expect(await sumsAgree()).toEqual([]);
  });

  it('a payment with a reference is known by it: said otherwise, it is reported', async () => {
    await importText(house, `${HEADER}\nQ-1,Q1,30.00,2026-01-31\n`);
    const file = (amount: string) => `payment_id,invoice_number,payment_date,amount\nZ-77,Q1,2026-02-01,${amount}\n`;
    expect((await importText(house, file('12.00'))).summary).toMatchObject({ created: 1 });
    expect((await importText(house, file('12.00'))).summary).toMatchObject({ created: 0, unchanged: 1 });
    expect((await importText(house, file('13.00'))).reasons[0]).toContain('payment Z-77 is already booked with 12.00');
    expect((await importText(house, 'payment_id,invoice_number,payment_date,amount\nZ-78,nowhere,2026-02-01,1.00\n')).reasons[0]).toContain(
      'there is no claim nowhere',
    );
  });
});

describe('debtors', () => {
  it('come with contacts and address as they were written, a second one beside the first', async () => {
    await importText(
      house,
      'customer_id,invoice_number,amount,first_name,last_name,email,phone,city,co_first_name,co_last_name\nD-1,D1,5.00,Zoë,"O\'Brien; ""Zo""",Zoe@Example.COM,0151 23456789,Köln,Max,Weber\n',
    );
    const debtors = await house.inA((tx) =>
      tx.sql(
        `select d.position, first_name, last_name, address, (select array_agg(normalized order by normalized) from contact_point p where p.client_id = d.client_id and p.debtor_id = d.debtor_id) as contacts
              from debtor d join account a using (client_id, account_id) where client_id = $1 and external_account_ref = 'D-1' order by position`,
        [tx.clientId],
      ),
    );
    expect(debtors).toEqual([
      {
        position: 0,
        first_name: 'Zoë',
        last_name: 'O\'Brien; "Zo"',
        address: { city: 'Köln' },
        contacts: ['+4915123456789', 'zoe@example.com'],
      },
      { position: 1, first_name: 'Max', last_name: 'Weber', address: {}, contacts: null },
    ]);
    const moved = await importText(house, 'customer_id,city,first_name\nD-1,Bonn,\n');
    expect(moved.summary).toMatchObject({ created: 0, changed: 1 });
    expect(
      await house.inA((tx) =>
        tx.sql(`select city, debtor_name from account where client_id = $1 and external_account_ref = 'D-1'`, [tx.clientId]),
      ),
    ).toEqual([{ city: 'Bonn', debtor_name: 'Zoë O\'Brien; "Zo"' }]);
  });

  it('the projection that search reads is the one that is computed anew', async () => {
    const { refreshAccounts } = await import('../account/account.projection.logic.ts');
    const changed = await house.inA(async (tx) => {
      const ids = await tx.sql<{ account_id: string }>('select account_id from account where client_id = $1', [tx.clientId]);
      return refreshAccounts(
        tx,
        ids.map((row) => row.account_id),
      );
    });
    expect(changed).toBe(0);
  });
});

describe('bad files', () => {
  it.each([
    ['a header only', `${HEADER}\n`, 'The file has no rows below its first one'],
    [
      'an open quote',
      `${HEADER}\n${'B-1,B1,1.00,2026-01-01\n'.repeat(2500)}"B-2,B2,1.00,2026-01-01\n`,
      'Row 2502: a quote that is opened there is never closed',
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
      expect.stringContaining('the row has 5 cells, the file 4 columns'),
      expect.stringContaining('text stands behind a closing quote'),
      expect.stringContaining('has 201 characters'),
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
    expect(other.lastError).toContain('The file has no column "x"; it has a, b, c');
  });
});
