/** A thread that works on what users bring. It is told which function of which module to call, and may be ended at any moment. */
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Failure, failureOf } from './threads.failure.ts';

/** A task: items for a function that answers each, or one input for a function that answers piece by piece. */
export type ToThread =
  /** `at` tells which item it is at, and how much processor time (ms) the thread had used when it began that one. */
  | { readonly kind: 'each'; readonly module: string; readonly name: string; readonly items: readonly unknown[]; readonly at: Int32Array }
  | { readonly kind: 'pieces'; readonly module: string; readonly name: string; readonly input: unknown }
  | { readonly kind: 'next' };

/** What became of one item. */
export type Settled = { readonly value: unknown } | { readonly failure: Failure };

export type FromThread =
  /** The code is loaded: time counts from here. `spent` is the thread's processor time until now, in microseconds. */
  | { readonly kind: 'begun'; readonly spent: number }
  /** As many answers as there was time for, from the first item on. */
  | { readonly kind: 'answers'; readonly answers: readonly Settled[]; readonly spent: number }
  | { readonly kind: 'piece'; readonly piece: unknown; readonly spent: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Milliseconds after which a thread hands back what it has, so that others get their turn. */
const TURN = 500;

// Of this thread alone, on Linux: what it works on takes the processors' time that answering requests leaves.
if (process.platform === 'linux') os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);

const port = parentPort!;
const tell = (message: FromThread) => port.postMessage(message);
/** @returns microseconds of processor time of this thread, ever. */
const spent = () => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};
let pieces: AsyncIterator<unknown> | null = null;

port.on('message', (message: ToThread) => void hear(message));

async function hear(message: ToThread): Promise<void> {
  try {
    if (message.kind === 'next') return await nextPiece();
    const { [message.name]: call } = (await import(message.module)) as Record<string, (input: unknown) => unknown>;
    if (!call) throw new Error(`${message.module} has no ${message.name}`);
    tell({ kind: 'begun', spent: spent() });
    if (message.kind === 'each') return await answerEach(call, message.items, message.at);
    pieces = (call(message.input) as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    await nextPiece();
  } catch (error) {
    pieces = null;
    tell({ kind: 'failed', failure: failureOf(error) });
  }
}

async function answerEach(call: (input: unknown) => unknown, items: readonly unknown[], at: Int32Array): Promise<void> {
  const started = performance.now();
  const answers: Settled[] = [];
  for (const item of items) {
    if (answers.length > 0 && performance.now() - started > TURN) break;
    // Whoever ends this thread reads here which item it was at.
    Atomics.store(at, 0, answers.length);
    Atomics.store(at, 1, spent() / 1000);
    try {
      answers.push({ value: await call(item) });
    } catch (error) {
      answers.push({ failure: failureOf(error) });
    }
  }
  tell({ kind: 'answers', answers, spent: spent() });
}

async function nextPiece(): Promise<void> {
  const next = await pieces!.next();
  if (next.done) pieces = null;
  tell(next.done ? { kind: 'end' } : { kind: 'piece', piece: next.value, spent: spent() });
}
