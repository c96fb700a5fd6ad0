/** The columns that a list declares, one entry each: its cell, what it sorts by, whether it shows at first, and what the file makes of it. */
import type { Column } from '../../ui/DataTable.tsx';
import type { ExportColumn } from '../exportList.ts';

export interface ListColumn<Row, Order extends string = string> extends Column<Row> {
  /** What the search sorts by. */
  readonly sort?: Order;
  /** It shows before anybody chooses. */
  readonly isUsual?: boolean;
  /** Its columns in the file, with its own header unless they have another; one of its own key where left out. */
  readonly file?: readonly (Pick<ExportColumn, 'key' | 'words'> & { readonly header?: string })[];
}

/** @param headerOf the text of a column's key. @returns what declares one of a list's columns. */
export function columnMaker<Row, Order extends string, Key extends string>(headerOf: (key: Key) => string) {
  type Declared = ListColumn<Row, Order>;
  return (key: Key, width: number, cell: Declared['cell'], more: Partial<Declared> = {}): Declared => ({
    key,
    header: headerOf(key),
    width,
    cell,
    sortable: more.sort !== undefined,
    ...more,
  });
}

/** @returns the keys of the columns that show before anybody chooses. */
export const usualOf = (columns: readonly ListColumn<never>[]) => columns.filter(({ isUsual }) => isUsual).map(({ key }) => key);

/** @returns what the columns sort by, by their keys. */
export const sortsOf = <Order extends string>(columns: readonly ListColumn<never, Order>[]): Readonly<Record<string, Order>> =>
  Object.fromEntries(columns.flatMap(({ key, sort }) => (sort === undefined ? [] : [[key, sort]])));

/** @param shown keys; every column where left out. @returns the file's columns for those that show, in the list's order and words. */
export function fileColumnsOf(columns: readonly ListColumn<never>[], shown?: readonly string[]): ExportColumn[] {
  return columns
    .filter(({ key }) => shown?.includes(key) ?? true)
    .flatMap(({ key, header, file = [{ key }] }) => file.map((each) => ({ header: String(header), ...each })));
}
