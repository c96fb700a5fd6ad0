/** A stored file before it is imported: what it is, how its first rows look, and what its columns probably mean. */
import { createReadStream } from 'node:fs';
import { invalid, notFound } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { Actor } from '../../platform/tenancy.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { columnNames } from './import.columns.ts';
import { fieldOf, RECORDS, type RecordKind } from './import.fields.ts';
import { importPath, localFile, removeFile, type StoredFile, storeFile } from './import.files.ts';
import { guessHeader, guessMapping, guessSkipRows } from './import.guess.ts';
import { inspectFile } from './import.inspect.ts';
import { dropImport, readImport, registerImport } from './import.logic.ts';
import type { Mapping } from './import.mapping.ts';
import { schemasOf } from './import.meta.logic.ts';
import { detailFields } from './import.meta.ts';
import { guessSeparator, MOST_SKIPPED, readFirstRows, SEPARATORS } from './import.rows.ts';
import { ENCODINGS } from './import.text.ts';

/** Rows that a guess looks at, and rows that are shown. */
const SAMPLE_ROWS = 2000;
const SHOWN_ROWS = 20;
/** Characters of one value that are shown. */
const SHOWN_CHARACTERS = 300;

/** What whoever brings a file looks at besides. */
export interface Arrival {
  /** Before the file is looked at; what it throws keeps the file from being kept. */
  readonly whole?: (stored: StoredFile) => Promise<void>;
  /** In the transaction that keeps it, likewise. */
  readonly keep?: (tx: Tx, importId: Uuid, stored: StoredFile) => Promise<void>;
}

/** Keeps an uploaded file and looks at it. @param limit bytes. @returns the new import. @throws Fault INVALID_INPUT for an empty or binary file. */
export async function addFile(
  database: Database,
  clientId: Uuid,
  actor: Actor,
  fileName: string,
  source: NodeJS.ReadableStream,
  limit: number,
  arrival: Arrival = {},
): Promise<Uuid> {
  const importId = uuidv7();
  const stored = await storeFile(clientId, importId, source, limit);
  try {
    await arrival.whole?.(stored);
    const path = importPath(clientId, importId);
    const facts = await inspectFile(path);
    const keep = async (tx: Tx) => {
      await arrival.keep?.(tx, importId, stored);
      await registerImport(tx, importId, fileName, stored, facts);
    };
    await inClient(database, clientId, keep, { actor });
    return importId;
  } catch (error) {
    await removeFile(clientId, importId);
    throw error;
  }
}

/** Adds a file of this machine, for the command and the demo. @throws Fault INVALID_INPUT when it is empty, binary or cannot be read. */
export async function addLocalFile(database: Database, clientId: Uuid, path: string, actor: Actor): Promise<Uuid> {
  return addFile(database, clientId, actor, path, createReadStream(path), Number.MAX_SAFE_INTEGER);
}

export interface Reading {
  readonly encoding?: string | null;
  readonly separator?: string | null;
  readonly skipRows?: number | null;
  readonly sheet?: string | null;
  readonly hasHeader?: boolean | null;
  readonly record?: string | null;
}

export interface FileView {
  readonly encoding: string;
  readonly separator: string;
  readonly skipRows: number;
  /** Of a workbook: all, and the one that is shown. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  readonly hasHeader: boolean;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Where each of the rows stands in the file. */
  readonly rowNumbers: readonly number[];
  readonly suggestion: Mapping;
  readonly ambiguous: readonly string[];
}

const gone = (error: NodeJS.ErrnoException): never => {
  throw error.code === 'ENOENT' ? notFound('importFileNotFound') : error;
};

/** @param reading what somebody overrides. @throws Fault NOT_FOUND, INVALID_INPUT */
export async function readImportFile(tx: Tx, importId: Uuid, reading: Reading): Promise<FileView> {
  const run = await readImport(tx, importId);
  const encoding = reading.encoding ? ENCODINGS.find((each) => each === reading.encoding) : run.facts.encoding;
  if (!encoding) throw invalid('reading.encoding', 'oneOf', { choices: ENCODINGS.join(', ') });
  const path = await localFile(tx.clientId, importId).catch(gone);
  const separator = reading.separator
    ? SEPARATORS.find((each) => each === reading.separator)
    : reading.encoding
      ? await guessSeparator(path, encoding)
      : run.facts.separator;
  if (!separator) throw invalid('reading.separator', 'separatorWrong');
  const wanted = reading.skipRows ?? 0;
  if (wanted < 0 || wanted > MOST_SKIPPED) throw invalid('reading.skipRows', 'rowsSkipped', { number: MOST_SKIPPED });
  const { sheets = [] } = run.facts;
  // A kept mapping may name a sheet that this workbook does not have: the check says so.
  const sheet = sheets.find((each) => each === reading.sheet) ?? run.facts.sheet ?? null;
  const form = { encoding, separator, skipRows: wanted, sheet: sheet === null ? null : ({ name: sheet, decimalMark: '.' } as const) };
  const all = await readFirstRows(path, form, SAMPLE_ROWS).catch(gone);
  // Who skips more rows than there are, or chooses an empty sheet, sees an empty sample and can take it back.
  if (all.length === 0 && wanted === 0 && sheet === null) throw invalid('file', 'fileRows');
  const skipRows = reading.skipRows ?? guessSkipRows(all);
  const rows = all.filter((row) => row.number > skipRows);
  const hasHeader = reading.hasHeader ?? guessHeader(rows);
  const client = await readClient(tx);
  const guess = guessMapping(
    rows,
    hasHeader,
    client.countryCode,
    RECORDS.find((record) => record === reading.record) ?? null,
    detailFields(await schemasOf(tx)),
  );
  const shown = rows.slice(hasHeader ? 1 : 0, SHOWN_ROWS + (hasHeader ? 1 : 0));
  return {
    encoding,
    separator,
    skipRows,
    sheets,
    sheet,
    hasHeader,
    columns: columnNames(rows[0]?.cells ?? [], hasHeader),
    rowNumbers: shown.map((row) => row.number),
    rows: shown.map((row) => row.cells.map((cell) => (cell.length > SHOWN_CHARACTERS ? `${cell.slice(0, SHOWN_CHARACTERS)}…` : cell))),
    suggestion: {
      ...guess.mapping,
      skipRows,
      sheet: reading.sheet ? sheet : null,
      encoding: reading.encoding ? encoding : null,
      separator: reading.separator ? separator : null,
    },
    ambiguous: guess.ambiguous,
  };
}

/** Takes back a file that nothing was done with: its rows came by another way, or were not wanted after all. */
export async function discardFile(database: Database, clientId: Uuid, importId: Uuid): Promise<void> {
  if (await inClient(database, clientId, (tx) => dropImport(tx, importId))) await removeFile(clientId, importId);
}

export type { RecordKind };

/** @returns whether records of a kind have a field. */
export const isImportField = (record: RecordKind, field: string): boolean => fieldOf(record, field) !== null;

/** @returns how a file of ours is read whose columns are called like the fields. */
export function mappingOfFields(record: RecordKind, fields: readonly string[]): Mapping {
  return {
    record,
    encoding: 'utf-8',
    separator: ',',
    hasHeader: true,
    decimalMark: '.',
    dateOrder: 'YMD',
    createAccounts: true,
    fields: fields.map((field) => ({ field, column: field })),
  };
}
