/** Imports and mappings as they are kept: what was uploaded, how it is read, how far it is, what was rejected. */
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
import { englishOf, type FaultWords, fault, invalid, notFound, type SaidWords, words } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import type { ExportReason } from '../../platform/listExport.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { cleanFileName, type StoredFile } from './import.files.ts';
import { checkMapping, type Mapping } from './import.mapping.ts';
import type { Note } from './import.notes.ts';
import type { Rejection } from './import.reader.ts';
import type { RowForm, Separator } from './import.rows.ts';
import { type ImportStatus, importMapping, importRejection, importRun } from './import.tables.ts';
import type { Encoding } from './import.text.ts';
import { noSheet, type SheetForm } from './import.workbook.ts';

export interface ImportFacts {
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Line ends of the file, or rows of the sheet: about its rows. */
  readonly lines: number;
  /** The sheets of a workbook, and the one that is read unless a mapping names another; absent for a text. */
  readonly sheets?: readonly string[];
  readonly sheet?: string;
}

/** @returns how the rows of a file are found: as its mapping says, else as the file was when it came. @throws Fault INVALID_INPUT for a sheet that the file does not have. */
export function formOf(facts: ImportFacts, mapping: Mapping): RowForm {
  return {
    encoding: mapping.encoding ?? facts.encoding,
    separator: mapping.separator ?? facts.separator,
    skipRows: mapping.skipRows ?? 0,
    sheet: sheetOf(facts, mapping),
  };
}

function sheetOf({ sheets, sheet }: ImportFacts, mapping: Mapping): SheetForm | null {
  if (!sheets || sheet === undefined) return null;
  const name = mapping.sheet || sheet;
  if (!sheets.includes(name)) throw noSheet(name, sheets);
  return { name, decimalMark: mapping.decimalMark };
}

/** Rows by what became or will become of them, and decimal sums by currency. */
export interface Summary {
  created: number;
  changed: number;
  unchanged: number;
  rejected: number;
  newAccounts: number;
  /** What the check noticed; absent in imports of before there were notes, and in those that were erased. */
  notes?: readonly Note[];
  sums: Record<string, Record<'claims' | 'fees' | 'payments' | 'corrections', string>>;
}

export type ImportRow = Omit<typeof importRun.$inferSelect, 'facts' | 'summary'> & { facts: ImportFacts; summary: Summary };

/** @throws Fault NOT_FOUND */
export async function readImport(tx: Tx, importId: Uuid): Promise<ImportRow> {
  if (!isUuid(importId)) throw notFound('importNotFound');
  const [row] = await tx.db
    .select()
    .from(importRun)
    .where(and(eq(importRun.clientId, tx.clientId), eq(importRun.importId, importId)));
  if (!row) throw notFound('importNotFound');
  return row as unknown as ImportRow;
}

/** @returns imports, newest first. */
export async function listImports(tx: Tx, limit: number, offset: number): Promise<{ items: ImportRow[]; total: number }> {
  const mine = eq(importRun.clientId, tx.clientId);
  const items = await tx.db
    .select()
    .from(importRun)
    .where(mine)
    .orderBy(desc(importRun.createdAt), desc(importRun.importId))
    .limit(limit)
    .offset(offset);
  return { items: items as unknown as ImportRow[], total: await tx.db.$count(importRun, mine) };
}

/** @returns the import of the same file under the same mapping that was interrupted while it wrote, or null. */
export async function findUnfinished(tx: Tx, sha256: string, mappingName: string | null): Promise<Uuid | null> {
  const [row] = await tx.sql<{ import_id: Uuid }>(
    `select import_id from import_run where client_id = $1 and sha256 = $2 and status = 'running' and mapping_name is not distinct from $3 order by created_at limit 1`,
    [tx.clientId, sha256, mappingName],
  );
  return row?.import_id ?? null;
}

