/** Files for partners and from them, through the product's own doors: made once, whole or not there, booked once. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createMessage, decrypt, encrypt, generateKey, readKey, readMessage, readPrivateKey } from 'openpgp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { useClock } from '../../platform/clock.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { startTestProgram } from '../../platform/testing.workers.ts';
import { openStoredBytes } from '../files/files.bytes.logic.ts';
import { workOnReturn } from './exchange/in.run.logic.ts';
import { makeFile } from './exchange/make.logic.ts';
import { exchangeTick } from './partner.exchange.jobs.ts';
import { addClaims, addPartner, give, openSftpServer, takeBack, upload } from './partner.exchange.testing.ts';
import { mountPartnerUploads } from './partner.exchange.upload.ts';

let house: TestHouse;
let partnerId: Uuid;
let count = 0;

let offset = 0;
const restoreClock = useClock(() => Date.now() + offset);
const advanceClock = (milliseconds: number) => {
  offset += milliseconds;
};

beforeAll(async () => {
  house = await openTestHouse((app, parts) => mountPartnerUploads(app, parts));
});
afterAll(async () => {
  await house.close();
  restoreClock();
});
beforeEach(async () => {
  partnerId = await house.inA((tx) => addPartner(tx, `Nordstern Inkasso ${++count}`));
});

/** Calls an operation of the service. */
async function call<Data>(operation: string, selection: string, variables: Record<string, unknown>, types: string): Promise<Data> {
  const args = types.match(/\$(\w+)/g)?.map((name) => `${name.slice(1)}: ${name}`) ?? [];
  const kind = /^(get|list)/.test(operation) ? 'query' : 'mutation';
  const data = await house.call<Record<string, Data>>(
    'partner',
    `${kind} ($clientId: ID!${types === '' ? '' : `, ${types}`}) { ${operation}(clientId: $clientId${args.map((each) => `, ${each}`).join('')}) ${selection} }`,
    { clientId: house.clientA, ...variables },
  );
  return data[operation]!;
}

interface OutFile {
  id: Uuid;
  status: string;
  displayName: string;
  itemCount: number;
  newCount: number;
  changedCount: number;
  returnedCount: number;
  totalAmounts: { currency: string; totalAmount: string }[];
  errorKey: string | null;
  sends: number;
}
const FILE = '{ id status displayName itemCount newCount changedCount returnedCount totalAmounts { currency totalAmount } errorKey sends }';

async function make(isSentAlong = false): Promise<OutFile> {
  await call('makeOutsourcedFile', '{ id }', { partnerId, isSentAlong }, '$partnerId: ID!, $isSentAlong: Boolean');
  await drainJobs(house.database);
  return newest();
}
async function newest(): Promise<OutFile> {
  const { items } = await call<{ items: OutFile[] }>('getOutsourcedFilesV2', `{ items ${FILE} }`, { partnerId }, '$partnerId: ID');
  return items[0]!;
}
const text = async (fileId: Uuid) =>
  (await buffer((await openStoredBytes(house.clientA, fileId)) as Readable)).toString('utf8').replace(/^\ufeff/, '');
const linesOf = async (fileId: Uuid) => (await text(fileId)).trimEnd().split('\r\n');

const EXCHANGE =
  '{ revision fingerprint fileType server { host hasPassword } partnerKey { fingerprint isExpired } ownPublicKey ownKey { fingerprint } nextFileAt dailyAt errorKey }';
async function saveExchange(exchange: Record<string, unknown>) {
  const { revision } = await call<{ revision: number }>('getPartnerExchange', '{ revision }', { partnerId }, '$partnerId: ID!');
  return call<Record<string, never>>(
    'savePartnerExchange',
    EXCHANGE,
    { partnerId, revision, exchange: { fileType: 'csv', ...exchange } },
    '$partnerId: ID!, $exchange: PartnerExchangeInput!, $revision: Int!',
  );
}

const refs = (prefix: string, from: number, to: number) => Array.from({ length: to - from }, (_, n) => `${prefix}${count}-${from + n}`);

