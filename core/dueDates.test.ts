import { expect, test } from 'vitest';
import { dueDateOf } from './dueDates.ts';
import type { CalendarDate } from './time.ts';

const day = (text: string) => text as CalendarDate;
/** Christmas of 2026 and New Year are Fridays; the Thursdays before are closed too. */
const isFree = (date: CalendarDate) => ['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01'].includes(date);

test.each([
  ['today', 0, '2026-12-23', '2026-12-23'],
  ['tomorrow', 0, '2026-12-23', '2026-12-24'],
  ['nextWorkingDay', 0, '2026-12-23', '2026-12-28'],
  ['inDays', 3, '2026-12-23', '2026-12-26'],
  ['inWorkingDays', 2, '2026-12-23', '2026-12-29'],
  ['endOfWeek', 0, '2026-12-21', '2026-12-23'],
  // What is left of this week is free: the end of the next one.
  ['endOfWeek', 0, '2026-12-24', '2026-12-30'],
  ['endOfMonth', 0, '2026-12-01', '2026-12-30'],
  ['endOfMonth', 0, '2026-12-31', '2027-01-29'],
] as const)('%s (%i) on %s is %s', (option, value, today, expected) => {
  expect(dueDateOf(option, value, day(today), isFree)).toBe(expected);
});
