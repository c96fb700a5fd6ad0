/**
 * The heap of a long import. Rows live as long as their chunk, so they outlive the quick collections, and on a machine with much memory
 * V8 lets half a gigabyte of dead ones pile up before it looks again, in a nursery of its own of 128 MB. An import promises to get by with 300 MB.
 */
import { memoryUsage } from 'node:process';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Bytes of heap above which what is dead is thrown away between two chunks. */
const MOST_HEAP = 48 * 2 ** 20;
/** Bytes of the nursery, where V8 makes objects, above which it does not grow while something is imported. */
const MOST_NURSERY = 8 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as NodeJS.GCFunction;

/** Bytes of a file that cannot fill MOST_HEAP, whatever its rows become: it is not worth a thorough collection, which stops the process. */
const SMALL = 2 * 2 ** 20;

/** Imports at work in this process. */
let working = 0;

export class Heap {
  private most: number;

  /** @param fileBytes of what is imported. */
  constructor(fileBytes: number) {
    working++;
    // Only the most thorough collection makes the nursery small again. It takes 100 ms and more.
    if (fileBytes > SMALL) collectGarbage({ execution: 'sync', flavor: 'last-resort' });
    this.most = memoryUsage().heapUsed + MOST_HEAP;
  }

  /** To be called after each chunk: throws away what is dead when there is much. What stays alive belongs to others and does not count. */
  tidy(): void {
    // The flag is the process's. A thread's nursery is limited where it is started.
    const nursery = isMainThread ? getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space') : undefined;
    if (nursery && nursery.space_size >= MOST_NURSERY) setFlagsFromString('--semi-space-growth-factor=1');
    if (memoryUsage().heapUsed <= this.most) return;
    collectGarbage({ execution: 'sync', type: 'major' });
    this.most = memoryUsage().heapUsed + MOST_HEAP;
  }

  [Symbol.dispose](): void {
    if (--working === 0 && isMainThread) setFlagsFromString('--semi-space-growth-factor=2');
  }
}
