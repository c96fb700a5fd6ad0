/** Who prepares the chunks of an import: a thread of its own when the file is large, else the import itself between two waits. */
import { Worker } from 'node:worker_threads';
import type { Instant } from '../../../core/time.ts';
import { type Database, inClient, type Reading } from '../../platform/tenancy.ts';
import { failureOf, thrown } from '../../platform/threads.failure.ts';
import { ChunkPreparer, type ChunkSource, type Preparation, type PreparedChunk } from './import.ahead.ts';
import { fileOf, type Running, type RunOptions } from './import.run.logic.ts';
import type { FromThread, ThreadData, ToThread } from './import.thread.ts';

/** Bytes of a file from which a thread is worth what starting it costs. */
const THREAD_FROM = 8 * 2 ** 20;
/** Chunks that a thread is ahead of what is asked for, at most. Each takes some 3 MB. */
const AHEAD = 2;
/** MB of the thread's nursery, all of its parts together: a chunk's rows die in it before they are taken for long-lived. */
const NURSERY = 48;

/** Prepares the chunks of an import. @param from as of Preparation. */
export function openSource(
  database: Database,
  running: Running,
  from: Pick<Preparation, 'skip' | 'inTurnUntil'>,
  { threadFrom = THREAD_FROM }: RunOptions,
): ChunkSource {
  const { run, client, mapping } = running;
  const { clientId } = client;
  const preparation: Preparation = {
    file: fileOf(running),
    importId: run.importId,
    zone: client.timezone,
    newMeta: running.newMeta,
    ...from,
  };
  const reading: Reading = {
    clientId,
    sql: (text, values) => inClient(database, clientId, (tx) => tx.sql(text, values), { readOnly: true }),
  };
  return mapping.record === 'claims' && run.sizeBytes >= threadFrom
    ? new ThreadSource(preparation, reading, run.sizeBytes)
    : new ChunkPreparer(preparation, reading);
}

class ThreadSource implements ChunkSource {
  private readonly thread: Worker;
  private readonly reading: Reading;
  /** What the thread was asked for, in order: what it has not answered yet, and what nobody has fetched yet. */
  private readonly open: PromiseWithResolvers<PreparedChunk | null>[] = [];
  private readonly ahead: Promise<PreparedChunk | null>[] = [];
  /** Why the thread is no more. */
  private end: Error | null = null;

  constructor(preparation: Preparation, reading: Reading, fileBytes: number) {
    this.reading = reading;
    this.thread = new Worker(new URL(import.meta.resolve('./import.thread.ts')), {
      workerData: { clientId: reading.clientId, preparation, fileBytes } satisfies ThreadData,
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY },
    });
    this.thread.on('message', (message: FromThread) => void this.hear(message));
    this.thread.on('error', (error) => this.fail(error));
    this.thread.on('exit', () => this.fail(new Error('The thread that reads the file has ended')));
  }

  next(at: Instant): Promise<PreparedChunk | null> {
    while (this.ahead.length <= AHEAD) this.ask(at);
    return this.ahead.shift()!;
  }

  committed(rowsDone: number): void {
    this.tell({ kind: 'committed', rowsDone });
  }

  async close(): Promise<void> {
    await this.thread.terminate();
  }

  private ask(at: Instant): void {
    const answer = Promise.withResolvers<PreparedChunk | null>();
    // Looked at when somebody fetches it.
    answer.promise.catch(() => {});
    this.ahead.push(answer.promise);
    if (this.end) answer.reject(this.end);
    else {
      this.open.push(answer);
      this.tell({ kind: 'next', at });
    }
  }

  private async hear(message: FromThread): Promise<void> {
    if (message.kind === 'chunk') this.open.shift()?.resolve(message.chunk);
    else if (message.kind === 'failed') this.open.shift()?.reject(thrown(message.failure));
    else
      this.tell(
        await this.reading.sql(message.text, message.values).then(
          (rows) => ({ kind: 'answer', id: message.id, rows }),
          (error: unknown) => ({ kind: 'answer', id: message.id, failure: failureOf(error) }),
        ),
      );
  }

  private tell(message: ToThread): void {
    this.thread.postMessage(message);
  }

  private fail(error: Error): void {
    this.end ??= error;
    for (const { reject } of this.open.splice(0)) reject(this.end);
  }
}
