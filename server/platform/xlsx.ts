/**
 * Writes a workbook row by row: what is written is compressed and handed on at once, so that its size costs no memory. (The library that
 * writes workbooks elsewhere holds all of their cells.) ECMA-376 part 1, section 18; ZIP with data descriptors (APPNOTE 4.3.9).
 */
import { zipper } from './zip.ts';

/** A cell: text, a number as decimal text with its format, or a day or moment as a number of Excel. */
export type XlsxCell = string | null | { readonly number: string; readonly format: string };

/** Formats of dates; of amounts see `moneyFormat`. */
export const DAY_FORMAT = 'yyyy-mm-dd';
export const MOMENT_FORMAT = 'yyyy-mm-dd hh:mm:ss';
export const NUMBER_FORMAT = '0';
/** @param digits after the point @param currency three capital letters. */
export const moneyFormat = (digits: number, currency: string) => `#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''} [$${currency}]`;

/** Rows of one sheet; there are more sheets when there are more rows. The format's limit is 1,048,576. */
const SHEET_ROWS = 1_000_000;
const CELL_TEXT = 32_767;
/** Characters gathered before they are compressed. */
const PIECE = 64 * 1024;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) =>
  text
    .slice(0, CELL_TEXT)
    // What XML cannot hold, half characters among it.
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** @returns the file in pieces. @param header of every sheet. */
export async function* writeXlsx(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly XlsxCell[])[]>,
): AsyncGenerator<Buffer> {
  const zip = zipper();
  const formats = new Map<string, number>();
  const source = rowsOf(batches)[Symbol.asyncIterator]();
  let sheets = 0;
  let next = await source.next();
  do {
    const sheet = async function* (): AsyncGenerator<string> {
      let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>${rowXml(1, header, formats)}`;
      for (let row = 2; row <= SHEET_ROWS && !next.done; row++) {
        text += rowXml(row, next.value, formats);
        if (text.length >= PIECE) {
          yield text;
          text = '';
        }
        next = await source.next();
      }
      yield `${text}</sheetData></worksheet>`;
    };
    yield* zip.file(`xl/worksheets/sheet${++sheets}.xml`, sheet());
  } while (!next.done);
  for (const [name, text] of Object.entries(parts(sheets, [...formats.keys()])))
    yield* zip.file(
      name,
      (async function* () {
        yield text;
      })(),
    );
  yield zip.end();
}

async function* rowsOf(batches: AsyncIterable<readonly (readonly XlsxCell[])[]>): AsyncGenerator<readonly XlsxCell[]> {
  for await (const batch of batches) yield* batch;
}

function rowXml(row: number, cells: readonly XlsxCell[], formats: Map<string, number>): string {
  const cell = (value: XlsxCell, index: number) => {
    const place = `${columnName(index)}${row}`;
    if (value === null || value === '') return '';
    if (typeof value === 'string') return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
    const style = formats.get(value.format) ?? formats.size + 1;
    formats.set(value.format, style);
    return `<c r="${place}" s="${style}"><v>${value.number}</v></c>`;
  };
  return `<row r="${row}">${cells.map(cell).join('')}</row>`;
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** All but the sheets. @param formats in the order of their styles, which begin after the plain one. */
function parts(sheets: number, formats: readonly string[]): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbers.map((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.map((format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(format)}"/>`).join('')}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length + 1}"><xf xfId="0"/>${formats.map((_, index) => `<xf xfId="0" numFmtId="${164 + index}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  };
}
