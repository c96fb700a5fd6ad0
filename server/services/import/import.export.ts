/** Rejected rows as CSV, to be mended and imported again. */
import { Readable } from 'node:stream';
import type { Uuid } from '../../../core/id.ts';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../platform/csv.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { columnNames } from './import.columns.ts';
import { localFile } from './import.files.ts';
import { type ImportRow, listRejections } from './import.logic.ts';
import { checkMapping } from './import.mapping.ts';
import { readFirstRows } from './import.rows.ts';

const PAGE = 2000;

/** @returns the rejected rows of an import with their numbers and reasons in front, as UTF-8 with a byte order mark, page by page. */
export function rejectionsCsv(database: Database, clientId: Uuid, run: ImportRow): Readable {
  return Readable.from(lines(database, clientId, run), { objectMode: false });
}

async function* lines(database: Database, clientId: Uuid, run: ImportRow): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(['row', 'field', 'reason', ...(await columns(clientId, run))].map(csvCell));
  let after = 0;
  for (;;) {
    const { items } = await inClient(database, clientId, (tx) => listRejections(tx, run.importId, PAGE, after), { readOnly: true });
    if (items.length === 0) return;
    yield items.map((item) => csvLine([String(item.rowNumber), item.field ?? '', item.reason, ...item.row].map(csvCell))).join('');
    after = items.at(-1)?.rowNumber ?? after;
  }
}

async function columns(clientId: Uuid, run: ImportRow): Promise<string[]> {
  if (!run.mapping) return [];
  const mapping = checkMapping(run.mapping);
  const [first] = await readFirstRows(
    await localFile(clientId, run.importId),
    mapping.encoding ?? run.facts.encoding,
    mapping.separator ?? run.facts.separator,
    1,
  );
  return columnNames(first?.cells ?? [], mapping.hasHeader);
}