describe('a file for a partner', () => {
  it('tells of new claims, then of what has changed, then of what came back, and of nothing twice', async () => {
    const [one, two, three] = refs('O', 1, 4) as [string, string, string];
    await house.inA(async (tx) => {
      await addClaims(tx, [one, two, three]);
      await give(tx, partnerId, [one, two]);
    });
    const first = await make();
    expect(first).toMatchObject({ status: 'made', itemCount: 2, newCount: 2, totalAmounts: [{ currency: 'EUR', totalAmount: '200.00' }] });
    const [header, ...rows] = await linesOf(first.id);
    const columns = header!.split(',');
    const cell = (row: string, name: string) => row.split(',')[columns.indexOf(name)];
    expect(
      rows.map((row) => [
        cell(row, 'change'),
        cell(row, 'claim.ref'),
        cell(row, 'claim.balance'),
        cell(row, 'debtor.emails'),
        cell(row, 'debtor.city'),
      ]),
    ).toEqual([one, two].map((ref) => ['new', ref, '100.00', `${ref}@example.com`, 'Köln']));
    expect(await make()).toMatchObject({ status: 'empty', itemCount: 0 });
    await house.inA(async (tx) => {
      await tx.sql('update claim set balance = 6000 where client_id = $1 and external_claim_ref = $2', [tx.clientId, one]);
      await takeBack(tx, [two]);
      await give(tx, partnerId, [three]);
    });
    const second = await make();
    expect(second).toMatchObject({
      itemCount: 3,
      newCount: 1,
      changedCount: 1,
      returnedCount: 1,
      totalAmounts: [{ currency: 'EUR', totalAmount: '160.00' }],
    });
    const changed = (await linesOf(second.id)).find((row) => row.startsWith('changed'))!;
    expect([cell(changed, 'claim.previousBalance'), cell(changed, 'claim.balance')]).toEqual(['100.00', '60.00']);
    expect((await make()).status).toBe('empty');
  });

  it('two at once make one file each claim is in once', async () => {
    const claims = refs('T', 0, 5);
    await house.inA(async (tx) => {
      await addClaims(tx, claims);
      await give(tx, partnerId, claims);
    });
    await call('makeOutsourcedFile', '{ id }', { partnerId }, '$partnerId: ID!');
    const first = await newest();
    // A second one that was asked for while the first was made.
    await house.inA((tx) =>
      tx.sql(
        `insert into partner_file (client_id, file_id, partner_id, status, file_type, created_at)
         select client_id, gen_random_uuid(), partner_id, status, file_type, created_at from partner_file where client_id = $1 and file_id = $2`,
        [tx.clientId, first.id],
      ),
    );
    const { items } = await call<{ items: OutFile[] }>('getOutsourcedFilesV2', '{ items { id } }', { partnerId }, '$partnerId: ID');
    expect(items).toHaveLength(2);
    await Promise.all(items.map(({ id }) => makeFile(house.database, house.clientA, id)));
    const told = await house.inA((tx) =>
      tx.sql<{ n: number }>('select count(*)::int as n from partner_file_row where client_id = $1 and partner_id = $2', [
        tx.clientId,
        partnerId,
      ]),
    );
    expect(told).toEqual([{ n: 5 }]);
  });

  it('is written as the partner wants it: its columns, its days and decimals, Windows-1252, and no formulas', async () => {
    const [ref] = refs('L', 1, 2) as [string];
    await house.inA(async (tx) => {
      await addClaims(tx, [ref]);
      await tx.sql(`update debtor set last_name = '=Müller' where client_id = $1 and external_debtor_ref = $2`, [
        tx.clientId,
        `D-A-${ref}`,
      ]);
      await tx.sql(`update claim set due_date = '2026-02-01' where client_id = $1 and external_claim_ref = $2`, [tx.clientId, ref]);
      await give(tx, partnerId, [ref]);
    });
    const columns = [
      { name: 'Aktenzeichen', field: 'claim.ref' },
      { name: 'Fällig', field: 'claim.dueDate' },
      { name: 'Betrag', field: 'claim.balance' },
      { name: 'Name', field: 'debtor.lastName' },
    ];
    const layout = { columns, dateFormat: 'DD.MM.YYYY', decimalMark: ',', encoding: 'windows-1252', separator: ';' };
    await saveExchange({ layout });
    const { id } = await make();
    const bytes = await buffer((await openStoredBytes(house.clientA, id)) as Readable);
    expect(new TextDecoder('windows-1252').decode(bytes)).toBe(
      `Aktenzeichen;Fällig;Betrag;Name\r\n${ref};01.02.2026;100,00;"'=Müller"\r\n`,
    );
    await expect(saveExchange({ layout: { ...layout, columns: [...columns, { name: 'x', field: 'debtor.iban' }] } })).rejects.toThrow(
      /debtor.iban/,
    );
  });

  it('comes as a workbook and as lines of JSON, which are read again as they were written', async () => {
    const [ref, more] = refs('J', 1, 3) as [string, string];
    await house.inA(async (tx) => {
      await addClaims(tx, [ref, more]);
      await give(tx, partnerId, [ref]);
    });
    await saveExchange({ fileType: 'jsonl' });
    const lines = await make();
    expect(lines.displayName).toMatch(/^Nordstern-Inkasso-\d+_2026-\d\d-\d\d_\d{4}_\w{6}\.jsonl$|\.jsonl$/);
    expect(JSON.parse(await text(lines.id))).toMatchObject({ change: 'new', 'claim.ref': ref, 'claim.balance': '100.00' });
    await house.inA((tx) => give(tx, partnerId, [more]));
    await saveExchange({ fileType: 'xlsx' });
    const { id } = await make();
    const bytes = await buffer((await openStoredBytes(house.clientA, id)) as Readable);
    const { returnId } = await upload(house, partnerId, bytes, 'same.xlsx');
    const view = await call<{ rows: string[][]; columns: string[] }>(
      'getPartnerReturnFile',
      '{ columns rows }',
      { returnId },
      '$returnId: ID!',
    );
    expect(view.rows[0]?.[view.columns.indexOf('claim.ref')]).toBe(more);
  });

  it('is deleted only while it never left, and its claims are told of again', async () => {
    const [ref, later] = refs('D', 1, 3) as [string, string];
    await house.inA(async (tx) => {
      await addClaims(tx, [ref, later]);
      await give(tx, partnerId, [ref]);
    });
    const first = await make();
    await house.inA((tx) => give(tx, partnerId, [later]));
    const second = await make();
    const drop = (id: Uuid) => call('deleteOutsourcedFile', '', { id }, '$id: ID!');
    await expect(drop(first.id)).rejects.toThrow(/Delete that one first/);
    await drop(second.id);
    expect((await make()).itemCount).toBe(1);
    const third = await newest();
    const fetched = await call<{ fileUrl: string }>('getOutsourcedFile', '{ fileUrl }', { id: third.id }, '$id: ID!');
    expect(fetched.fileUrl).toContain(`/o/${house.clientA}/${third.id}?`);
    await expect(drop(third.id)).rejects.toThrow(/handed over/);
    await call('acknowledgeOutsourcedFile', '{ id }', { id: third.id, note: 'By phone' }, '$id: ID!, $note: String');
    expect((await newest()).status).toBe('acknowledged');
  });
});

