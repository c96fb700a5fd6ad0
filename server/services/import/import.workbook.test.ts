/** Workbooks of spreadsheets: what their cells say, and what is refused. Through the API: import.form.test.ts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { writeXlsx } from '../../platform/xlsx.ts';
import { zipper } from '../../platform/zip.ts';
import { inspectFile } from './import.inspect.ts';
import { columnLetter, letterIndex } from './import.letters.ts';
import { type Row, readFirstRows, readRows } from './import.rows.ts';
import { dayText, isDateFormat, numberText } from './import.sheet.cells.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-workbook-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
function keep(content: Buffer): string {
  const target = path.join(folder, String(Math.random()));
  writeFileSync(target, content);
  return target;
}

const formOf = (sheet: string, decimalMark: '.' | ',' = '.') =>
  ({ encoding: 'utf-8', separator: ',', skipRows: 0, sheet: { name: sheet, decimalMark } }) as const;
async function rowsOf(file: string, sheet = 'One', decimalMark: '.' | ',' = '.'): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const group of readRows(file, formOf(sheet, decimalMark))) rows.push(...group);
  return rows;
}
const cellsOf = async (...args: Parameters<typeof rowsOf>) => (await rowsOf(...args)).map(({ cells }) => cells);

async function zip(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = zipper();
  const pieces: Buffer[] = [];
  for (const [name, text] of Object.entries(files))
    for await (const piece of archive.file(
      name,
      (async function* () {
        yield text;
      })(),
    ))
      pieces.push(piece);
  return Buffer.concat([...pieces, archive.end()]);
}

const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** The parts of a workbook of two sheets; the first has these rows. */
const parts = (rows: string, more: Readonly<Record<string, string>> = {}) => ({
  '_rels/.rels': relations(['r1', 'officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml':
    '<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr/><x:sheets><x:sheet name="One" sheetId="1" r:id="r1"/><x:sheet name="Hidden" state="hidden" sheetId="2" r:id="r2"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels': relations(
    ['r1', 'worksheet', '/xl/worksheets/a.xml'],
    ['r2', 'worksheet', 'worksheets/b.xml'],
    ['r3', 'sharedStrings', 'sharedStrings.xml'],
    ['r4', 'styles', 'styles.xml'],
  ),
  'xl/worksheets/a.xml': `<worksheet><cols><col/></cols><sheetData>${rows}</sheetData></worksheet>`,
  'xl/worksheets/b.xml': '<worksheet><sheetData/></worksheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Müller</t></si><si><r><t>Öz</t></r><r><t xml:space="preserve"> &amp; Söhne</t></r><rPh sb="0" eb="1"><t>aid</t></rPh></si><si><t>a_x000D_b</t></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="171" formatCode="#,##0.00\\ [$€-407];[Red]0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
  ...more,
});

describe('cells', () => {
  it('are text as the sheet shows it', async () => {
    const file = keep(
      await zip(
        parts(
          `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c></row><row r="3"/>
           <row r="5"><c r="A5" t="inlineStr"><is><r><t>0007</t></r><r><t>-b</t></r></is></c><c r="B5" t="b"><v>1</v></c><c r="C5" t="e"><v>#N/A</v></c><c r="AA5" t="str"><f>A1&amp;"x"</f><v>kept</v></c></row>
           <row><c><v>0.30000000000000004</v></c><c><v>1.5E+3</v></c><c s="1"><v>46022</v></c><c s="2"><v>46022.75</v></c><c s="3"><v>1234.5</v></c><c><f>A1*2</f></c><c t="d"><v>2026-01-31T00:00:00</v></c><c s="1"/></row>`,
        ),
      ),
    );
    const rows = await rowsOf(file);
    expect(rows.map(({ number }) => number)).toEqual([2, 5, 6]);
    expect(rows[0]?.cells).toEqual(['Müller', '', 'Öz & Söhne', 'a\rb']);
    expect([rows[1]?.cells.slice(0, 3), rows[1]?.cells[26], rows[1]?.cells.length]).toEqual([['0007-b', 'TRUE', '#N/A'], 'kept', 27]);
    expect(rows[2]?.cells).toEqual(['0.3', '1500', '2025-12-31', '2025-12-31 18:00:00', '1234.5', '=A1*2', '2026-01-31']);
    expect((await cellsOf(file, 'One', ','))[2]?.slice(0, 5)).toEqual(['0,3', '1500', '2025-12-31', '2025-12-31 18:00:00', '1234,5']);
    expect(await inspectFile(file)).toMatchObject({ sheets: ['One'], sheet: 'One', lines: 3 });
  });

  it('of a workbook that counts from 1904 are the same days', async () => {
    const book = parts('<row><c s="1"><v>44560</v></c><c s="1"><v>0</v></c></row>');
    const from1904 = book['xl/workbook.xml'].replace('<x:workbookPr/>', '<x:workbookPr date1904="1"/>');
    expect(await cellsOf(keep(await zip({ ...book, 'xl/workbook.xml': from1904 })))).toEqual([['2025-12-31', '1904-01-01']]);
  });

  it.each([
    ['1', '1'],
    ['-1.50', '-1.50'],
    ['1.1000000000000001', '1.1'],
    ['123456789012345', '123456789012345'],
    ['1.2345678901234568E+16', '12345678901234600'],
    ['1E-7', '0.0000001'],
    ['000000000000000000012', '000000000000000000012'],
    ['4,5', '4,5'],
  ])('the number %s is %s', (value, text) => expect(numberText(value)).toBe(text));

  it.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [60, '1900-02-29'],
    [61, '1900-03-01'],
    [0.5, '12:00:00'],
    [46022.999999, '2026-01-01'],
    [2_958_465, '9999-12-31'],
    [2_958_466, null],
    [-1, null],
  ])('day %s from 1900 is %s', (serial, text) => expect(dayText(serial, false)).toBe(text));

  it.each([
    [14, undefined, true],
    [2, undefined, false],
    [164, 'yyyy-mm-dd', true],
    [164, '[h]:mm:ss', true],
    [164, '[$-407]d. mmmm yyyy;@', true],
    [164, '0.00 "days"', false],
    [164, '#,##0.00 [$CHF];[Red]-0', false],
    [164, 'General', false],
    [164, '_-* 0.00\\ \\d', false],
  ])('format %s %s shows days: %s', (id, code, isDate) => expect(isDateFormat(id, code)).toBe(isDate));

  it('come back as our own files and another library write them', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '0', '<', '&', '"', ' ', '\n', 'ü', '😀', '_'), minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(text, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 }), async (rows) => {
        const pieces: Buffer[] = [];
        const [header = [], ...body] = rows;
        for await (const piece of writeXlsx(
          header,
          (async function* () {
            yield body;
          })(),
        ))
          pieces.push(piece);
        const file = keep(Buffer.concat(pieces));
        const { sheet } = await inspectFile(file);
        expect(await cellsOf(file, sheet)).toEqual(rows);
      }),
      { numRuns: 25 },
    );
    const day = { value: new Date(Date.UTC(2026, 0, 31)), type: Date, format: 'dd/mm/yyyy' };
    const book = await writeExcelFile([
      { data: [['Ref', 'Amount', 'Due']], sheet: 'Cover' },
      {
        data: [
          ['Ref', 'Amount', 'Due'],
          ['R-1', 0.1 + 0.2, day],
        ],
        sheet: 'Claims & more',
      },
    ] as never).toBuffer();
    const file = keep(book);
    expect((await inspectFile(file)).sheets).toEqual(['Cover', 'Claims & more']);
    expect((await cellsOf(file, 'Claims & more'))[1]).toEqual(['R-1', '0.3', '2026-01-31']);
  });

  it('stand in columns that are called by letter', () =>
    fc.assert(fc.property(fc.nat(20_000), (index) => letterIndex(columnLetter(index)) === index)));
});

