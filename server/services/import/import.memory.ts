/**
 * The heap of a long import. Rows live as long as their chunk, so they outlive the quick collections, and on a machine with much memory
 * V8 lets half a gigabyte of dead ones pile up before it looks again. An import promises to get by with 300 MB.
 */
import { Session } from 'node:inspector';
import { memoryUsage } from 'node:process';

/** Bytes of heap above which what is dead is thrown away between two chunks. */
const MOST_HEAP = 48 * 2 ** 20;

export class Heap {
  private readonly session = new Session();
  private most = memoryUsage().heapUsed + MOST_HEAP;

  constructor() {
    this.session.connect();
  }

  /** Throws away what is dead when there is much. What stays alive belongs to others: it does not count against the import. */
  tidy(): void {
    if (memoryUsage().heapUsed > this.most) this.collect();
  }

  [Symbol.dispose](): void {
    this.session.disconnect();
  }

  /** Throws away what is dead. It takes some 50 ms. */
  collect(): void {
    this.session.post('HeapProfiler.collectGarbage');
    this.most = memoryUsage().heapUsed + MOST_HEAP;
  }
}
