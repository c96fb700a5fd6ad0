/** Jobs run on a real worker: what fails is told and tried again, and nobody else notices. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineJob, enqueue, startWorker } from './jobs.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

it('a job that fails is tried again, and others go on meanwhile', async () => {
  const seen: string[] = [];
  const job = defineJob<{ name: string }>({
    name: 'test.sometimes',
    run: async ({ name }) => {
      seen.push(name);
      if (name === 'fails once' && seen.filter((each) => each === name).length === 1) throw new Error('not yet');
    },
  });
  const worker = await startWorker(house.database, 2);
  try {
    await house.inA(async (tx) => {
      await enqueue(tx, job, { name: 'fails once' });
      await enqueue(tx, job, { name: 'other' });
    });
    await expect.poll(() => seen.toSorted()).toEqual(['fails once', 'fails once', 'other']);
  } finally {
    await worker.stop();
  }
});
