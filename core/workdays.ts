/** Working days: Monday to Friday without the days that are free. */
import { addDays, type CalendarDate } from './time.ts';
import { weekdayOf } from './zone.ts';

/** Whether a day is free besides weekends, e.g. a public holiday where the client keeps them. */
export type IsFree = (date: CalendarDate) => boolean;

/** @returns whether the day is Monday to Friday and not free. */
export function isWorkingDay(date: CalendarDate, isFree: IsFree): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 'Saturday' && weekday !== 'Sunday' && !isFree(date);
}

/** @returns the day that many working days after the date; the date itself for 0. */
export function addWorkingDays(date: CalendarDate, days: number, isFree: IsFree): CalendarDate {
  let day = date;
  for (let count = 0; count < days; count++) {
    do day = addDays(day, 1);
    while (!isWorkingDay(day, isFree));
  }
  return day;
}