/** Keeps what is known about an uploaded file. */
export async function registerImport(tx: Tx, importId: Uuid, fileName: string, stored: StoredFile, facts: ImportFacts): Promise<void> {
  await tx.db.insert(importRun).values({
    clientId: tx.clientId,
    importId,
    fileName: cleanFileName(fileName),
    storedName: `${tx.clientId}/${importId}`,
    ...stored,
    facts: { ...facts },
    status: 'uploaded',
    rowsTotal: facts.lines,
    userId: isUuid(tx.actor.id) ? tx.actor.id : null,
    createdAt: now(),
  });
}

/** Forgets an uploaded file that nothing was done with. @returns whether it was one. */
export async function dropImport(tx: Tx, importId: Uuid): Promise<boolean> {
  const gone = await tx.db
    .delete(importRun)
    .where(and(eq(importRun.clientId, tx.clientId), eq(importRun.importId, importId), eq(importRun.status, 'uploaded')))
    .returning({ id: importRun.importId });
  return gone.length > 0;
}

const STATUS_WORDS = {
  uploaded: 'importUploaded',
  checking: 'importChecking',
  checked: 'importChecked',
  running: 'importRunning',
  done: 'importDone',
  failed: 'importFailed',
  cancelled: 'importCancelled',
} as const satisfies Record<ImportStatus, string>;

const NEXT: Readonly<Partial<Record<ImportStatus, readonly ImportStatus[]>>> = {
  checking: ['uploaded', 'checked', 'failed', 'cancelled'],
  running: ['checked', 'failed', 'cancelled'],
  cancelled: ['checking', 'running', 'uploaded', 'checked'],
};

/**
 * Moves an import on. A failed or cancelled one that had begun goes on from where it stopped; checking it again starts over, so that is
 * only possible before anything was written.
 * @throws Fault NOT_FOUND, CONFLICT when its status does not allow it.
 */
export async function moveImport(
  tx: Tx,
  importId: Uuid,
  to: 'checking' | 'running' | 'cancelled',
  mapping?: { mapping: Mapping; name: string | null; isUnattended?: boolean },
): Promise<ImportRow> {
  const held = await lockImport(tx, importId);
  const begun = held.hasWritten;
  if (!NEXT[to]?.includes(held.status) || (to === 'checking' && begun) || (to === 'running' && held.status !== 'checked' && !begun))
    throw fault('CONFLICT', 'importNotNow', { status: words(STATUS_WORDS[held.status]) });
  await tx.db
    .update(importRun)
    .set({
      status: to,
      lastError: null,
      errorWords: null,
      ...(to === 'checking' || (to === 'running' && !begun) ? { rowsDone: 0 } : {}),
      ...(mapping
        ? { mapping: mapping.mapping, mappingName: mapping.name, isUnattended: mapping.isUnattended ?? false, summary: null }
        : {}),
      ...(to === 'cancelled' ? { finishedAt: now() } : { finishedAt: null }),
    })
    .where(and(eq(importRun.clientId, tx.clientId), eq(importRun.importId, importId)));
  return readImport(tx, importId);
}

/** Locks an import for its next step. @throws Fault NOT_FOUND */
export async function lockImport(tx: Tx, importId: Uuid): Promise<{ status: ImportStatus; rowsDone: number; hasWritten: boolean }> {
  if (!isUuid(importId)) throw notFound('importNotFound');
  const [row] = await tx.sql<{ status: ImportStatus; rows_done: number; started_at: Date | null }>(
    'select status, rows_done, started_at from import_run where client_id = $1 and import_id = $2 for update',
    [tx.clientId, importId],
  );
  if (!row) throw notFound('importNotFound');
  return { status: row.status, rowsDone: row.rows_done, hasWritten: row.started_at !== null };
}

