/**
 * What becomes of watched files once they are here: one of a folder after the other is checked and imported, in the order in which they came.
 * A later file may correct what an earlier one says, so those behind one that waits for somebody wait too.
 */
import { and, eq } from 'drizzle-orm';
import { Fault, type FaultWords, fault, invalid, type SaidWords, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { enqueue, type JobReference } from '../../platform/jobs.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type ImportFacts, type ImportRow, moveImport, readImport } from './import.logic.ts';
import { checkMapping, type Mapping } from './import.mapping.ts';
import { importMapping } from './import.tables.ts';
import { readWatch, type WatchRow } from './import.watch.logic.ts';
import { importWatchFile, type WatchedState } from './import.watch.tables.ts';

export type WatchedFile = typeof importWatchFile.$inferSelect;

/** Defined in import.jobs.ts. */
const runImport: JobReference<{ clientId: Uuid; importId: Uuid }> = { name: 'import.run' };

/** Looks whether an import that was worked on is a watched file's, and goes on with its folder if so. */
export async function settleImport(tx: Tx, importId: Uuid): Promise<void> {
  const [file] = await tx.sql<{ watch_id: Uuid }>(
    `select watch_id from import_watch_file where client_id = $1 and import_id = $2 and state <> 'repeated' limit 1`,
    [tx.clientId, importId],
  );
  if (file) await advanceWatch(tx, file.watch_id);
}

/** Brings a folder's files to the state of their imports, and begins with the next one when none is at work. */
export async function advanceWatch(tx: Tx, watchId: Uuid): Promise<void> {
  const watch = await readWatch(tx, watchId, true);
  const files = await tx.db
    .select()
    .from(importWatchFile)
    .where(and(eq(importWatchFile.clientId, tx.clientId), eq(importWatchFile.watchId, watchId)));
  for (const file of files.filter((each) => ['checking', 'waiting', 'importing', 'failed'].includes(each.state) && each.importId))
    Object.assign(file, { state: await settle(tx, watch, file) });
  const inTurn = files.filter(({ state }) => state === 'taken').sort(byArrival);
  for (const next of inTurn) {
    if (files.some(({ state }) => state === 'checking' || state === 'waiting' || state === 'importing')) return;
    Object.assign(next, { state: await begin(tx, watch, next) });
  }
}

/** In the order in which they were taken; of the same moment by their own time, then by name. */
const byArrival = (one: WatchedFile, other: WatchedFile) =>
  (one.takenAt ?? 0) - (other.takenAt ?? 0) || Number(one.modified) - Number(other.modified) || one.name.localeCompare(other.name, 'en');

/** Has a file checked under the saved mapping. @returns its state then */
async function begin(tx: Tx, watch: WatchRow, file: WatchedFile): Promise<WatchedState> {
  const importId = file.importId ?? '';
  const [saved] = await tx.db
    .select()
    .from(importMapping)
    .where(and(eq(importMapping.clientId, tx.clientId), eq(importMapping.mappingId, watch.mappingId)));
  try {
    if (!saved) throw fault('CONFLICT', 'watchMappingGone');
    const mapping = fitEncoding(checkMapping(saved.definition), (await readImport(tx, importId)).facts);
    await moveImport(tx, importId, 'checking', { mapping, name: saved.name });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return fail(tx, watch, file, error.words);
  }
  await enqueue(tx, runImport, { clientId: tx.clientId, importId }, { queue: `import ${tx.clientId}` });
  return set(tx, file, { state: 'checking', reason: null });
}

/**
 * Nobody looks at a file before it is imported, so a mapping that names another encoding than the file's must not garble names. What is valid
 * UTF-8 is read as that: plain letters are the same in both. @throws Fault INVALID_INPUT
 */
function fitEncoding(mapping: Mapping, { encoding, sheets }: ImportFacts): Mapping {
  const wanted = mapping.encoding ?? null;
  if (wanted === null || wanted === encoding || sheets) return mapping;
  if (wanted === 'windows-1252' && encoding === 'utf-8') return { ...mapping, encoding };
  throw invalid('file', 'watchEncoding', { found: encoding, wanted });
}

/** @returns the state of a file whose import may have come further */
async function settle(tx: Tx, watch: WatchRow, file: WatchedFile): Promise<WatchedState> {
  const run = await readImport(tx, file.importId ?? '').catch(() => null);
  if (!run) return file.state === 'failed' ? 'failed' : fail(tx, watch, file, words('importNotFound'));
  if (run.status === 'done') return finish(tx, watch, file, { state: 'done', reason: null });
  // Somebody may have mended its mapping and gone on with it.
  if (file.state === 'failed') return 'failed';
  if (run.status === 'failed') return fail(tx, watch, file, run.errorWords ?? words('importBroke'));
  if (run.status === 'cancelled') return fail(tx, watch, file, words('watchStopped'));
  if (run.status === 'running') return file.state === 'importing' ? 'importing' : set(tx, file, { state: 'importing', reason: null });
  if (run.status !== 'checked' || file.state !== 'checking') return file.state;
  const why = whyAsk(watch, run);
  if (why) {
    await tell(tx, 'watchedFileWaiting', watch, file, why);
    return set(tx, file, { state: 'waiting', reason: why });
  }
  await moveImport(tx, run.importId, 'running');
  await enqueue(tx, runImport, { clientId: tx.clientId, importId: run.importId }, { queue: `import ${tx.clientId}` });
  return set(tx, file, { state: 'importing', reason: null });
}

/** @returns why somebody has to confirm an import; null: nobody has to */
function whyAsk(watch: WatchRow, { summary, rowsTotal }: ImportRow): SaidWords | null {
  if (watch.confirm === 'always') return words('watchAsked');
  const [rows, rejected] = [rowsTotal ?? 0, summary.rejected];
  if (watch.confirm === 'never' || rejected * 100 <= watch.mostRejected * rows) return null;
  return words('watchRejected', { rejected, rows, most: watch.mostRejected });
}

/** Ends a file: its people hear of it, and the next one goes on. */
export async function fail(
  tx: Tx,
  watch: WatchRow,
  file: Pick<WatchedFile, 'fileId' | 'name' | 'importId'>,
  why: FaultWords,
): Promise<'failed'> {
  await tell(tx, 'watchedFileFailed', watch, file, why);
  await finish(tx, watch, file, { state: 'failed', reason: why });
  return 'failed';
}

/** Ends a file; it is moved aside at the next look, which comes at once. */
export async function finish(
  tx: Tx,
  watch: WatchRow,
  file: Pick<WatchedFile, 'fileId'>,
  end: { state: 'done' | 'failed' | 'repeated'; reason: FaultWords | null },
): Promise<WatchedState> {
  if (watch.isMoved)
    await tx.sql('update import_watch set next_look_at = least(next_look_at, $3) where client_id = $1 and watch_id = $2 and is_active', [
      tx.clientId,
      watch.watchId,
      isoInstant(now()),
    ]);
  return set(tx, file, { ...end, endedAt: now() });
}

async function set(
  tx: Tx,
  { fileId }: Pick<WatchedFile, 'fileId'>,
  values: Partial<WatchedFile> & { readonly state: WatchedState },
): Promise<WatchedState> {
  await tx.db
    .update(importWatchFile)
    .set(values)
    .where(and(eq(importWatchFile.clientId, tx.clientId), eq(importWatchFile.fileId, fileId)));
  return values.state;
}

async function tell(
  tx: Tx,
  messageType: 'watchedFileFailed' | 'watchedFileWaiting',
  { watchId, name, userIds }: WatchRow,
  file: Pick<WatchedFile, 'name' | 'importId'>,
  { key, values }: FaultWords,
): Promise<void> {
  await appendEvents(tx, [{ messageType, payload: { watchId, name, fileName: file.name, importId: file.importId, userIds, key, values } }]);
}