/** A sheet of so many rows. */
const long = (rows: number) =>
  Array.from(
    { length: rows },
    (_, at) => `<row><c t="inlineStr"><is><t>K-${at * 7919}</t></is></c><c><v>${at * 104_729}</v></c></row>`,
  ).join('');

describe('what cannot be read', () => {
  it('is told with what is wrong with it apart from any language', async () => {
    const file = keep(await zip(parts('<row><c t="s"><v>99</v></c></row>')));
    const said = { key: 'workbookDamaged', values: { reason: { key: 'sheetNoText', values: { index: 99 } } } };
    await expect(inspectFile(file)).rejects.toMatchObject({ words: said });
  });

  it('is noticed where it stands: the first rows of a sheet that is damaged at its end are read', async () => {
    const whole = await zip(parts(long(20_000)));
    const at = whole.indexOf('PK\x01\x02');
    const spoilt = Buffer.from(whole);
    // Behind the sheet come the parts that are small; its last bytes are well before them.
    spoilt.fill(0x55, whole.indexOf('xl/worksheets/b.xml') - 3000, whole.indexOf('xl/worksheets/b.xml') - 2000);
    expect(at).toBeGreaterThan(60_000);
    const file = keep(spoilt);
    expect((await readFirstRows(file, formOf('One'), 5)).map(({ cells }) => cells[0])).toEqual([
      'K-0',
      'K-7919',
      'K-15838',
      'K-23757',
      'K-31676',
    ]);
    await expect(rowsOf(file)).rejects.toThrow('This workbook is damaged');
    await expect(inspectFile(file)).rejects.toThrow('This workbook is damaged');
  });

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['half a workbook', async () => (await zip(parts(long(500)))).subarray(0, 2000), 'damaged'],
    ['an archive of something else', () => zip({ 'a.csv': 'a,b' }), 'neither a text file nor an Excel workbook'],
    [
      'a letter',
      () => zip({ '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']), 'word/document.xml': '<document/>' }),
      'neither a text file nor an Excel workbook',
    ],
    ['a workbook without rows', () => zip(parts('<row/><row><c s="1"/></row>')), 'no rows'],
    [
      'a sheet that is not there',
      () => zip({ ...parts(''), 'xl/_rels/workbook.xml.rels': relations(['r1', 'worksheet', 'none.xml']) }),
      'is missing',
    ],
    ['a text that is not there', () => zip(parts('<row><c t="s"><v>99</v></c></row>')), 'it has no text 99'],
    ['rows out of order', () => zip(parts('<row r="2"><c><v>1</v></c></row><row r="1"/>')), 'out of order'],
    ['cells out of order', () => zip(parts('<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>')), 'out of order'],
    ['XML that ends early', () => zip(parts('<row><c><v>1</v></c></row>', { 'xl/styles.xml': '<styleSheet><cellXfs>' })), 'no XML'],
    [
      'entities that multiply',
      () =>
        zip(
          parts('<row><c><v>1</v></c></row>', {
            'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY b "bbbb">]><sst/>',
            'xl/styles.xml': '<!DOCTYPE a [<!ENTITY b "bbbb">]><a/>',
          }),
        ),
      'no XML',
    ],
    ['a row beyond the last', () => zip(parts('<row r="1048577"><c><v>1</v></c></row>')), 'more than 1048576 rows'],
    ['too many columns', () => zip(parts('<row><c r="XFD1"><v>1</v></c></row>')), 'more than 2000 columns'],
    ['an endless cell', () => zip(parts(`<row><c t="str"><v>${'a'.repeat(300_000)}</v></c></row>`)), 'more than 200000 characters'],
    ['a bomb', () => zip(parts(' '.repeat(40_000_000))), 'more than may be unpacked'],
    ['a bomb that belittles itself', async () => belittled(await zip(parts(' '.repeat(40_000_000)))), 'longer than its directory says'],
    ['a row that never comes', async () => noise(), 'one of its rows is too long'],
    ['a part that is not what was packed', async () => altered(await zip(parts(long(2)))), 'a file in it is damaged'],
    ['a workbook behind a password', () => compound('EncryptedPackage'), 'protected by a password'],
    ['an archive behind a password', async () => locked(await zip(parts(long(2)))), 'protected by a password'],
    ['a file of old Excel', () => compound('Workbook'), 'old Excel file (.xls)'],
  ])('%s is refused', async (_, make, reason) => {
    const file = keep(await make());
    await expect(inspectFile(file)).rejects.toThrow(reason);
  });
});

