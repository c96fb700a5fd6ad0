/** Jobs run on a real worker: what fails is told and tried again, nobody else notices, and a database that is away for a moment ends nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineJob, enqueue, startWorker } from './jobs.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

it('retries a failed job while others continue', async () => {
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

it('a job whose end cannot be written is written down once the database is back', async () => {
  const { owner } = house.database;
  const name = (await owner.query('select current_database() as name')).rows[0].name;
  let runs = 0;
  const job = defineJob({
    name: 'test.away',
    run: async () => {
      runs += 1;
      await owner.query(`alter database ${name} connection limit 0`);
      // One that was just being opened shows a little later.
      for (let looks = 0; looks < 5; looks += 1) {
        await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename like 'quittance_worker_%'`,
        );
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  });
  // Of this job alone: at a full minute the worker adds what comes regularly.
  const left = async () =>
    Number((await owner.query('select count(*) from graphile_worker.jobs where task_identifier = $1', [job.name])).rows[0].count);
  const worker = await startWorker(house.database, 2);
  try {
    await house.inA((tx) => enqueue(tx, job, {}));
    await expect.poll(() => runs).toBe(1);
    // Long enough for the worker to have tried in vain.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await left()).toBe(1);
    await owner.query(`alter database ${name} connection limit -1`);
    await expect.poll(left).toBe(0);
    expect(runs).toBe(1);
  } finally {
    // The worker ends once it has written what it did.
    await owner.query(`alter database ${name} connection limit -1`);
    await worker.stop();
  }
});
