/**
 * Columns for set-based statements. The driver would escape each element of an array by itself; for tens of thousands of rows a second
 * the literals are put together here, and a value that all rows share travels once.
 */

/** Joins JSON values: JSON text never holds it, because it is a control character. */
const BETWEEN = '\x1e';

/**
 * One column of a statement over rows: `list` goes into unnest(), which gives NULL for every row of an empty list; `all` is what then holds,
 * written as coalesce(v.column, $all). A column with different values has its list, and `all` is null.
 */
export interface Column {
  readonly list: string;
  readonly all: string | number | boolean | null;
}

type Cell = string | number | boolean | null;

function element(value: Cell): string {
  if (value === null) return 'NULL';
  if (typeof value !== 'string') return String(value);
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`;
}

/** @returns a Postgres array literal of texts, uuids, numbers, booleans or moments in ISO form. */
export function list(values: readonly Cell[]): string {
  return `{${values.map(element).join(',')}}`;
}

/** @returns the column of `read` over the rows. */
export function column<Row>(rows: readonly Row[], read: (row: Row) => Cell): Column {
  const values = rows.map(read);
  const first = values[0] ?? null;
  return values.every((value) => value === first) ? { list: '{}', all: first } : { list: list(values), all: null };
}

/**
 * @returns JSON values as a column: its list is one text, to be read as `unnest(jsons($n))`, and used as coalesce(v.column::jsonb, $all::jsonb);
 * undefined becomes NULL.
 */
export function jsonColumn<Row>(rows: readonly Row[], read: (row: Row) => unknown): Column {
  const values = rows.map((row) => JSON.stringify(read(row)) ?? '');
  const first = values[0] ?? '';
  return values.every((value) => value === first) ? { list: '', all: first || null } : { list: values.join(BETWEEN), all: null };
}

/** The SQL that turns a parameter made by jsonColumn into an array of texts. */
export const jsons = (parameter: string): string => `string_to_array(${parameter}, E'\\x1e', '')`;
