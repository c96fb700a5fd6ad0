/** Rows become the bytes of a file: CSV that no spreadsheet takes for formulas, a workbook, or a line of JSON each. */
import { invalid } from '../../../../core/fault.ts';
import { DEFAULT_LAYOUT, type FileType, type Layout } from '../../../../core/partnerFiles.ts';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../../platform/csv.ts';
import { moneyFormat, writeXlsx, type XlsxCell } from '../../../platform/xlsx.ts';
import { cellsBy, columnsOf, type OutCell, type OutRow } from './out.row.ts';

/** What Windows-1252 has beyond Latin 1, by its place. */
const CP1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const EXTRA = new Map([...CP1252].map((sign, index) => [sign, 0x80 + index]));

/** @returns a text in Windows-1252. What it has no sign for loses its accent, or becomes a question mark. */
export function toCp1252(text: string): Buffer {
  const bytes: number[] = [];
  for (const sign of text.normalize('NFC')) {
    const code = byteOf(sign);
    if (code !== null) bytes.push(code);
    else for (const plain of sign.normalize('NFD').replace(/\p{M}/gu, '') || '?') bytes.push(byteOf(plain) ?? 63);
  }
  return Buffer.from(bytes);
}

function byteOf(sign: string): number | null {
  const code = sign.codePointAt(0)!;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  return EXTRA.get(sign) ?? null;
}

type Batches = AsyncIterable<readonly OutRow[]>;

/** @returns the file in pieces. */
export async function* writeFile(type: FileType, layout: Layout | null, batches: Batches): AsyncGenerator<Buffer> {
  const cells = cellsBy(layout);
  const names = columnsOf(layout).map(({ name }) => name);
  if (type === 'xlsx') yield* writeXlsx(names, workbookRows(batches, cells));
  else if (type === 'jsonl') yield* jsonLines(batches, names, cells);
  else yield* csv(batches, names, cells, layout ?? DEFAULT_LAYOUT);
}

async function* csv(
  batches: Batches,
  names: readonly string[],
  cells: (row: OutRow) => OutCell[],
  { encoding, separator }: Layout,
): AsyncGenerator<Buffer> {
  const bytes = encoding === 'windows-1252' ? toCp1252 : (text: string) => Buffer.from(text);
  // An amount below zero begins like a formula and is none.
  const written = (cell: OutCell) =>
    cell.kind === 'text' ? quoted(cell.text, separator) : cell.text.includes(separator) ? `"${cell.text}"` : cell.text;
  yield bytes(
    (encoding === 'utf-8' ? BYTE_ORDER_MARK : '') +
      csvLine(
        names.map((name) => quoted(name, separator)),
        separator,
      ),
  );
  for await (const batch of batches) yield bytes(batch.map((row) => csvLine(cells(row).map(written), separator)).join(''));
}

const quoted = (text: string, separator: string) => {
  const cell = csvCell(text);
  return separator === '|' && cell === text && text.includes('|') ? `"${text}"` : cell;
};

async function* workbookRows(batches: Batches, cells: (row: OutRow) => OutCell[]): AsyncGenerator<readonly (readonly XlsxCell[])[]> {
  for await (const batch of batches)
    yield batch.map((row) =>
      cells(row).map((cell) =>
        cell.kind === 'amount' ? { number: cell.decimal, format: moneyFormat(cell.digits, cell.currency) } : cell.text,
      ),
    );
}

async function* jsonLines(batches: Batches, names: readonly string[], cells: (row: OutRow) => OutCell[]): AsyncGenerator<Buffer> {
  for await (const batch of batches)
    yield Buffer.from(
      batch
        .map((row) => {
          // Amounts stay text: a number of JSON may lose cents on its way.
          const values = cells(row).map((cell, index) => [names[index]!, cell.kind === 'amount' ? cell.decimal : cell.text || null]);
          return `${JSON.stringify(Object.fromEntries(values))}\n`;
        })
        .join(''),
    );
}

/** @throws Fault INVALID_INPUT for a layout under which two columns could not be told apart */
export function checkColumnNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (seen.has(name)) throw invalid(`layout.columns.${index}.name`, 'exchangeColumnTwice', { name });
    seen.add(name);
  }
}