const compound = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000), Buffer.from(stream, 'utf16le'), Buffer.alloc(500)]);

/** Where an archive's directory speaks of the first sheet. */
const entryAt = (archive: Buffer) => archive.indexOf('xl/worksheets/a.xml', archive.indexOf('PK\x01\x02')) - 46;

function belittled(archive: Buffer): Buffer {
  archive.writeUInt32LE(1000, entryAt(archive) + 24);
  return archive;
}

/** Its directory names another checksum. */
function altered(archive: Buffer): Buffer {
  const at = entryAt(archive) + 16;
  archive.writeUInt32LE((archive.readUInt32LE(at) ^ 1) >>> 0, at);
  return archive;
}

function locked(archive: Buffer): Buffer {
  const at = archive.indexOf('PK\x01\x02');
  archive.writeUInt16LE(archive.readUInt16LE(at + 8) | 1, at + 8);
  return archive;
}

/** Much that is no row and does not shrink beyond the ratio. */
async function noise(): Promise<Buffer> {
  const words = Array.from({ length: 250_000 }, (_, at) => `<x a="${(at * 2_654_435_761) % 4_294_967_296}"/>`).join('');
  const book = await zip(parts(`${words}${words}`));
  expect(words.length * 2).toBeGreaterThan(9_000_000);
  return book;
}