interface Back {
  status: string;
  rowsDone: number;
  errorKey: string | null;
  errorValues: Record<string, unknown> | null;
  wasEncrypted: boolean;
  isSigned: boolean | null;
  summary: {
    booked: number;
    known: number;
    refused: number;
    sums: { currency: string; payments: string; costs: string }[];
    reasons: { errorKey: string; firstRow: number; count: number }[];
  } | null;
}
const BACK =
  '{ status rowsDone errorKey errorValues wasEncrypted isSigned summary { booked known refused sums { currency payments costs } reasons { errorKey firstRow count } } }';
const read = (returnId: Uuid) => call<Back>('getPartnerReturn', BACK, { returnId }, '$returnId: ID!');

/** Checks a file as its columns suggest. */
async function check(returnId: Uuid, saves = false): Promise<Back> {
  const MAPPING =
    '{ encoding separator skipRows sheet hasHeader decimalMark dateOrder fields { field column constant values { from to } } }';
  const { suggestion } = await call<{ suggestion: object }>(
    'getPartnerReturnFile',
    `{ suggestion ${MAPPING} }`,
    { returnId },
    '$returnId: ID!',
  );
  const types = '$returnId: ID!, $mapping: PartnerReturnMappingInput!, $saves: Boolean';
  await call('checkPartnerReturn', '{ returnId }', { returnId, mapping: suggestion, saves }, types);
  await drainJobs(house.database);
  return read(returnId);
}
async function bookNow(returnId: Uuid): Promise<Back> {
  await call('bookPartnerReturn', '{ returnId }', { returnId }, '$returnId: ID!');
  await drainJobs(house.database);
  return read(returnId);
}
const bring = async (content: string | Buffer, fileName?: string): Promise<Uuid> => {
  const answer = await upload(house, partnerId, content, fileName);
  expect(answer.returnId, JSON.stringify(answer)).toBeDefined();
  return answer.returnId!;
};
const one = async <Row>(text: string, ...values: unknown[]): Promise<Row> =>
  (await house.inA((tx) => tx.sql(text.replaceAll('$client', `'${tx.clientId}'`), values)))[0] as Row;

