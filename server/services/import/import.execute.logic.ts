/**
 * The import itself: each chunk is one transaction that also moves the mark from which a killed import goes on. Chunks of claims that are all
 * new are written side by side, on connections of their own, and committed in their order; every other chunk waits for its turn.
 */
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { refreshImported } from '../account/intake/import.logic.ts';
import type { ChunkSource, NewClaims, PreparedChunk } from './import.ahead.ts';
import type { OutcomeFacts } from './import.chunk.ts';
import { finishPortfolio, writePortfolio } from './import.claims.ts';
import { holdImports } from './import.hold.logic.ts';
import { finishImport, lockImport, type Summary, saveProgress, saveRejections } from './import.logic.ts';
import { Heap } from './import.memory.ts';
import { FIRST_CHUNK_ROWS } from './import.reading.ts';
import { addOutcome, chunkOf, emptySummary, Interrupted, importChunk, prepare, type Running, type RunOptions } from './import.run.logic.ts';
import { openSource } from './import.source.ts';

/** Chunks that are written at the same time. Each holds some 5 MB and a connection. */
const SIDE_BY_SIDE = 2;

/** A chunk that is being written: how far the import is after it, and with what sums. */
interface Written {
  readonly rowsDone: number;
  readonly summary: Summary;
  /** It has its place among the imports, or ended without. */
  readonly held: Promise<void>;
  readonly done: Promise<void>;
}

/** Imports from where the last committed chunk ended. Chunks are applied exactly once, whoever runs them and however often they are killed. */
export async function executeImport(database: Database, clientId: Uuid, importId: Uuid, options: RunOptions = {}): Promise<Summary> {
  const running = await prepare(database, clientId, importId);
  const { rowsDone } = running.run;
  if (rowsDone === 0) await inClient(database, clientId, (tx) => saveRejections(tx, importId, [], true));
  const work = new Execution(database, running, options);
  try {
    await work.run();
  } finally {
    await work.close();
  }
  if (work.rowsDone === 0) throw invalid('file', 'fileRowsBelow');
  const { summary } = work;
  await inClient(
    database,
    clientId,
    async (tx) => {
      await finishImport(tx, importId, 'done', { rowsTotal: work.rowsDone, summary });
      const { notes: _, ...figures } = summary;
      await appendEvents(tx, [{ messageType: 'importFinished', payload: { importId, fileName: running.run.fileName, ...figures } }]);
    },
    { actor: { type: 'import', id: importId }, correlationId: importId },
  );
  return summary;
}

class Execution {
  rowsDone: number;
  /** Of the chunks that are committed. */
  summary: Summary;
  private readonly database: Database;
  private readonly running: Running;
  private readonly options: RunOptions;
  private source: ChunkSource;
  private readonly heap: Heap;
  private readonly open: Written[] = [];
  private ahead: Promise<PreparedChunk | null> | null = null;
  private nextStatistics = FIRST_CHUNK_ROWS;
  private statistics: Promise<unknown> = Promise.resolve();

  constructor(database: Database, running: Running, options: RunOptions) {
    this.database = database;
    this.running = running;
    this.options = options;
    this.heap = new Heap(running.run.sizeBytes);
    this.rowsDone = running.run.rowsDone;
    // What the check noticed holds for the import: it is the same file under the same mapping.
    const notes = running.run.summary?.notes;
    this.summary = this.rowsDone === 0 ? { ...emptySummary(), ...(notes && { notes }) } : running.run.summary;
    this.source = openSource(database, running, { skip: this.rowsDone, inTurnUntil: 0 }, options);
  }

  async run(): Promise<void> {
    for (;;) {
      const chunk = await (this.ahead ?? this.source.next(now()));
      this.ahead = null;
      if (!(await this.waitFor(chunk?.made ? SIDE_BY_SIDE - 1 : 0))) continue;
      if (!chunk) break;
      if (chunk.made) this.writeBeside(chunk, chunk.made);
      else await this.writeInTurn(chunk);
      if (this.options.signal?.aborted) {
        await this.waitFor(0);
        throw new Interrupted();
      }
    }
    await this.statistics;
  }

