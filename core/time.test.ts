import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, type CalendarDate, calendarDate, dateOfDay, dayNumber, daysBetween, instant } from './time.ts';

const day = (text: string) => text as CalendarDate;

test('days are counted and added across months, leap years and before 1970', () => {
  expect(addDays(day('2028-02-28'), 1)).toBe('2028-02-29');
  expect(addDays(day('2026-01-01'), -1)).toBe('2025-12-31');
  expect(addDays(day('1970-01-01'), -1)).toBe('1969-12-31');
  expect(daysBetween(day('2026-01-10'), day('2026-03-16'))).toBe(65);
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 60_000 }), fc.integer({ min: -5000, max: 5000 }), (number, days) => {
      const date = dateOfDay(number);
      expect(calendarDate(date)).toBe(date);
      expect(dayNumber(date)).toBe(number);
      expect(daysBetween(date, addDays(date, days))).toBe(days);
    }),
  );
});

test('months keep the day or end with the month', () => {
  expect(addMonths(day('2026-01-31'), 1)).toBe('2026-02-28');
  expect(addMonths(day('2026-10-15'), 3)).toBe('2027-01-15');
});

test('what is no day or moment is refused', () => {
  expect(calendarDate('2026-02-30')).toBe(null);
  expect(calendarDate('2026-2-3')).toBe(null);
  expect(() => instant('soon')).toThrow(RangeError);
});