describe('a file from a partner', () => {
  const HEAD = 'kind,claim_reference,reference,date,amount,currency,note,status,reason,email,city';
  let claims: string[];
  beforeEach(async () => {
    claims = refs('R', 0, 6);
    await house.inA(async (tx) => {
      await addClaims(tx, claims);
      await give(tx, partnerId, claims.slice(0, 5));
    });
  });
  const balances = () =>
    house.inA(async (tx) => {
      const rows = await tx.sql<{ ref: string; balance: bigint }>(
        'select external_claim_ref as ref, balance from claim where client_id = $1 and external_claim_ref = any($2) order by 1',
        [tx.clientId, claims],
      );
      return rows.map(({ balance }) => Number(balance));
    });

  it('is previewed, then booked: payments, costs, notes, states, addresses and closings, each once', async () => {
    const [a, b, c, d] = claims as [string, string, string, string];
    const file = [
      HEAD,
      `payment,${a},N-1,2026-07-01,40.00,EUR,,,,,`,
      `Zahlung,${b},N-2,2026-07-01,100.00,,,,,,`,
      `costs,${a},C-1,2026-07-02,12.50,EUR,Enquiry,,,,`,
      `note,${c},,,,,Spoke to the debtor,,,,`,
      `status,${c},,2026-07-03,,,,Promised to pay,,,`,
      `contact,${d},,,,,,,,new@example.com,Bonn`,
      `closing,${d},,2026-07-04,,,,,Unknown address,,`,
    ].join('\n');
    const returnId = await bring(file);
    const checked = await check(returnId);
    expect(checked).toMatchObject({
      status: 'checked',
      summary: { booked: 7, refused: 0, sums: [{ currency: 'EUR', payments: '140.00', costs: '12.50' }] },
    });
    expect(await balances()).toEqual([10_000, 10_000, 10_000, 10_000, 10_000, 10_000]);
    expect(await bookNow(returnId)).toMatchObject({ status: 'booked', summary: { booked: 7, known: 0, refused: 0 } });
    expect(await balances()).toEqual([7_250, 0, 10_000, 10_000, 10_000, 10_000]);
    expect(await one('select text from note where client_id = $client and external_claim_ref = $1', c)).toEqual({
      text: expect.stringContaining('Spoke to the debtor'),
    });
    expect(
      await one(
        `select payload->>'status' as said from event where client_id = $client and external_claim_ref = $1 and message_type = 'partnerReported'`,
        c,
      ),
    ).toEqual({ said: 'Promised to pay' });
    expect(
      await one(`select address->>'city' as city from debtor where client_id = $client and external_debtor_ref = $1`, `D-A-${d}`),
    ).toEqual({ city: 'Bonn' });
    expect(
      await one(
        'select ended_at is not null as back, end_note from claim_assignment where client_id = $client and external_claim_ref = $1',
        d,
      ),
    ).toEqual({
      back: true,
      end_note: 'Unknown address',
    });
    expect(
      await one(
        `select provider_name, status, amount::int from payment where client_id = $client and idempotency_key = $1`,
        `partner:${partnerId}:N-1`,
      ),
    ).toEqual({
      provider_name: 'partner',
      status: 'settled',
      amount: 4000,
    });
    // The same content is taken once, whatever it is called; the same rows in another file are known.
    const again = await upload(house, partnerId, file, 'other-name.csv');
    expect(JSON.stringify(again)).toContain('was here before, as back.csv');
    const more = await bring(`${file}\npayment,${a},N-3,2026-07-05,10.00,EUR,,,,,`);
    expect((await check(more)).summary).toMatchObject({ booked: 1, known: 7, refused: 0 });
    expect((await bookNow(more)).summary).toMatchObject({ booked: 1, known: 7, refused: 0 });
    expect(await balances()).toEqual([6_250, 0, 10_000, 10_000, 10_000, 10_000]);
  });

  it('lists what contradicts with the reason, and books the rest', async () => {
    const [a, b, c, d, e, f] = claims as [string, string, string, string, string, string];
    await house.inA((tx) =>
      tx.sql(`update claim_assignment set ended_at = '2026-07-10' where client_id = $1 and external_claim_ref = $2`, [tx.clientId, e]),
    );
    const rows: [string, string | null][] = [
      [`payment,${a},P-1,2026-07-01,30.00,EUR,,,,,`, null],
      [`payment,${a},P-1,2026-07-01,31.00,EUR,,,,,`, 'returnRowOtherwise'],
      [`payment,nobody,P-2,2026-07-01,30.00,EUR,,,,,`, 'returnRowClaim'],
      [`payment,${f},P-3,2026-07-01,30.00,EUR,,,,,`, 'returnRowNotGiven'],
      [`payment,${a},P-4,2026-05-01,30.00,EUR,,,,,`, 'returnRowNotThen'],
      [`payment,${b},P-5,2026-07-01,30.00,USD,,,,,`, 'returnRowCurrency'],
      [`payment,${b},P-6,2026-07-01,100.01,EUR,,,,,`, 'returnRowMore'],
      [`payment,${b},P-7,2026-07-01,60.00,EUR,,,,,`, null],
      [`payment,${b},P-8,2026-07-01,50.00,EUR,,,,,`, 'returnRowMore'],
      [`payment,${c},P-9,2099-07-01,5.00,EUR,,,,,`, 'returnRowFuture'],
      [`payment,${c},P-10,2026-07-01,five,EUR,,,,,`, 'returnRowValue'],
      [`payment,${c},P-11,32.01.2026,5.00,EUR,,,,,`, 'returnRowValue'],
      [`payment,${e},P-12,2026-07-09,5.00,EUR,,,,,`, null],
      [`closing,${e},,,,,,,,,`, 'returnRowBack'],
      [`closing,${d},,,,,,,Settled,,`, null],
      [`closing,${d},K-2,,,,,,Settled,,`, 'returnRowBack'],
      [`contact,${c},,,,,,,,no-address,`, 'noAddress'],
      [`something,${c},,,,,,,,,`, 'returnRowKind'],
      [`note,${c},,,,,,,,,`, 'returnRowNothing'],
    ];
    const returnId = await bring([HEAD, ...rows.map(([row]) => row)].join('\n'));
    const checked = await check(returnId);
    const expected = rows.flatMap(([, why], index) => (why === null ? [] : [[index + 2, why]]));
    const refusedRows = async () => {
      const { items } = await call<{ items: { rowNumber: number; errorKey: string }[] }>(
        'listPartnerReturnRows',
        '{ items { rowNumber errorKey } }',
        { returnId, outcome: 'refused' },
        '$returnId: ID!, $outcome: String',
      );
      return items.map(({ rowNumber, errorKey }) => [rowNumber, errorKey]);
    };
    const preview = await refusedRows();
    expect(preview.map(([row]) => row)).toEqual(expected.map(([row]) => row));
    for (const [index, [, why]] of expected.entries()) if (why !== 'noAddress') expect(preview[index]).toEqual([expected[index]![0], why]);
    expect(checked.summary).toMatchObject({ booked: 4, refused: expected.length });
    const done = await bookNow(returnId);
    expect(done.summary).toMatchObject({ booked: 4, known: 0, refused: expected.length });
    expect(await refusedRows()).toEqual(preview);
    expect(await balances()).toEqual([7_000, 4_000, 10_000, 10_000, 9_500, 10_000]);
  });

  it('two files at once that report the same payment book it once', async () => {
    const [a] = claims as [string];
    const file = (note: string) => [HEAD, `payment,${a},X-1,2026-07-01,60.00,EUR,${note},,,,`].join('\n');
    const ids = [await bring(file('one')), await bring(file('two'))];
    for (const id of ids) await check(id);
    for (const returnId of ids) await call('bookPartnerReturn', '{ returnId }', { returnId }, '$returnId: ID!');
    await Promise.all(ids.map((id) => workOnReturn(house.database, house.clientA, id)));
    const summaries = await Promise.all(ids.map(read));
    expect(summaries.map(({ summary }) => [summary?.booked, summary?.known]).sort()).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect((await balances())[0]).toBe(4_000);
  });

  it('that is torn, empty, binary or in another encoding than agreed is told of clearly, and nothing of it is booked', async () => {
    const [a, b] = claims as [string, string];
    const torn = await bring([HEAD, `payment,${a},T-1,2026-07-01,1.00,EUR,,,,,`, `payment,${b},T-2,2026-07`].join('\n'));
    expect(await check(torn)).toMatchObject({ status: 'failed', errorKey: 'returnTorn', errorValues: { row: 3 } });
    await expect(bookNow(torn)).rejects.toThrow(/could not go on/);
    const json = await bring(`{"kind":"payment","claimRef":"${a}","amount":"1.00"}\n{"kind":"pay`, 'back.jsonl');
    expect(await check(json)).toMatchObject({ status: 'failed', errorKey: 'returnTorn' });
    expect(JSON.stringify(await upload(house, partnerId, ''))).toContain('empty');
    expect(JSON.stringify(await upload(house, partnerId, Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2])))).toMatch(
      /workbook|damaged|zip|archive/i,
    );
    // Agreed on UTF-8, and then comes Windows-1252.
    const latin = await bring(Buffer.from([HEAD, `note,${a},,,,,für Müller,,,,`].join('\n'), 'latin1'));
    expect(await check(latin)).toMatchObject({ status: 'checked', summary: { booked: 1 } });
    const types = '$returnId: ID!, $mapping: PartnerReturnMappingInput!';
    const fields = [
      { field: 'kind', constant: 'note' },
      { field: 'claimRef', column: 'claim_reference' },
      { field: 'text', column: 'note' },
    ];
    await call(
      'checkPartnerReturn',
      '{ returnId }',
      { returnId: latin, mapping: { encoding: 'utf-8', hasHeader: true, decimalMark: '.', dateOrder: 'YMD', fields } },
      types,
    );
    await drainJobs(house.database);
    expect(await read(latin)).toMatchObject({ status: 'failed', errorKey: 'returnEncoding' });
    expect(await balances()).toEqual([10_000, 10_000, 10_000, 10_000, 10_000, 10_000]);
  });

  it('killed with -9 while it is booked, it goes on and ends as if nothing had been', async () => {
    const many = Array.from({ length: 6_000 }, (_, n) => `payment,${claims[n % 5]},M-${n},2026-07-01,0.01,EUR,,,,,`);
    const returnId = await bring([HEAD, ...many].join('\n'));
    await check(returnId);
    await call('bookPartnerReturn', '{ returnId }', { returnId }, '$returnId: ID!');
    for (const killAfter of [1, 2]) {
      const child = startTestProgram('services/partner/partner.exchange.kill.worker.ts', [
        JSON.stringify(house.database.addresses),
        house.config.dataFolder,
        house.clientA,
        returnId,
      ]);
      let chunks = 0;
      await new Promise<void>((resolve) => {
        child.stdout?.on('data', () => {
          if (++chunks >= killAfter) child.kill('SIGKILL');
        });
        child.on('exit', () => resolve());
      });
    }
    const half = await read(returnId);
    expect(half.status).toBe('booking');
    expect(half.rowsDone).toBeGreaterThan(0);
    expect(half.rowsDone).toBeLessThan(6_000);
    // A dead process lets go of its file a moment later.
    await expect
      .poll(
        async () => {
          await workOnReturn(house.database, house.clientA, returnId);
          return (await read(returnId)).status;
        },
        { timeout: 30_000 },
      )
      .toBe('booked');
    expect((await read(returnId)).summary).toMatchObject({ booked: 6_000, known: 0, refused: 0 });
    expect((await balances()).slice(0, 5)).toEqual([8_800, 8_800, 8_800, 8_800, 8_800]);
  });
});

