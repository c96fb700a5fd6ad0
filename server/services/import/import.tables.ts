import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { FaultWords } from '../../../core/fault.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** A named way to read a file: which column is which field, and how numbers and dates are written. */
export const importMapping = pgTable(
  'import_mapping',
  {
    clientId: clientId(),
    mappingId: uuid().notNull(),
    name: text().notNull(),
    definition: jsonb().$type<Record<string, unknown>>().notNull(),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.mappingId] }), uniqueIndex('import_mapping_name').on(t.clientId, t.name), clientPolicy()],
);

export type ImportStatus = 'uploaded' | 'checking' | 'checked' | 'running' | 'done' | 'failed' | 'cancelled';

export const importRun = pgTable(
  'import_run',
  {
    clientId: clientId(),
    importId: uuid().notNull(),
    fileName: text().notNull(),
    /** Name of the stored file in the data folder. */
    storedName: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** What was found in the file: encoding, separator, number of lines. */
    facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    mapping: jsonb().$type<Record<string, unknown>>(),
    mappingName: text(),
    status: text().$type<ImportStatus>().notNull(),
    /** Rows done so far and where in the file they ended: a killed import goes on from here. */
    rowsDone: integer().notNull().default(0),
    rowsTotal: integer(),
    /** What was or will be: {new, changed, unchanged, rejected, sums: {EUR: decimal}}. */
    summary: jsonb().$type<Record<string, unknown>>(),
    /** In English; apart from any language in `errorWords`, null in imports of before it was kept. */
    lastError: text(),
    errorWords: jsonb().$type<FaultWords>(),
    /** Nobody is asked between the check and the import. */
    isUnattended: boolean().notNull().default(false),
    userId: uuid(),
    createdAt: instantColumn().notNull(),
    /** When the first chunk was written: from then on the import only goes on. */
    startedAt: instantColumn(),
    finishedAt: instantColumn(),
    /** Its file and its rejected rows were erased: their time was over. */
    erasedAt: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.importId] }), index('import_run_time').on(t.clientId, t.createdAt.desc()), clientPolicy()],
);

export const importRejection = pgTable(
  'import_rejection',
  {
    clientId: clientId(),
    importId: uuid().notNull(),
    rowNumber: integer().notNull(),
    /** In English, for files. */
    reason: text().notNull(),
    /** The reason apart from any language; null in rows of before it was kept. */
    words: jsonb().$type<FaultWords>(),
    field: text(),
    /** What else of the row cannot be read; null: nothing. */
    further: jsonb().$type<{ field: string; reason: string; words: FaultWords }[]>(),
    /** The row as it came, to the byte. */
    row: jsonb().$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.importId, t.rowNumber] }), clientPolicy()],
);