/** Notes how far an import or its preview is. */
export async function saveProgress(
  tx: Tx,
  importId: Uuid,
  status: 'checking' | 'running',
  rowsDone: number,
  summary: Summary,
): Promise<void> {
  await tx.sql(
    `update import_run set rows_done = $3, summary = $4, rows_total = greatest(rows_total, $3), started_at = case when $5 = 'running' then coalesce(started_at, $6::timestamptz) else started_at end
     where client_id = $1 and import_id = $2 and status = $5`,
    [tx.clientId, importId, rowsDone, JSON.stringify(summary), status, new Date(now()).toISOString()],
  );
}

/** @param fresh whether the ones of an earlier look are dropped. */
export async function saveRejections(tx: Tx, importId: Uuid, rejections: readonly Rejection[], fresh: boolean): Promise<void> {
  if (fresh)
    await tx.db.delete(importRejection).where(and(eq(importRejection.clientId, tx.clientId), eq(importRejection.importId, importId)));
  if (rejections.length === 0) return;
  await tx.sql(
    `insert into import_rejection (client_id, import_id, row_number, reason, words, field, row, further)
     select $1, $2, * from unnest($3::int[], $4::text[], $5::jsonb[], $6::text[], $7::jsonb[], $8::jsonb[])`,
    [
      tx.clientId,
      importId,
      rejections.map(({ number }) => number),
      rejections.map(({ words }) => storable(englishOf(words))),
      rejections.map(({ words }) => storableJson(words)),
      rejections.map(({ field }) => field),
      rejections.map(({ cells }) => JSON.stringify(cells.map(storable))),
      rejections.map(({ further = [] }) =>
        further.length > 0 ? storableJson(further.map((each) => ({ ...each, reason: englishOf(each.words) }))) : null,
      ),
    ],
  );
}

/** A zero character, which is itself a reason, fits in no column, nor does half a character where a value was cut. */
const storable = (text: string) => text.replaceAll('\0', '�').toWellFormed();
const storableJson = (value: object) => JSON.stringify(value, (_, each) => (typeof each === 'string' ? storable(each) : each));

/** @returns rejected rows by their number. */
export async function listRejections(tx: Tx, importId: Uuid, limit: number, after: number) {
  const run = await readImport(tx, importId);
  const of = and(eq(importRejection.clientId, tx.clientId), eq(importRejection.importId, importId));
  const items = await tx.db
    .select()
    .from(importRejection)
    .where(and(of, sql`${importRejection.rowNumber} > ${after}`))
    .orderBy(asc(importRejection.rowNumber))
    .limit(limit);
  const given = items.map((item) => ({ ...item, ...item.words, further: item.further?.map((each) => ({ ...each, ...each.words })) ?? [] }));
  return { items: given, total: await tx.db.$count(importRejection, of), run };
}

/** @returns all that is wrong with a rejected row, for files (sayReasons); the first reason without its field, which stands beside it. */
export const reasonsOf = ({
  reason,
  words,
  further,
}: Awaited<ReturnType<typeof listRejections>>['items'][number]): readonly ExportReason[] => [{ reason, words }, ...further];

const MOST_REASONS = 50;
const MOST_RANGES = 500;

export interface RejectionReason {
  field: string | null;
  /** Of the first of these rows, in English; its key and values say it in other languages, where the import kept them. */
  reason: string;
  key?: string;
  values?: FaultWords['values'];
  count: number;
  firstRow: number;
  /** Where these rows stand, such as "4, 7–12"; behind the first 500 ranges an ellipsis. */
  rows: string;
}

