/** A partner's file as a table: CSV and workbooks as imports read them, and lines of JSON. A file that breaks off is none. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { invalid, type SaidWords, words } from '../../../../core/fault.ts';
import { columnNames, inspectFile, type RowForm, readFirstRows, readRows, type TableFacts } from '../../import/import.table.logic.ts';
import type { ReturnMapping } from './in.mapping.ts';

/** What is known of a file before anybody says how to read it. */
export interface ReturnFacts extends TableFacts {
  /** Of lines of JSON: every name in them, in order. */
  readonly keys?: readonly string[];
  /** Its last row has an end. */
  readonly endsWell: boolean;
  readonly isAscii: boolean;
}

export interface TableRow {
  /** As a spreadsheet counts. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly broken?: SaidWords;
}

const MOST_KEYS = 300;
/** Rows that are handed on together. */
const GROUP = 500;

/** Looks at a whole file once. @throws Fault INVALID_INPUT when it is empty, damaged, or neither a table nor lines of JSON */
export async function inspectReturn(path: string): Promise<ReturnFacts> {
  const { start, end, isAscii } = await edgesOf(path);
  const endsWell = end.includes(10) || end.includes(13);
  if (/^\s*(\ufeff|\u00ef\u00bb\u00bf)?\s*\{/.test(start.toString('latin1'))) return { ...(await inspectJson(path)), endsWell, isAscii };
  return { ...(await inspectFile(path)), endsWell, isAscii };
}

async function edgesOf(path: string): Promise<{ start: Buffer; end: Buffer; isAscii: boolean }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (at: number, length: number) =>
      (await file.read(Buffer.alloc(length), 0, length, at)).buffer.subarray(0, Math.min(length, size));
    const [start, end] = [await read(0, 64), await read(Math.max(0, size - 4), 4)];
    let isAscii = true;
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      isAscii = chunk.every((byte) => byte < 128);
      if (!isAscii) break;
    }
    return { start, end, isAscii };
  } finally {
    await file.close();
  }
}

async function* linesOf(path: string): AsyncGenerator<{ number: number; line: string }> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    yield { number: ++number, line: number === 1 ? line.replace(/^\ufeff/, '') : line };
}

function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

async function inspectJson(path: string): Promise<TableFacts & { keys: string[] }> {
  const keys = new Set<string>();
  let lines = 0;
  for await (const { line } of linesOf(path)) {
    if (line.trim() === '') continue;
    lines++;
    for (const key of Object.keys(objectOf(line) ?? {})) keys.add(key);
    if (keys.size > MOST_KEYS) throw invalid('file', 'returnKeys', { most: MOST_KEYS });
  }
  return { encoding: 'utf-8', separator: ',', lines, keys: [...keys] };
}

/** How the rows of a file are found under a mapping. @throws Fault INVALID_INPUT for another encoding than the mapping says */
function formOf(facts: ReturnFacts, mapping: ReturnMapping): RowForm {
  const { encoding } = mapping;
  const isWorkbook = facts.sheets !== undefined;
  if (encoding && !isWorkbook && encoding !== facts.encoding && !(facts.isAscii && facts.encoding === 'utf-8'))
    throw invalid('file', 'returnEncoding', { encoding });
  const sheet = facts.sheets?.find((each) => each === mapping.sheet) ?? facts.sheet;
  return {
    encoding: encoding ?? facts.encoding,
    separator: mapping.separator ?? facts.separator,
    skipRows: mapping.skipRows ?? 0,
    sheet: sheet === undefined ? null : { name: sheet, decimalMark: mapping.decimalMark },
  };
}

/** @returns the names of a file's columns under a mapping. */
export async function readColumns(path: string, facts: ReturnFacts, mapping: ReturnMapping): Promise<string[]> {
  if (facts.keys) return [...facts.keys];
  const [first] = await readFirstRows(path, formOf(facts, mapping), 1);
  return columnNames(first?.cells ?? [], mapping.hasHeader);
}

/** @returns the rows without the header, in groups. @throws Fault INVALID_INPUT for a file that breaks off, which is told before its last row is given */
export async function* readTable(path: string, facts: ReturnFacts, mapping: ReturnMapping): AsyncGenerator<readonly TableRow[]> {
  yield* facts.keys ? jsonRows(path, facts.keys, facts) : textRows(path, facts, mapping);
}

async function* textRows(path: string, facts: ReturnFacts, mapping: ReturnMapping): AsyncGenerator<readonly TableRow[]> {
  const columns = await readColumns(path, facts, mapping);
  let isHeader = mapping.hasHeader;
  let held: TableRow | null = null;
  for await (const group of readRows(path, formOf(facts, mapping))) {
    const rows: TableRow[] = held ? [held] : [];
    for (const { number, cells, broken } of group) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      rows.push(broken ? { number, cells, broken: words(broken) } : { number, cells });
    }
    // The last row may be half of one: nobody hears of it before that is known.
    held = rows.pop() ?? null;
    if (rows.length > 0) yield rows;
  }
  if (!held) return;
  if (facts.sheets === undefined && !facts.endsWell && held.cells.length < columns.length)
    throw invalid('file', 'returnTorn', { row: held.number });
  yield [held];
}

async function* jsonRows(path: string, keys: readonly string[], { endsWell, lines }: ReturnFacts): AsyncGenerator<readonly TableRow[]> {
  let rows: TableRow[] = [];
  let seen = 0;
  for await (const { number, line } of linesOf(path)) {
    if (line.trim() === '') continue;
    seen++;
    const object = objectOf(line);
    if (!object && seen === lines && !endsWell) throw invalid('file', 'returnTorn', { row: number });
    rows.push(
      object
        ? { number, cells: keys.map((key) => textOf(object[key])) }
        : { number, cells: [line.slice(0, 500)], broken: words('returnJson', { row: number }) },
    );
    if (rows.length === GROUP) {
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
