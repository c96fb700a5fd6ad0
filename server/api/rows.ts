/** Rows of an import as programs send them, read as they come: JSON lines, a JSON array, or CSV. */
import { CsvError, parse } from 'csv-parse';
import { type Fault, fault } from '../../core/fault.ts';
import { nestingOf } from '../platform/edge/body.ts';
import { Refusal } from '../platform/http.ts';

/** Rows of one request. */
export const MOST_ROWS = 10_000;
/** Characters of one row. */
const MOST_CHARACTERS = 256 * 1024;
const MOST_LEVELS = 8;

export type Row = Readonly<Record<string, string>>;

const unreadable = (said: Fault) => new Refusal(400, said);

const tooMany = () => new Refusal(413, fault('INVALID_INPUT', 'apiRowsMost', { number: MOST_ROWS }), { connection: 'close' });

/** @returns text of bytes. @throws Refusal 400 for what is no UTF-8 */
export async function* textOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? unreadable(fault('INVALID_INPUT', 'apiNotUtf8')) : error;
  }
}

/** @returns the lines that hold something. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_CHARACTERS) throw unreadable(fault('INVALID_INPUT', 'apiTorn', { row: 0 }));
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}

/** @returns the elements of a JSON array, each as its text. @throws Refusal 400 where it is none, or ends before its end */
async function* elementsOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let [depth, inText, isEscaped, isOver, row] = [0, false, false, false, 0];
  let element = '';
  for await (const chunk of text)
    for (const sign of chunk) {
      if (depth === 0) {
        if (sign.trim() === '' || (sign === '\uFEFF' && !isOver)) continue;
        if (sign !== '[' || isOver) throw unreadable(fault('INVALID_INPUT', 'bodyNoJson'));
        depth = 1;
        continue;
      }
      if (!inText && depth === 1 && (sign === ',' || sign === ']')) {
        if (element.trim() !== '') yield element;
        else if (sign === ',' || row > 0) throw unreadable(fault('INVALID_INPUT', 'apiTorn', { row: row + 1 }));
        row += 1;
        element = '';
        if (sign === ']') [depth, isOver] = [0, true];
        continue;
      }
      element += sign;
      if (element.length > MOST_CHARACTERS) throw unreadable(fault('INVALID_INPUT', 'apiTorn', { row: row + 1 }));
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (sign === '\\') isEscaped = true;
        else if (sign === '"') inText = false;
      } else if (sign === '"') inText = true;
      else if (sign === '{' || sign === '[') depth += 1;
      else if (sign === '}' || sign === ']') depth -= 1;
    }
  if (!isOver) throw unreadable(fault('INVALID_INPUT', 'apiTorn', { row: row + 1 }));
}

/** @returns rows of JSON, flat: {claim: {amount}} is claim.amount. @throws Refusal 400 naming the row, 413 for too many */
export async function* jsonRows(text: AsyncIterable<string>, isArray: boolean): AsyncGenerator<Row> {
  let row = 0;
  for await (const part of isArray ? elementsOf(text) : linesOf(text)) {
    row += 1;
    if (row > MOST_ROWS) throw tooMany();
    yield flat(readPart(part, row), row);
  }
}

function readPart(part: string, row: number): unknown {
  if (nestingOf(part) > MOST_LEVELS) throw unreadable(fault('INVALID_INPUT', 'apiRowWrong', { row }));
  try {
    return JSON.parse(part);
  } catch {
    throw unreadable(fault('INVALID_INPUT', 'apiTorn', { row }));
  }
}

function flat(value: unknown, row: number): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(fault('INVALID_INPUT', 'apiRowWrong', { row }));
  const found = new Map<string, string>();
  const walk = (inner: object, before: string) => {
    for (const [name, each] of Object.entries(inner)) {
      const field = before === '' ? name : `${before}.${name}`;
      if (each === null) continue;
      if (Array.isArray(each)) throw unreadable(fault('INVALID_INPUT', 'apiRowValue', { row, field: field.slice(0, 100) }));
      if (typeof each === 'object') walk(each as object, field);
      else found.set(field, String(each));
    }
  };
  walk(value, '');
  return Object.fromEntries(found);
}

/** @returns the lines of a CSV as they are, the names first. @throws Refusal 400 for one that is none, 413 for too many rows */
export async function* csvLines(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  const parser = parse({ bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: MOST_CHARACTERS });
  const feeding = (async () => {
    try {
      for await (const chunk of text) if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve));
      parser.end();
    } catch (error) {
      parser.destroy(error as Error);
    }
  })();
  let row = 0;
  try {
    for await (const line of parser) {
      row += 1;
      if (row > MOST_ROWS + 1) throw tooMany();
      yield line as string[];
    }
    await feeding;
  } catch (error) {
    throw error instanceof CsvError ? unreadable(fault('INVALID_INPUT', 'apiCsvWrong', { row: row + 1 })) : error;
  }
}
