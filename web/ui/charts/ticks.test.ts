import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ticksOf } from './ticks.ts';

it('an axis holds what is drawn and 0, in even steps, of which there are few', () => {
  const values = fc.integer({ min: -1e11, max: 1e11 }).map((cents) => cents / 100);
  fc.assert(
    fc.property(values, values, (one, other) => {
      const [least, most] = [Math.min(one, other), Math.max(one, other)];
      fc.pre(most !== 0 || least !== 0);
      const ticks = ticksOf(least, most);
      expect(ticks).toContain(0);
      expect(ticks[0]).toBeLessThanOrEqual(least);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }),
  );
});

it.each([
  [0, 0, [0, 1]],
  [0, 470, [0, 200, 400, 600]],
  [-30, 90, [-50, 0, 50, 100]],
  [0, 1, [0, 0.5, 1]],
])('from %d to %d: %j', (least, most, ticks) => {
  expect(ticksOf(least, most)).toEqual(ticks);
});

it.each([
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [7, [0, 5, 10]],
  [70, [0, 25, 50, 75]],
])('of what is counted, up to %d: %j', (most, ticks) => {
  expect(ticksOf(0, most, true)).toEqual(ticks);
});
