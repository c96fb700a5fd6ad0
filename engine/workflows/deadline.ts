/** Deadlines in working time: a day is 24 hours, and days on which the client does not work are left out. */
import { addDays, type Instant, instant, MINUTE } from '../../core/time.ts';
import { type IsFree, isWorkingDay } from '../../core/workdays.ts';
import { at, localDate } from '../../core/zone.ts';

const MIDNIGHT = { hour: 0, minute: 0 };
/** Nobody waits longer; a calendar without a working day must not be searched for ever. */
const MOST_DAYS = 4000;

/** @returns the moment at which so many minutes of working days have passed. On a free day they begin with the next working day. */
export function dueAt(from: Instant, minutes: number, zone: string, isFree: IsFree): Instant {
  let left = minutes * MINUTE;
  let moment: number = from;
  let day = localDate(from, zone);
  for (let count = 0; count < MOST_DAYS; count++) {
    const next = addDays(day, 1);
    const end = at(next, MIDNIGHT, zone);
    if (isWorkingDay(day, isFree)) {
      if (moment + left <= end) return instant(moment + left);
      left -= end - moment;
    }
    moment = end;
    day = next;
  }
  return instant(moment);
}
