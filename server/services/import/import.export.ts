/** Rejected rows as CSV, to be mended and imported again. */
import { Readable } from 'node:stream';
import type { Uuid } from '../../../core/id.ts';
import { BYTE_ORDER_MARK, csvLine, exactCell, withApostrophe } from '../../platform/csv.ts';
import { sayReasons } from '../../platform/listExport.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { columnNames } from './import.columns.ts';
import { localFile } from './import.files.ts';
import { formOf, type ImportRow, listRejections, reasonsOf } from './import.logic.ts';
import { checkMapping } from './import.mapping.ts';
import { frontColumns } from './import.returned.ts';
import { readFirstRows } from './import.rows.ts';

const PAGE = 2000;

type Texts = Readonly<Record<string, string>>;

/**
 * @param texts of refusals and fields in the reader's language (sayReasons). @param forSpreadsheets puts an apostrophe before what a spreadsheet would take for a formula; the import takes it away again.
 * @returns the rejected rows of an import with their numbers and reasons in front, page by page, as UTF-8 with a byte order mark; every value
 * comes back to the byte, between the separators of the file it came in.
 */
export function rejectionsCsv(database: Database, clientId: Uuid, run: ImportRow, texts: Texts, forSpreadsheets = false): Readable {
  return Readable.from(lines(database, clientId, run, texts, forSpreadsheets), { objectMode: false });
}

async function* lines(database: Database, clientId: Uuid, run: ImportRow, texts: Texts, forSpreadsheets: boolean): AsyncGenerator<string> {
  const { separator } = run.mapping ? formOf(run.facts, checkMapping(run.mapping)) : run.facts;
  const cell = forSpreadsheets ? (value: string) => exactCell(withApostrophe(value)) : exactCell;
  const line = (cells: readonly string[]) => csvLine(cells.map(cell), separator);
  yield BYTE_ORDER_MARK + line([...frontColumns(forSpreadsheets), ...(await columns(clientId, run))]);
  let after = 0;
  for (;;) {
    const { items } = await inClient(database, clientId, (tx) => listRejections(tx, run.importId, PAGE, after), { readOnly: true });
    if (items.length === 0) return;
    yield items.map((item) => line([String(item.rowNumber), item.field ?? '', sayReasons(reasonsOf(item), texts), ...item.row])).join('');
    after = items.at(-1)?.rowNumber ?? after;
  }
}

async function columns(clientId: Uuid, run: ImportRow): Promise<string[]> {
  if (!run.mapping) return [];
  const mapping = checkMapping(run.mapping);
  const [first] = await readFirstRows(await localFile(clientId, run.importId), formOf(run.facts, mapping), 1);
  return columnNames(first?.cells ?? [], mapping.hasHeader);
}
