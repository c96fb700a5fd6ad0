import { expect, it } from 'vitest';
import { nextReload } from './assetRefresh.ts';

const MINUTE = 60_000;

it('reloads three times in five minutes and then no more, until the first is five minutes old', () => {
  let reloads: number[] = [];
  for (const at of [0, 1, 2]) reloads = nextReload(reloads, at * MINUTE)!;
  expect(nextReload(reloads, 4.9 * MINUTE)).toBeNull();
  expect(nextReload(reloads, 5 * MINUTE)).toEqual([1 * MINUTE, 2 * MINUTE, 5 * MINUTE]);
});
