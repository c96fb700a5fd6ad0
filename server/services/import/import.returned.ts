/** Rejected rows go out with three columns in front. When they are mended and come back, these say nothing. */
import { withoutApostrophe } from '../../platform/csv.ts';

const FRONT = ['row', 'field', 'reason'] as const;
/** Names the first column where formulas were made inert for a spreadsheet: it tells the way back that this is to be undone. */
const FOR_SPREADSHEETS = 'row (an apostrophe stands before = + - @)';

/** @returns the names of the columns before those of the file. */
export function frontColumns(forSpreadsheets: boolean): string[] {
  return forSpreadsheets ? [FOR_SPREADSHEETS, ...FRONT.slice(1)] : [...FRONT];
}

/** @returns how many columns of a file are those that we put in front. */
export function countFrontColumns(columns: readonly string[]): number {
  const isOurs = (columns[0] === FRONT[0] || columns[0] === FOR_SPREADSHEETS) && columns[1] === FRONT[1] && columns[2] === FRONT[2];
  return isOurs ? FRONT.length : 0;
}

/** @param first the first row of a file. @returns whether apostrophes stand before its formulas. */
export function isForSpreadsheets(first: readonly string[]): boolean {
  return first[0] === FOR_SPREADSHEETS;
}

/** @returns a row as it was before it went out to a spreadsheet. */
export function restoreCells<Row extends { readonly cells: readonly string[] }>(row: Row): Row {
  return { ...row, cells: row.cells.map(withoutApostrophe) };
}
