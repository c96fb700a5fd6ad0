import { expect, it } from 'vitest';
import { activeDays, DEFAULT_RANGE, isSound, nextRange, timeOf, weekOf, wrongWith } from './week.ts';

const range = (start: string, end: string) => ({ start: timeOf(start), end: timeOf(end) });

it('holds every weekday and saves the active ones', () => {
  const saved = [{ day: 'Friday', timeRanges: [range('09:00', '17:00')] }];
  const week = weekOf(saved);
  expect(week.map(({ isActive }) => isActive)).toEqual([false, false, false, false, true, false, false]);
  expect(week[0]?.timeRanges).toEqual([DEFAULT_RANGE]);
  expect(activeDays(week)).toEqual(saved);
  expect(isSound(week)).toBe(true);
});

it.each([
  [[range('00:00', '00:00')], null],
  [[range('22:00', '00:00')], null],
  [[range('09:00', '09:00')], 'end'],
  [[range('09:00', '12:00'), range('12:00', '13:00')], null],
  [[range('09:00', '12:00'), range('11:59', '13:00')], 'overlap'],
  [[range('09:00', '00:00'), range('11:59', '13:00')], 'overlap'],
])('finds what is wrong with the last of %j', (ranges, wrong) => {
  expect(wrongWith(ranges, ranges.length - 1)).toBe(wrong);
});

it('offers what is left of a day', () => {
  expect(nextRange([range('09:00', '12:00')])).toEqual(range('12:00', '00:00'));
  expect(nextRange([DEFAULT_RANGE])).toBeNull();
});
