/** How a file is read: its rows, mapped, in chunks. */
import { columnNames } from './import.columns.ts';
import type { Mapping } from './import.mapping.ts';
import type { MetaSchemas } from './import.meta.ts';
import { type ImportedRow, isRejection, type Rejection, RowReader } from './import.reader.ts';
import { type RowForm, readFirstRows, readRows } from './import.rows.ts';

/** Rows of one transaction: enough that statements are worth it, few enough that most die before the collector takes them for long-lived. */
const CHUNK_ROWS = 2_000;
/** The first chunk of a client's first import is small: after it the database has statistics to plan by. */
export const FIRST_CHUNK_ROWS = 1000;

/** A stored file and how it is read. */
export interface ImportFile {
  readonly path: string;
  readonly form: RowForm;
  readonly mapping: Mapping;
  /** The client's, for files without a currency column. */
  readonly currency: string;
  /** ISO country of phone numbers without a prefix: the client's. */
  readonly country: string;
  /** The client's, for free fields. */
  readonly schemas: MetaSchemas;
}

export interface ReadChunk {
  /** Rows of the file before it. */
  readonly rowsBefore: number;
  readonly rows: readonly ImportedRow[];
  readonly rejections: readonly Rejection[];
  /** Rows of the file read so far, the header not counted. */
  readonly rowsDone: number;
}

/** Reads, maps and groups the rows of a file; `skip` rows are passed over. Rows that are passed over still count as having come. */
export async function* readChunks(file: ImportFile, skip: number): AsyncGenerator<ReadChunk, undefined> {
  const { path, form, mapping, currency, country, schemas } = file;
  const [first] = await readFirstRows(path, form, 1);
  const reader = new RowReader(mapping, { columns: columnNames(first?.cells ?? [], mapping.hasHeader), currency, country, schemas });
  const remembers = mapping.record === 'payments';
  let rowsDone = 0;
  let rowsBefore = skip;
  let isHeader = mapping.hasHeader;
  let rows: ImportedRow[] = [];
  let rejections: Rejection[] = [];
  for await (const group of readRows(path, form)) {
    for (const row of group) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      rowsDone++;
      if (rowsDone <= skip) {
        if (remembers) reader.read(row);
        continue;
      }
      const read = reader.read(row);
      if (isRejection(read)) rejections.push(read);
      else rows.push(read);
      if (rowsDone === FIRST_CHUNK_ROWS || rowsDone % CHUNK_ROWS === 0) {
        yield { rowsBefore, rows, rejections, rowsDone };
        rowsBefore = rowsDone;
        rows = [];
        rejections = [];
      }
    }
  }
  if (rows.length + rejections.length > 0) yield { rowsBefore, rows, rejections, rowsDone };
  return undefined;
}
