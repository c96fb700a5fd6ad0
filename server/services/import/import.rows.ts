/**
 * Text becomes rows of cells (RFC 4180). Written for long files: a line without quotes costs one search and one split,
 * which is five times as fast as a parser that looks at every character.
 */
import { invalid } from '../../../core/fault.ts';
import { isForSpreadsheets, restoreCells } from './import.returned.ts';
import { type Encoding, readText } from './import.text.ts';
import { readSheetRows, type SheetForm } from './import.workbook.ts';

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** How the rows of a file are found in it. */
export interface RowForm {
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Lines at the top that are no rows: what a report says about itself. */
  readonly skipRows: number;
  /** Which sheet of a workbook; null for a text. */
  readonly sheet: SheetForm | null;
}

/** Lines that can be skipped. */
export const MOST_SKIPPED = 1000;

/** A line ends with a line feed, a return before it or not; in files of old Macintosh programs with a return alone. */
export type LineEnd = '\n' | '\r';

/** @param start the first characters of a file. @returns what ends its lines: line feeds inside quotes are part of a value. */
export function guessLineEnd(start: string): LineEnd {
  if (!start.includes('\r')) return '\n';
  const bare = start.replace(/"[^"]*"?/g, '');
  return bare.includes('\r') && !bare.includes('\n') ? '\r' : '\n';
}

/** One record of a file. Numbers count as a spreadsheet does: the first line is row 1, an empty line counts. */
export interface Row {
  readonly number: number;
  readonly cells: readonly string[];
  /** Why the record is no good as such, e.g. text behind a closing quote. */
  readonly broken?: 'rowQuote';
}

/** A record of more characters is a quote that nobody closed. */
const LONGEST_RECORD = 4_000_000;
const QUOTE = 34;

/** Takes text in pieces and gives the records that are complete. */
export class RowSplitter {
  private rest = '';
  private number = 0;
  private readonly separator: string;
  private readonly lineEnd: LineEnd;

  constructor(separator: Separator, lineEnd: LineEnd = '\n') {
    this.separator = separator;
    this.lineEnd = lineEnd;
  }

  /** @returns the records that end in this piece; empty lines are counted and left out. @throws Fault INVALID_INPUT for an endless record. */
  push(piece: string): Row[] {
    const text = this.rest ? this.rest + piece : piece;
    const rows: Row[] = [];
    let at = 0;
    let quote = text.indexOf('"');
    for (;;) {
      const end = text.indexOf(this.lineEnd, at);
      if (end < 0) break;
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
      if (quote < 0 || quote > end) {
        at = this.takeLine(rows, text, at, end);
        continue;
      }
      const next = this.takeQuoted(rows, text, at, false);
      if (next < 0) break;
      at = next;
    }
    this.rest = text.slice(at);
    if (this.rest.length > LONGEST_RECORD) throw this.unclosed();
    return rows;
  }

  /** @returns the last record when the file does not end with a line end. @throws Fault INVALID_INPUT when a quote is still open. */
  end(): Row[] {
    const rows: Row[] = [];
    const text = this.rest;
    this.rest = '';
    if (text === '') return rows;
    if (!text.includes('"')) this.takeLine(rows, text, 0, text.length);
    else if (this.takeQuoted(rows, text, 0, true) < 0) throw this.unclosed();
    return rows;
  }

  private unclosed() {
    return invalid('file', 'fileQuote', { number: this.number + 1 });
  }

  private takeLine(rows: Row[], text: string, from: number, end: number): number {
    this.number++;
    const last = end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    if (last > from) rows.push({ number: this.number, cells: text.slice(from, last).split(this.separator) });
    return end + 1;
  }

  /** One record with quotes. @returns where the next one starts, or -1 when this one is not complete yet. */
  private takeQuoted(rows: Row[], text: string, from: number, isEnd: boolean): number {
    const cells: string[] = [];
    let broken: Row['broken'];
    let at = from;
    for (;;) {
      let cell: string;
      if (text.charCodeAt(at) === QUOTE) {
        let end = text.indexOf('"', at + 1);
        let doubled = false;
        while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) {
          doubled = true;
          end = text.indexOf('"', end + 2);
        }
        // A quote at the very end of a piece may be the first of two.
        if (end < 0 || (end + 1 >= text.length && !isEnd)) return -1;
        cell = text.slice(at + 1, end);
        if (doubled) cell = cell.replaceAll('""', '"');
        at = end + 1;
        const stop = this.cellEnd(text, at);
        const behind = text.slice(at, stop);
        if (behind !== '' && behind !== '\r') {
          broken = 'rowQuote';
          cell += behind;
        }
        at = stop;
      } else {
        const stop = this.cellEnd(text, at);
        const isLast = text[stop] === this.lineEnd || stop >= text.length;
        cell = text.slice(at, isLast && stop > at && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop);
        at = stop;
      }
      const atLineEnd = at >= text.length || text[at] === this.lineEnd;
      if (at >= text.length && !isEnd) return -1;
      cells.push(cell);
      at++;
      if (atLineEnd) break;
    }
    this.number++;
    rows.push(broken ? { number: this.number, cells, broken } : { number: this.number, cells });
    return at;
  }

  private cellEnd(text: string, from: number): number {
    const line = text.indexOf(this.lineEnd, from);
    const end = line < 0 ? text.length : line;
    const separator = text.indexOf(this.separator, from);
    return separator < 0 || separator > end ? end : separator;
  }
}

/** @returns the rows of a file in small groups, as they are read; those that went out to a spreadsheet as they were before. @throws Fault INVALID_INPUT for an open quote or a damaged workbook. */
export async function* readRows(path: string, { encoding, separator, skipRows, sheet }: RowForm): AsyncGenerator<Row[]> {
  let restore: boolean | null = null;
  const given = (read: Row[]) => {
    const rows = skipRows > 0 ? read.filter((row) => row.number > skipRows) : read;
    if (rows.length === 0) return rows;
    restore ??= isForSpreadsheets(rows[0]?.cells ?? []);
    return restore ? rows.map(restoreCells) : rows;
  };
  for await (const read of sheet ? readSheetRows(path, sheet) : readTextRows(path, encoding, separator)) {
    const rows = given(read);
    if (rows.length > 0) yield rows;
  }
}

async function* readTextRows(path: string, encoding: Encoding, separator: Separator): AsyncGenerator<Row[], undefined> {
  let splitter: RowSplitter | null = null;
  for await (const text of readText(path, encoding)) {
    splitter ??= new RowSplitter(separator, guessLineEnd(text));
    yield splitter.push(text);
  }
  if (splitter) yield splitter.end();
  return undefined;
}

/** @returns the first rows of a file. */
export async function readFirstRows(path: string, form: RowForm, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const group of readRows(path, form)) {
    rows.push(...group);
    if (rows.length >= count) break;
  }
  return rows.slice(0, count);
}

/** The separator that cuts most of the first lines into as many cells, whatever titles stand above them; a file of one column has a comma. */
export async function guessSeparator(path: string, encoding: Encoding): Promise<Separator> {
  let best: Separator = ',';
  let most = 0;
  for (const separator of SEPARATORS) {
    const rows = await readFirstRows(path, { encoding, separator, skipRows: 0, sheet: null }, 50).catch(() => []);
    const counts = new Map<number, number>();
    for (const { cells } of rows) if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    const scores = [...counts].map(([width, count]) => (count / rows.length) * 100 + Math.min(width, 50));
    const score = Math.max(0, ...scores);
    if (score > most) {
      most = score;
      best = separator;
    }
  }
  return best;
}
