/** A file goes through in chunks: what they are imported with, and how a preview goes through them. The import itself: import.execute.logic.ts. */
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toDecimal } from '../../../core/money.ts';
import { localDate } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { type NewMeta, readNewMeta } from '../account/metadata/metaFields.logic.ts';
import { type ClientRow, readClient } from '../backoffice/backoffice.logic.ts';
import { importActions } from './import.actions.ts';
import { type Booked, type Chunk, type ChunkImporter, Outcome, type OutcomeFacts } from './import.chunk.ts';
import { importClaims } from './import.claims.ts';
import { Doubts } from './import.doubts.ts';
import type { RecordKind } from './import.fields.ts';
import { importPath, localFile } from './import.files.ts';
import {
  finishImport,
  formOf,
  type ImportRow,
  moveImport,
  readImport,
  type Summary,
  saveProgress,
  saveRejections,
} from './import.logic.ts';
import { checkMapping, type Mapping } from './import.mapping.ts';
import { Heap } from './import.memory.ts';
import { schemasOf } from './import.meta.logic.ts';
import type { MetaSchemas } from './import.meta.ts';
import { Notes } from './import.notes.ts';
import { Overlay } from './import.overlay.ts';
import { importPayments } from './import.payments.ts';
import { importPeople } from './import.people.ts';
import type { Rejection } from './import.reader.ts';
import { type ImportFile, type ReadChunk, readChunks } from './import.reading.ts';

/** Rejected rows of a preview that are kept to be shown; the import keeps all. */
const PREVIEW_REJECTIONS = 1000;

const IMPORTERS: Readonly<Record<RecordKind, ChunkImporter>> = {
  claims: importClaims,
  payments: importPayments,
  actions: importActions,
  accounts: importPeople,
};

/** An import that is at work. */
export interface Running {
  readonly run: ImportRow;
  readonly client: ClientRow;
  readonly mapping: Mapping;
  readonly schemas: MetaSchemas;
  readonly newMeta: NewMeta;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes of a file of claims from which a thread of its own reads it. */
  readonly threadFrom?: number;
  /** How long a chunk beside others waits for a row, milliseconds. */
  readonly rowPatience?: number;
  /** Told after every chunk. */
  readonly onProgress?: (rowsDone: number) => void;
}

/** Says what an import would do, without writing any of it. @throws Fault when the file cannot be read to its end. */
export async function previewImport(database: Database, clientId: Uuid, importId: Uuid, options: RunOptions = {}): Promise<Summary> {
  const running = await prepare(database, clientId, importId);
  using heap = new Heap(running.run.sizeBytes);
  const summary = emptySummary();
  const notes = new Notes();
  const doubts = new Doubts(notes);
  const rejections: Rejection[] = [];
  let rowsDone = 0;
  await inClient(database, clientId, async (tx) => {
    const overlay = new Overlay(tx);
    for await (const chunk of readChunks(fileOf(running), 0)) {
      const outcome = await importChunk(chunkOf(tx, running, chunk, { overlay, readAhead: () => {} }), chunk.rejections);
      addOutcome(summary, outcome);
      doubts.look(chunk.rows);
      summary.notes = notes.list();
      rejections.push(...outcome.rejections.slice(0, PREVIEW_REJECTIONS - rejections.length));
      rowsDone = chunk.rowsDone;
      await inClient(database, clientId, (other) => saveProgress(other, importId, 'checking', rowsDone, summary));
      heap.tidy();
      options.onProgress?.(rowsDone);
      if (options.signal?.aborted) throw new Error('stopped');
    }
    await doubts.compare(overlay);
    summary.notes = notes.list();
  });
  if (rowsDone === 0) throw invalid('file', 'fileRowsBelow');
  await inClient(database, clientId, async (tx) => {
    await saveRejections(tx, importId, rejections, true);
    await finishImport(tx, importId, 'checked', { rowsTotal: rowsDone, summary });
    if (running.run.isUnattended) await goOn(tx, importId);
  });
  return summary;
}

/** Nobody is asked: what the check found is written, unless it was cancelled meanwhile. */
async function goOn(tx: Tx, importId: Uuid): Promise<void> {
  if ((await readImport(tx, importId)).status === 'checked') await moveImport(tx, importId, 'running');
}

/** The import was cancelled, or somebody else goes on with it. */
export class Interrupted extends Error {}

export async function prepare(database: Database, clientId: Uuid, importId: Uuid): Promise<Running> {
  await localFile(clientId, importId);
  return inClient(database, clientId, async (tx) => {
    const run = await readImport(tx, importId);
    return {
      run,
      client: await readClient(tx),
      mapping: checkMapping(run.mapping),
      schemas: await schemasOf(tx),
      newMeta: await readNewMeta(tx),
    };
  });
}

/** @returns the file of an import and how it is read. */
export function fileOf({ run, client, mapping, schemas }: Running): ImportFile {
  return {
    path: importPath(client.clientId, run.importId),
    form: formOf(run.facts, mapping),
    mapping,
    currency: client.currency,
    country: client.countryCode,
    schemas,
  };
}

/** What a chunk is imported with. @param tx of the chunk, or one to read in when it is prepared. */
export function chunkOf(
  tx: Tx,
  { run, client, mapping, newMeta }: Running,
  { rows }: ReadChunk,
  more: Pick<Chunk, 'overlay' | 'readAhead'>,
): Chunk {
  const at = now();
  return { tx, importId: run.importId, mapping, rows, at, today: localDate(at, client.timezone), zone: client.timezone, newMeta, ...more };
}

/** Reads what a chunk touches, decides, and writes it unless there is an overlay. */
export async function importChunk(chunk: Chunk, rejections: readonly Rejection[]): Promise<Outcome> {
  const outcome = chunk.rows.length > 0 ? await IMPORTERS[chunk.mapping.record](chunk) : new Outcome();
  outcome.rejections.push(...rejections);
  return outcome;
}

export function emptySummary(): Summary {
  return { created: 0, changed: 0, unchanged: 0, rejected: 0, newAccounts: 0, sums: {} };
}

export function addOutcome(summary: Summary, outcome: OutcomeFacts): void {
  summary.created += outcome.created;
  summary.changed += outcome.changed;
  summary.unchanged += outcome.unchanged;
  summary.rejected += outcome.rejections.length;
  summary.newAccounts += outcome.newAccounts;
  for (const [currency, booked] of outcome.sums) {
    const known = summary.sums[currency] ?? { claims: '0', fees: '0', payments: '0', corrections: '0' };
    summary.sums[currency] = known;
    for (const kind of Object.keys(booked) as (keyof Booked)[]) known[kind] = toDecimal(toMinor(known[kind]) + booked[kind], currency);
  }
}

/** The summary writes sums as decimals of their currency; only the digits count here. */
function toMinor(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''));
}
