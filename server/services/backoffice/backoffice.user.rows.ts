/** The rows of a list of users, as somebody sent it. Runs in a thread. */
import { parse } from 'csv-parse/sync';
import { invalidField } from '../../../core/faultTexts.ts';

const COLUMNS = ['email', 'name', 'middleName', 'familyName', 'phoneNumber', 'role', 'partnerIds'] as const;
export type Column = (typeof COLUMNS)[number];
/** Rows of one file; who has more parts it. */
const MOST_ROWS = 1_000;
/** Lines of one file: rows, lines within cells, and empty ones. */
const MOST_LINES = 5_000;

export type Row = Partial<Record<Column, string>>;

/** @returns the rows that say something, each with its number in the file. @throws Fault INVALID_INPUT (csv) */
export function readRows(csv: string): { number: number; row: Row }[] {
  const lines = readLines(csv);
  const heading = (lines[0] ?? []).map((text) => text.trim());
  const columns = heading.map((text) => {
    const column = COLUMNS.find((each) => each.toLowerCase() === text.toLowerCase());
    if (!column) throw invalidField('csv', 'columnUnknown', { column: text.slice(0, 40), columns: COLUMNS.join(', ') });
    return column;
  });
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice) throw invalidField('csv', 'columnTwice', { column: twice });
  for (const needed of ['email', 'role'] as const)
    if (!columns.includes(needed)) throw invalidField('csv', 'columnMissing', { column: needed });
  const rows = lines
    .map((cells, index) => ({ number: index + 1, row: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as Row }))
    .slice(1)
    .filter(({ row }) => Object.values(row).some((cell) => cell.trim() !== ''));
  if (rows.length > MOST_ROWS) throw invalidField('csv', 'rowsMost', { most: MOST_ROWS, number: rows.length });
  return rows;
}

function readLines(csv: string): string[][] {
  if (csv.includes('\0')) throw invalidField('csv', 'noTextFile');
  const count = csv.match(/\n|\r(?!\n)/g)?.length ?? 0;
  if (count > MOST_LINES) throw invalidField('csv', 'rowsMost', { most: MOST_ROWS, number: count });
  const first = csv.slice(0, csv.search(/[\r\n]|$/));
  const delimiter = [',', ';', '\t'].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best));
  try {
    return parse(csv, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: false });
  } catch (error) {
    throw invalidField('csv', 'fileUnreadable', { reason: (error as Error).message.slice(0, 200) });
  }
}
