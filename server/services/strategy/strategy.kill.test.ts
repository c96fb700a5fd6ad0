import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../platform/tenancy.ts';
import { testDatabase } from '../../platform/testing.ts';
import { CLASSES, killWorkers } from './strategy.kill.harness.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await testDatabase());
});
afterAll(() => drop());

/** The small form of `npm run bench -- kills`: a tenth of the answers is lost, a tenth of the messages is delivered before a 503. */
it('sends nothing twice and loses nothing while its workers are killed', async () => {
  const results = await killWorkers({
    database,
    messages: 60,
    kills: 5,
    workers: 2,
    lost: 10,
    unavailable: 10,
    lease: 6000,
  });
  expect(results.map((result) => result.deliveryClass)).toEqual(CLASSES);
  for (const { deliveryClass, unknown, ...counts } of results) {
    expect({ deliveryClass, ...counts }).toEqual({ deliveryClass, messages: 60, duplicates: 0, lost: 0, unsent: [], wrongEvents: 0 });
    if (deliveryClass === 'neither') expect(unknown).toBeGreaterThan(0);
    else expect(unknown).toBe(0);
  }
});
