/** The small form of `npm run bench -- random`, which takes 10,000. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { runRandom } from './reactions.random.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

it('saves, reads and runs random strategies, trees, workflows and rules, or refuses them with a reason', async () => {
  const { outcomes, exceptions } = await runRandom(house.database, house.clientA, { count: 30, seed: 20_261_126 });
  expect(exceptions).toEqual([]);
  // Most are right, and some are wrong: a generator that made only one of the two would prove nothing.
  const sum = (start: string) => [...outcomes].reduce((total, [name, number]) => total + (name.startsWith(start) ? number : 0), 0);
  expect(sum('strategy saved')).toBeGreaterThan(5);
  expect(sum('strategy refused')).toBeGreaterThan(2);
  expect(sum('tree decided')).toBeGreaterThan(8);
  expect(sum('run started')).toBeGreaterThan(5);
  expect(sum('rule saved')).toBeGreaterThan(1);
});
