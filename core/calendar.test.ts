import { expect, test } from 'vitest';
import { isHoliday } from './calendar.ts';
import { type CalendarDate, calendarDate } from './time.ts';
import { addWorkingDays, isWorkingDay } from './workdays.ts';

const day = (text: string) => calendarDate(text)!;

test.each([
  ['2026-05-01', 'DE', true],
  ['2026-03-08', 'DE', false],
  ['2026-03-08', 'DE-BE', true],
  ['2026-06-04', 'DE-BY', true],
  ['2026-06-04', 'DE-BE', false],
  // Christmas Eve is a bank holiday and Mother's Day is observed: neither is a public holiday.
  ['2026-12-24', 'DE', false],
  ['2026-05-10', 'DE', false],
  ['2026-07-03', 'US', true],
  ['2026-11-26', 'US', true],
  ['2026-05-01', 'XX', false],
  ['2026-05-01', null, false],
])('%s in %s is a public holiday: %s', (date, region, expected) => {
  expect(isHoliday(day(date), region)).toBe(expected);
});

test('working days are Monday to Friday, without holidays where the client excludes them', () => {
  const german = (date: CalendarDate) => isHoliday(date, 'DE');
  const none = () => false;
  expect(isWorkingDay(day('2026-05-02'), none)).toBe(false);
  expect(isWorkingDay(day('2026-05-03'), none)).toBe(false);
  expect(isWorkingDay(day('2026-05-01'), german)).toBe(false);
  expect(isWorkingDay(day('2026-05-01'), none)).toBe(true);
  expect(addWorkingDays(day('2026-04-30'), 1, german)).toBe('2026-05-04');
  expect(addWorkingDays(day('2026-04-02'), 1, german)).toBe('2026-04-07');
  expect(addWorkingDays(day('2026-12-23'), 3, german)).toBe('2026-12-29');
  expect(addWorkingDays(day('2026-12-26'), 0, german)).toBe('2026-12-26');
});