/** @returns the reasons of rejected rows, the commonest first; those that differ only by the values and numbers they name are one. A row counts for each. */
export async function listReasons(tx: Tx, importId: Uuid): Promise<RejectionReason[]> {
  await readImport(tx, importId);
  const reasons = await tx.sql<RejectionReason & { words: FaultWords | null }>(
    `with said as (
       select field, reason, words, row_number as at from import_rejection where client_id = $1 and import_id = $2
       union all
       select f ->> 'field', f ->> 'reason', f -> 'words', row_number from import_rejection, jsonb_array_elements(further) f
       where client_id = $1 and import_id = $2
     ), each as (
       select *, regexp_replace(regexp_replace(reason, '"[^"]*"', '""', 'g'), '[0-9][0-9.,]*', '0', 'g') as kind from said
     ), run as (select *, at - row_number() over (partition by field, kind order by at) as run from each),
     range as (
       select field, kind, (array_agg(reason order by at))[1] as reason, (array_agg(words order by at))[1] as words, count(*) as count, min(at) as start, max(at) as stop
       from run group by field, kind, run
     )
     select field, (array_agg(reason order by start))[1] as reason, (array_agg(words order by start))[1] as words, sum(count)::int as count, min(start) as "firstRow",
       array_to_string((array_agg(case when start = stop then start::text else start || '–' || stop end order by start))[1:${MOST_RANGES}], ', ')
         || case when count(*) > ${MOST_RANGES} then ' …' else '' end as rows
     from range group by field, kind order by 4 desc, 5 limit ${MOST_REASONS}`,
    [tx.clientId, importId],
  );
  return reasons.map(({ words, ...reason }) => ({ ...reason, ...words }));
}

/** Ends an import or its preview. */
export async function finishImport(
  tx: Tx,
  importId: Uuid,
  status: 'checked' | 'done' | 'failed',
  end: { rowsTotal?: number; summary?: Summary; error?: SaidWords },
): Promise<void> {
  await tx.db
    .update(importRun)
    .set({
      status,
      ...(end.rowsTotal === undefined ? {} : { rowsTotal: end.rowsTotal, rowsDone: end.rowsTotal }),
      ...(end.summary ? { summary: { ...end.summary } } : {}),
      lastError: end.error ? englishOf(end.error) : null,
      errorWords: end.error ?? null,
      finishedAt: status === 'checked' ? null : now(),
    })
    .where(and(eq(importRun.clientId, tx.clientId), eq(importRun.importId, importId), sql`status in ('checking', 'running')`));
}

export type MappingRow = typeof importMapping.$inferSelect;

export async function listMappings(tx: Tx): Promise<MappingRow[]> {
  return tx.db.select().from(importMapping).where(eq(importMapping.clientId, tx.clientId)).orderBy(asc(importMapping.name));
}

/** @returns a kept mapping by its name. @throws Fault NOT_FOUND */
export async function readMapping(tx: Tx, name: string): Promise<Mapping> {
  const [row] = await tx.db
    .select()
    .from(importMapping)
    .where(and(eq(importMapping.clientId, tx.clientId), eq(importMapping.name, name)));
  if (!row) throw notFound('mappingNotFound');
  return checkMapping(row.definition);
}

/** Keeps a mapping under a name; the same name again replaces it. @throws Fault INVALID_INPUT */
export async function saveMapping(tx: Tx, name: string, given: unknown): Promise<MappingRow> {
  const wanted = name.trim();
  const mapping = collectFaults((check) => {
    check(() => {
      if (wanted === '' || wanted.length > 100) throw invalid('name', 'mappingName');
    });
    return check(() => checkMapping(given))!;
  });
  const [row] = await tx.db
    .insert(importMapping)
    .values({ clientId: tx.clientId, mappingId: uuidv7(), name: wanted, definition: mapping, updatedAt: now() })
    .onConflictDoUpdate({ target: [importMapping.clientId, importMapping.name], set: { definition: mapping, updatedAt: now() } })
    .returning();
  if (!row) throw notFound('mappingNotFound');
  return row;
}

/** @throws Fault NOT_FOUND */
export async function deleteMapping(tx: Tx, mappingId: Uuid): Promise<void> {
  const gone = isUuid(mappingId)
    ? await tx.db
        .delete(importMapping)
        .where(and(eq(importMapping.clientId, tx.clientId), eq(importMapping.mappingId, mappingId)))
        .returning({ id: importMapping.mappingId })
    : [];
  if (gone.length === 0) throw notFound('mappingNotFound');
}
