/** The rows of a list of users, as somebody sent it. Runs in a thread. */
import { parse } from 'csv-parse/sync';
import { invalid } from '../../../core/fault.ts';

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
    if (!column) throw invalid('csv', 'columnUnknown', { column: text.slice(0, 40), columns: COLUMNS.join(', ') });
    return column;
  });
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice) throw invalid('csv', 'columnTwice', { column: twice });
  for (const needed of ['email', 'role'] as const) if (!columns.includes(needed)) throw invalid('csv', 'columnMissing', { column: needed });
  const rows = lines
    .map((cells, index) => ({ number: index + 1, row: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as Row }))
    .slice(1)
    .filter(({ row }) => Object.values(row).some((cell) => cell.trim() !== ''));
  if (rows.length > MOST_ROWS) throw invalid('csv', 'rowsMost', { most: MOST_ROWS, number: rows.length });
  return rows;
}

function readLines(csv: string): string[][] {
  if (csv.includes('\0')) throw invalid('csv', 'noTextFile');
  const count = csv.match(/\n|\r(?!\n)/g)?.length ?? 0;
  if (count > MOST_LINES) throw invalid('csv', 'rowsMost', { most: MOST_ROWS, number: count });
  const first = csv.slice(0, csv.search(/[\r\n]|$/));
  const delimiter = [',', ';', '\t'].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best));
  try {
    return parse(csv, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: false });
  } catch (error) {
    throw invalid('csv', 'fileUnreadable', { reason: (error as Error).message.slice(0, 200) });
  }
}
