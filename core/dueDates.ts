/** When a task is due, as people say it: "tomorrow", "in 3 working days", "at the end of the week". Days are the client's, with its free days. */
import { addDays, addMonths, type CalendarDate } from './time.ts';
import { addWorkingDays, type IsFree, isWorkingDay } from './workdays.ts';
import { WEEKDAYS, weekdayOf } from './zone.ts';

/** The options of dueDateOption (docs/decisions/tasks.md); inDays and inWorkingDays need a dueDateValue, date needs a dueDate. */
export const DUE_DATE_OPTIONS = [
  'today',
  'tomorrow',
  'nextWorkingDay',
  'inDays',
  'inWorkingDays',
  'endOfWeek',
  'endOfMonth',
  'date',
] as const;
export type DueDateOption = (typeof DUE_DATE_OPTIONS)[number];

/** Days ahead that an option may count at most: ten years, as a strategy's step. */
export const MOST_DUE_DAYS = 3650;

/** @returns whether the option counts days. */
export function countsDays(option: string | null | undefined): boolean {
  return option === 'inDays' || option === 'inWorkingDays';
}

/**
 * @param value number of days of inDays and inWorkingDays, from 0. @param today in the client's zone.
 * @returns the day an option means when it is chosen on `today`. The end of a week or month is its last working day that has not passed; where
 * none is left, that of the next one. 'date' names its day itself: null.
 */
export function dueDateOf(option: DueDateOption, value: number, today: CalendarDate, isFree: IsFree): CalendarDate | null {
  switch (option) {
    case 'today':
      return today;
    case 'tomorrow':
      return addDays(today, 1);
    case 'nextWorkingDay':
      return addWorkingDays(today, 1, isFree);
    case 'inDays':
      return addDays(today, value);
    case 'inWorkingDays':
      return addWorkingDays(today, value, isFree);
    case 'endOfWeek': {
      const sunday = addDays(today, 6 - WEEKDAYS.indexOf(weekdayOf(today)));
      return lastWorkingDay(today, sunday, isFree) ?? lastWorkingDay(addDays(sunday, 1), addDays(sunday, 7), isFree) ?? addDays(sunday, 7);
    }
    case 'endOfMonth': {
      const last = endOfMonth(today);
      const next = endOfMonth(addDays(last, 1));
      return lastWorkingDay(today, last, isFree) ?? lastWorkingDay(addDays(last, 1), next, isFree) ?? next;
    }
    case 'date':
      return null;
  }
}

const endOfMonth = (day: CalendarDate): CalendarDate => addDays(addMonths(`${day.slice(0, 7)}-01` as CalendarDate, 1), -1);

function lastWorkingDay(from: CalendarDate, to: CalendarDate, isFree: IsFree): CalendarDate | null {
  for (let day = to; day >= from; day = addDays(day, -1)) if (isWorkingDay(day, isFree)) return day;
  return null;
}
