import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, type CalendarDate, daysBetween } from '../../../../core/time.ts';
import { periodBefore } from './period.ts';

const before = (from: string, to: string) => Object.values(periodBefore({ from: from as CalendarDate, to: to as CalendarDate }));
const FIRST = '2024-01-01' as CalendarDate;

it('compares a running month with the same days of the month before', () => {
  expect(before('2026-11-01', '2026-11-23')).toEqual(['2026-10-01', '2026-10-23']);
  expect(before('2026-03-01', '2026-03-30')).toEqual(['2026-02-01', '2026-02-28']);
});

it('compares whole months with whole months', () => {
  expect(before('2026-10-01', '2026-10-31')).toEqual(['2026-09-01', '2026-09-30']);
  expect(before('2026-02-01', '2026-02-28')).toEqual(['2026-01-01', '2026-01-31']);
  expect(before('2026-07-01', '2026-09-30')).toEqual(['2026-04-01', '2026-06-30']);
});

it('compares several months of which the last is running with as many before them', () => {
  expect(before('2026-10-01', '2026-11-23')).toEqual(['2026-08-01', '2026-09-23']);
});

it('compares other days with as many days right before them', () => {
  expect(before('2026-11-10', '2026-11-23')).toEqual(['2026-10-27', '2026-11-09']);
});

it('always lies before the period, and is no longer than whole months can be', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(365), (start, length) => {
      const from = addDays(FIRST, start);
      const to = addDays(from, length);
      const earlier = periodBefore({ from, to });
      expect(earlier.from <= earlier.to && earlier.to < from).toBe(true);
      if (!from.endsWith('-01')) expect(daysBetween(earlier.from, earlier.to)).toBe(length);
      else expect(Math.abs(daysBetween(earlier.from, earlier.to) - length)).toBeLessThanOrEqual(3);
    }),
  );
});
