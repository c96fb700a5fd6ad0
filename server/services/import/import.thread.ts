/** The thread that prepares the chunks of a large file. It loads what that needs and no more: the database is asked by who started it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import type { Reading } from '../../platform/tenancy.ts';
import { type Failure, failureOf, thrown } from '../../platform/threads.failure.ts';
import { ChunkPreparer, type Preparation, type PreparedChunk } from './import.ahead.ts';
import { Heap } from './import.memory.ts';

/** What the thread is started with. */
export interface ThreadData {
  readonly clientId: Uuid;
  readonly preparation: Preparation;
  readonly fileBytes: number;
}

export type ToThread =
  | { readonly kind: 'next'; readonly at: Instant }
  | { readonly kind: 'committed'; readonly rowsDone: number }
  | { readonly kind: 'answer'; readonly id: number; readonly rows: Record<string, unknown>[] }
  | { readonly kind: 'answer'; readonly id: number; readonly failure: Failure };

export type FromThread =
  | { readonly kind: 'chunk'; readonly chunk: PreparedChunk | null }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'ask'; readonly id: number; readonly text: string; readonly values: unknown[] };

const port = parentPort!;
const { clientId, preparation, fileBytes } = workerData as ThreadData;
const heap = new Heap(fileBytes);
const asked = new Map<number, PromiseWithResolvers<Record<string, unknown>[]>>();
let asks = 0;

const reading: Reading = {
  clientId,
  sql: async (text, values = []) => {
    const answer = Promise.withResolvers<Record<string, unknown>[]>();
    const id = asks++;
    asked.set(id, answer);
    tell({ kind: 'ask', id, text, values });
    return (await answer.promise) as never;
  },
};
const preparer = new ChunkPreparer(preparation, reading);
let before: Promise<void> = Promise.resolve();

port.on('message', (message: ToThread) => {
  if (message.kind === 'next') before = before.then(() => prepare(message.at));
  else if (message.kind === 'committed') preparer.committed(message.rowsDone);
  else answer(message);
});

function answer(message: ToThread & { kind: 'answer' }): void {
  const open = asked.get(message.id);
  asked.delete(message.id);
  if ('rows' in message) open?.resolve(message.rows);
  else open?.reject(thrown(message.failure));
}

async function prepare(at: Instant): Promise<void> {
  try {
    const chunk = await preparer.next(at);
    const portfolio = chunk?.made?.portfolio;
    const lines = portfolio ? [portfolio.accounts, portfolio.debtors, portfolio.contacts, portfolio.claims] : [];
    tell(
      { kind: 'chunk', chunk },
      lines.flatMap(({ pieces }) => pieces.map(({ buffer }) => buffer)),
    );
  } catch (error) {
    tell({ kind: 'failed', failure: failureOf(error) });
  }
  heap.tidy();
}

function tell(message: FromThread, moved: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, moved);
}
