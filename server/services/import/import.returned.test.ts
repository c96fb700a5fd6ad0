/** Rejected rows go out and come back to the byte, in both of the files that they are given as. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withApostrophe, withoutApostrophe } from '../../platform/csv.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { listRejections } from './import.logic.ts';
import { importText, readClaim } from './import.testing.ts';
import { mountImportUploads } from './import.upload.ts';

let house: TestHouse;

beforeAll(async () => {
  house = await openTestHouse(mountImportUploads);
});
afterAll(() => house.close());

const NASTY = [
  "'-2",
  '-2',
  "''=1+1",
  '=1+1',
  "'",
  '+49 30 1',
  '@x',
  '\tx',
  "'\ty",
  '\rz',
  ' a ',
  'say "hi"',
  'a,b;c|d',
  'x\ny',
  'x\r\ny',
  "O'Brien",
  '=',
  "'plain",
  '\u00a0',
  '0007',
  '\ufeffq',
];
const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

async function download(importId: string, query: string): Promise<string> {
  const answer = await house.app.inject({
    url: `/api/import/rejections?clientId=${house.clientA}&importId=${importId}${query}`,
    headers: { authorization: `Bearer ${await house.tokenFor(house.clientA)}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload.toString('utf8');
}

const cellsOf = async (importId: string) => (await house.inA((tx) => listRejections(tx, importId, 1000, 0))).items.map(({ row }) => row);

it.each([
  ['to the byte', ''],
  ['for a spreadsheet', '&spreadsheet=true'],
])('%s: every value comes back as it was, however often', async (_, query) => {
  const cells = [
    ...NASTY,
    ...fc.sample(fc.string({ unit: fc.constantFrom("'", '=', '-', '"', ';', ',', '\n', '\r', '\t', ' ', 'ü', '2'), maxLength: 6 }), 200),
  ];
  const lines = cells.map((cell, at) => `RT-${at};RT${at};0.00;${quoted(cell)}`);
  const first = await importText(house, `customer_id;invoice_number;amount;remark\n${lines.join('\n')}\n`);
  expect(first.rejectedRows).toHaveLength(cells.length);
  const before = await cellsOf(first.importId);
  expect(before.map((row) => row[3])).toEqual(cells);
  const once = await download(first.importId, query);
  const second = await importText(house, once);
  expect(second.suggestion.fields.map(({ column }) => column).sort()).toEqual(['amount', 'customer_id', 'invoice_number', 'remark']);
  expect((await cellsOf(second.importId)).map((row) => row.slice(3))).toEqual(before);
});

it("keeps '-2 as '-2 when fixed and uploaded again", async () => {
  const file = "customer_id,invoice_number,amount,remark,code\nRM-1,RM1,0.00,'-2,-2\n";
  const first = await importText(house, file);
  for (const query of ['', '&spreadsheet=true']) {
    const mended = (await download(first.importId, query)).replace(',0.00,', query ? ',8.00,' : ',7.00,');
    const back = await importText(house, mended);
    expect(back.summary).toMatchObject({ rejected: 0 });
    expect((await readClaim(house, 'RM1'))?.meta).toEqual({ remark: "'-2", code: '-2' });
  }
  expect((await readClaim(house, 'RM1'))?.amount).toBe(800n);
  expect(await download(first.importId, '&spreadsheet=true')).toContain(",''-2,'-2\r\n");
});

it('keeps the apostrophes of files that aren’t ours', async () => {
  await importText(house, "customer_id,invoice_number,amount,remark\nRK-1,RK1,1.00,'-2\n");
  expect((await readClaim(house, 'RK1'))?.meta).toEqual({ remark: "'-2" });
});

it('adds and removes apostrophes symmetrically', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '=', '-', 'a', '\t') }), (text) => withoutApostrophe(withApostrophe(text)) === text),
  );
});