  /** Nothing goes on after it. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.open.map(({ done }) => done), this.statistics]);
    await this.source.close();
    this.heap[Symbol.dispose]();
  }

  private writeBeside({ rowsBefore, rowsDone, rejections }: PreparedChunk, made: NewClaims): void {
    const { outcome, portfolio, newEntries, touched, at } = made;
    outcome.rejections.push(...rejections);
    const before = this.open.at(-1);
    const summary = structuredClone(before?.summary ?? this.summary);
    addOutcome(summary, outcome);
    const held = Promise.withResolvers<void>();
    const done = this.inImport(async (tx) => {
      // In their order: a chunk that goes alone may come between two requests, and would wait for the later while the earlier waits for it.
      await before?.held;
      await holdImports(tx, 'beside', this.options.rowPatience);
      held.resolve();
      await writePortfolio(tx, portfolio, at);
      await before?.done;
      await this.takeTurn(tx, rowsBefore);
      await finishPortfolio(tx, portfolio, newEntries, at);
      await refreshImported(tx, touched);
      await this.note(tx, rowsDone, outcome, summary);
    });
    // Looked at when its turn comes.
    done.catch(() => {}).then(held.resolve);
    this.open.push({ rowsDone, summary, held: held.promise, done });
  }

  /** Somebody who is no import may make one of its accounts meanwhile: then it is read again, and known. */
  private async writeInTurn(chunk: PreparedChunk): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.writeOnce(chunk);
      } catch (error) {
        if (tries >= TRIES || (error as { code?: string }).code !== '23505') throw error;
      }
    }
  }

  private async writeOnce(chunk: PreparedChunk): Promise<void> {
    const readAhead = () => {
      this.ahead ??= this.source.next(now());
      this.ahead.catch(() => {});
    };
    const summary = await this.inImport(async (tx) => {
      await holdImports(tx, 'alone');
      await this.takeTurn(tx, chunk.rowsBefore);
      const outcome = await importChunk(chunkOf(tx, this.running, chunk, { overlay: null, readAhead }), chunk.rejections);
      const next = structuredClone(this.summary);
      addOutcome(next, outcome);
      await this.note(tx, chunk.rowsDone, outcome, next);
      return next;
    });
    this.committed(chunk.rowsDone, summary);
  }

  /** Holds the mark, which stands where the chunk begins. @throws Interrupted when it stands elsewhere or the import was cancelled. */
  private async takeTurn(tx: Tx, rowsBefore: number): Promise<void> {
    const held = await lockImport(tx, this.running.run.importId);
    if (held.status !== 'running' || held.rowsDone !== rowsBefore) throw new Interrupted();
  }

  private async note(tx: Tx, rowsDone: number, { rejections }: OutcomeFacts, summary: Summary): Promise<void> {
    const { importId } = this.running.run;
    await saveRejections(tx, importId, rejections, false);
    await saveProgress(tx, importId, 'running', rowsDone, summary);
  }

  /**
   * Waits until at most `most` chunks are being written.
   * @returns false when somebody else made one of their claims or accounts meanwhile, or is about to: the file is read again from the mark
   * on, and what was being written or prepared from there is written in its turn.
   */
  private async waitFor(most: number): Promise<boolean> {
    for (;;) {
      const first = this.open[0];
      if (!first || this.open.length <= most) return true;
      try {
        await first.done;
      } catch (error) {
        const lost = this.open.splice(0);
        await Promise.allSettled(lost.map(({ done }) => done));
        if (!TAKEN.has((error as { code?: string }).code ?? '')) throw error;
        await this.source.close();
        const inTurnUntil = lost.at(-1)?.rowsDone ?? 0;
        this.source = openSource(this.database, this.running, { skip: this.rowsDone, inTurnUntil }, this.options);
        this.ahead = null;
        return false;
      }
      this.open.shift();
      this.committed(first.rowsDone, first.summary);
    }
  }

  private committed(rowsDone: number, summary: Summary): void {
    this.rowsDone = rowsDone;
    this.summary = summary;
    this.source.committed(rowsDone);
    if (rowsDone >= this.nextStatistics) {
      this.nextStatistics = rowsDone * 4;
      this.statistics = this.statistics.then(() => this.database.app.query('select refresh_statistics()'));
      this.statistics.catch(() => {});
    }
    this.heap.tidy();
    this.options.onProgress?.(rowsDone);
  }

  private inImport<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const { client, run } = this.running;
    return inClient(this.database, client.clientId, work, { actor: { type: 'import', id: run.importId }, correlationId: run.importId });
  }
}

/** Of a chunk in its turn whose keys others take. */
const TRIES = 5;
/** SQLSTATE of a key that is taken, and of one that somebody holds who may be waiting for this import. */
const TAKEN = new Set(['23505', '55P03']);
