/** The small form of the third part of `npm run bench -- kills`, which kills sixty workers, and the database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../platform/tenancy.ts';
import { testDatabase } from '../../platform/testing.ts';
import { killTogether, togetherOf } from './reactions.together.testing.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await testDatabase());
});
afterAll(() => drop());

it('does everything once while the workers of strategies, workflows and reactions are killed', { timeout: 300_000 }, async () => {
  const counted = await killTogether({ database, claims: 10, kills: 2, workers: 2, lost: 10, unavailable: 10, lease: 6_000 });
  expect(counted).toEqual(togetherOf(10));
});
