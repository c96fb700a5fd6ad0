import { describe, expect, it } from 'vitest';
import { FIRST_LIMIT, MORE_LIMIT, mayHaveMore, merge, nextPage } from './paging.ts';

describe('the pages of notifications', () => {
  it('are twenty, then ten from page 3 on', () => {
    expect([FIRST_LIMIT, MORE_LIMIT]).toEqual([20, 10]);
    expect([20, 30, 40].map(nextPage)).toEqual([3, 4, 5]);
  });
  it('end when the first has fewer than twenty, or a later one fewer than ten', () => {
    expect([mayHaveMore(20, FIRST_LIMIT), mayHaveMore(19, FIRST_LIMIT)]).toEqual([true, false]);
    expect([mayHaveMore(10, MORE_LIMIT), mayHaveMore(9, MORE_LIMIT), mayHaveMore(0, MORE_LIMIT)]).toEqual([true, false, false]);
  });
  it('leave none out when some were dismissed meanwhile', () => {
    expect(nextPage(18)).toBe(2);
    const id = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => ({ notificationId: String(from + index) }));
    expect(merge(id(1, 18), id(11, 20)).map((item) => item.notificationId)).toEqual(id(1, 20).map((item) => item.notificationId));
  });
});