describe('a partner’s server and keys', () => {
  let server: Awaited<ReturnType<typeof openSftpServer>>;
  let ref: string;
  beforeAll(async () => {
    server = await openSftpServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.files.clear();
    server.diesAfter = Number.POSITIVE_INFINITY;
    [ref] = refs('S', 0, 1) as [string];
    await house.inA(async (tx) => {
      await addClaims(tx, [ref]);
      await give(tx, partnerId, [ref]);
    });
  });
  const login = (more: object = {}) => ({
    server: { host: '127.0.0.1', port: server.port, user: 'nordstern', password: 'secret', ...more },
    folderOut: '/in',
    folderIn: '/out',
  });
  /** Lets time pass and does what is due. */
  const later = async (seconds: number) => {
    advanceClock(seconds * 1000);
    await drainJobs(house.database);
  };
  const look = async () => {
    await call('lookForPartnerFiles', '', { partnerId }, '$partnerId: ID!');
    await drainJobs(house.database);
  };
  const returns = async () =>
    (
      await call<{ items: { returnId: Uuid; fileName: string; status: string }[] }>(
        'listPartnerReturns',
        '{ items { returnId fileName status } }',
        { partnerId },
        '$partnerId: ID!',
      )
    ).items;

  it('puts a file there whole under its name, pins the server’s key, and sends the same bytes again', async () => {
    await saveExchange(login());
    const file = await make(true);
    expect(file.status).toBe('sent');
    expect([...server.files.keys()]).toEqual([`/in/${file.displayName}`]);
    const sent = server.files.get(`/in/${file.displayName}`)!.bytes;
    expect(sent.toString().replace('\ufeff', '')).toBe(await text(file.id));
    const settings = await call<{ fingerprint: string; revision: number }>(
      'getPartnerExchange',
      '{ fingerprint }',
      { partnerId },
      '$partnerId: ID!',
    );
    expect(settings.fingerprint).toBe(server.fingerprint);
    server.files.clear();
    await call('sendOutsourcedFile', '{ id }', { id: file.id }, '$id: ID!');
    await drainJobs(house.database);
    expect(server.files.get(`/in/${file.displayName}`)!.bytes.equals(sent)).toBe(true);
    await expect(call('deleteOutsourcedFile', '', { id: file.id }, '$id: ID!')).rejects.toThrow(/handed over/);
    // Somebody between us and the partner has another key.
    await saveExchange({ ...login(), fingerprint: `SHA256:${'A'.repeat(43)}` });
    const test = await call<{ errorKey: string }>('testPartnerServer', '{ errorKey }', { partnerId }, '$partnerId: ID!');
    expect(test.errorKey).toBe('connectorOtherKey');
  });

  it('a server that dies while it is sent a file has nothing under its name, and gets it with the next try', async () => {
    await saveExchange(login());
    server.diesAfter = 1;
    const file = await make(true);
    expect(file).toMatchObject({ status: 'sending' });
    expect([...server.files.keys()].filter((name) => !name.endsWith('.part'))).toEqual([]);
    await later(60);
    expect((await newest()).status).toBe('sent');
    expect([...server.files.keys()]).toEqual([`/in/${file.displayName}`]);
  });

  it('a file that can’t be sent says why while it is tried, and leaves at once when the server is set up anew or somebody asks', async () => {
    await saveExchange(login({ password: 'wrong' }));
    expect(await make(true)).toMatchObject({ status: 'sending', errorKey: 'sftpNoLogin' });
    await call('sendOutsourcedFile', '{ id }', { id: (await newest()).id }, '$id: ID!');
    expect(await newest()).toMatchObject({ status: 'sending', errorKey: null });
    // One that is being tried isn't tried twice.
    await expect(call('sendOutsourcedFile', '{ id }', { id: (await newest()).id }, '$id: ID!')).rejects.toThrow(/on its way/);
    await drainJobs(house.database);
    expect(await newest()).toMatchObject({ status: 'sending', errorKey: 'sftpNoLogin' });
    await saveExchange(login());
    await drainJobs(house.database);
    expect(await newest()).toMatchObject({ status: 'sent', errorKey: null });
    expect([...server.files.keys()]).toEqual([`/in/${(await newest()).displayName}`]);
  });

  it('takes what is whole from its folder: not what grows, not what dies on the way, and nothing twice', async () => {
    await saveExchange({ ...login(), fetches: true });
    const row = (n: number) => `kind,claim,reference,date,amount\npayment,${ref},F-${n},2026-07-01,1.00\n`;
    const put = (name: string, content: string | Buffer, modified = 1) =>
      server.files.set(`/out/${name}`, { bytes: Buffer.from(content), modified });
    const untaken = async () => {
      const found = await call<{ folderFiles: { name: string; isAwaited: boolean; errorKey: string | null }[] }>(
        'getPartnerExchange',
        '{ folderFiles { name isAwaited errorKey } }',
        { partnerId },
        '$partnerId: ID!',
      );
      return found.folderFiles;
    };
    put('one.csv', 'kind,claim,reference');
    put('gone.csv', row(8));
    put('half.csv.part', row(9));
    await look();
    expect(await untaken()).toEqual(['gone.csv', 'one.csv'].map((name) => ({ name, isAwaited: true, errorKey: null })));
    put('one.csv', row(1), 2);
    server.files.delete('/out/gone.csv');
    await later(40);
    await look();
    expect(await returns()).toEqual([]);
    await later(40);
    server.diesAfter = 1;
    await look();
    expect(await returns()).toEqual([]);
    expect(
      (await call<{ errorKey: string | null }>('getPartnerExchange', '{ errorKey }', { partnerId }, '$partnerId: ID!')).errorKey,
    ).not.toBeNull();
    await look();
    expect(await returns()).toMatchObject([{ fileName: 'one.csv', status: 'uploaded' }]);
    expect(await untaken()).toEqual([]);
    // The same content under another name is not taken again, the same name with another content is.
    put('copy.csv', row(1));
    put('one.csv', row(2), 3);
    put('torn.csv.pgp', '-----BEGIN PGP MESSAGE-----\n\nnothing');
    await look();
    await later(40);
    await look();
    expect((await returns()).map(({ fileName }) => fileName)).toEqual(['one.csv', 'one.csv']);
    expect(
      await one('select state from partner_remote_file where client_id = $client and partner_id = $1 and name = $2', partnerId, 'copy.csv'),
    ).toEqual({ state: 'repeated' });
    expect(await untaken()).toEqual([
      { name: 'copy.csv', isAwaited: false, errorKey: 'returnRepeated' },
      { name: 'torn.csv.pgp', isAwaited: false, errorKey: expect.stringMatching(/^(pgp|return)/) as unknown },
    ]);
  });

  it('tells a partner who is deleted what came back, by a last file', async () => {
    await saveExchange(login());
    await make(true);
    server.files.clear();
    await call('deletePartner', '', { partnerId, recallClaims: true }, '$partnerId: ID!, $recallClaims: Boolean');
    await drainJobs(house.database);
    const [name, file] = [...server.files][0]!;
    expect(name).toMatch(/^\/in\/[A-Z].*\.csv$/);
    expect(file.bytes.toString()).toMatch(new RegExp(`returned.*${ref}|${ref}.*returned`));
    await expect(call('getPartnerExchange', '{ revision }', { partnerId }, '$partnerId: ID!')).rejects.toThrow('NOT_FOUND');
  });

  it('makes and sends a file every day at its time, books what comes without a contradiction, and takes receipts', async () => {
    await saveExchange({ ...login(), fetches: true, booksItself: true });
    await call('scheduleFileOutsourcing', '{ nextFileAt }', { partnerId, dailyAt: '06:30' }, '$partnerId: ID!, $dailyAt: String');
    advanceClock(25 * 3600 * 1000);
    await exchangeTick.run({}, house.database, undefined);
    await drainJobs(house.database);
    const file = await newest();
    expect(file.status).toBe('sent');
    const mapping = {
      hasHeader: true,
      decimalMark: '.',
      dateOrder: 'YMD',
      fields: [{ field: 'kind', constant: 'payment' }, ...['claimRef', 'reference', 'amount'].map((field) => ({ field, column: field }))],
    };
    await house.inA((tx) =>
      tx.sql('update partner_exchange set mapping = $3 where client_id = $1 and partner_id = $2', [
        tx.clientId,
        partnerId,
        JSON.stringify(mapping),
      ]),
    );
    server.files.set('/out/paid.csv', { bytes: Buffer.from(`claimRef,reference,amount\n${ref},B-1,25.00\n`), modified: 5 });
    server.files.set(`/out/${file.displayName}.ack`, { bytes: Buffer.from('ok'), modified: 5 });
    await look();
    await later(60);
    await look();
    await drainJobs(house.database);
    expect(await returns()).toMatchObject([{ fileName: 'paid.csv', status: 'booked' }]);
    expect(await one('select balance::int from claim where client_id = $client and external_claim_ref = $1', ref)).toEqual({
      balance: 7_500,
    });
    expect((await newest()).status).toBe('acknowledged');
  });

  it('encrypts to the partner’s key and signs; reads what is encrypted to ours, and refuses what is torn or signed by somebody else', async () => {
    const theirs = await generateKey({ type: 'ecc', curve: 'curve25519Legacy', userIDs: [{ name: 'Nordstern' }], format: 'armored' });
    const other = await generateKey({ type: 'ecc', curve: 'curve25519Legacy', userIDs: [{ name: 'Other' }], format: 'armored' });
    await call('makePartnerKey', '{ partnerId }', { partnerId }, '$partnerId: ID!');
    await expect(saveExchange({ publicKey: theirs.privateKey })).rejects.toThrow(/private key/);
    await expect(saveExchange({ publicKey: 'nonsense' })).rejects.toThrow(/no OpenPGP/);
    const settings = await saveExchange({ ...login(), publicKey: theirs.publicKey, signs: true });
    const own = (settings as unknown as { ownPublicKey: string }).ownPublicKey;
    const { id, displayName } = await make(true);
    const sent = server.files.get(`/in/${displayName}.pgp`)!.bytes;
    const opened = await decrypt({
      message: await readMessage({ binaryMessage: new Uint8Array(sent) }),
      decryptionKeys: await readPrivateKey({ armoredKey: theirs.privateKey }),
      date: new Date(Date.now() + offset + 1000),
      verificationKeys: await readKey({ armoredKey: own }),
      format: 'binary',
    });
    expect(
      Buffer.from(opened.data as Uint8Array)
        .toString()
        .replace('\ufeff', ''),
    ).toBe(await text(id));
    expect(await opened.signatures[0]!.verified).toBe(true);
    const content = `kind,claim,reference,date,amount\npayment,${ref},G-1,2026-07-01,10.00\n`;
    const to = async (key: string, signer: string) =>
      Buffer.from(
        (await encrypt({
          message: await createMessage({ text: content }),
          encryptionKeys: await readKey({ armoredKey: key }),
          signingKeys: await readPrivateKey({ armoredKey: signer }),
          date: new Date(Date.now() + offset + 1000),
          format: 'binary',
        })) as Uint8Array,
      );
    const good = await to(own, theirs.privateKey);
    const refusal = async (bytes: Buffer) => JSON.stringify(await upload(house, partnerId, bytes, 'back.csv.pgp'));
    expect(await refusal(good.subarray(0, good.length - 20))).toContain('damaged or not complete');
    expect(await refusal(await to(own, other.privateKey))).toContain('signature');
    expect(await refusal(await to(theirs.publicKey, theirs.privateKey))).toContain('another key');
    const returnId = await bring(good, 'back.csv.pgp');
    expect(await check(returnId)).toMatchObject({ status: 'checked', wasEncrypted: true, isSigned: true, summary: { booked: 1 } });
    // The same content, encrypted once more, is the same file.
    expect(await refusal(await to(own, theirs.privateKey))).toContain('was here before');
    const kept = await one<{ key: string }>(
      'select own_private_key as key from partner_exchange where client_id = $client and partner_id = $1',
      partnerId,
    );
    expect(kept.key).not.toContain('PRIVATE KEY');
  });
});
