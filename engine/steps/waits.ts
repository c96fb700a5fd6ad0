/** What the wait steps share: which days count, and the wait itself. Every wait is measured from when the run came to the step. */
import { z } from 'zod';
import { addDays, type CalendarDate, HOUR, type Instant, isoInstant, MINUTE, type TimeOfDay } from '../../core/time.ts';
import { addWorkingDays } from '../../core/workdays.ts';
import { at, localDate, localTime, weekdayOf } from '../../core/zone.ts';
import type { Context, Decision, Reason } from '../types.ts';

/** The days a wait may name (specification 3, section 3). */
export const WAIT_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;

export const weekdaysField = z.array(z.enum(WAIT_WEEKDAYS)).max(5);
export const hoursField = z.int().min(0).max(23);
export const minutesField = z.int().min(0).max(59);

/** The events a wait may end by; what their names mean: core/events/catalogue.ts. */
export const eventName = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,79}$/);
export const eventsField = z.array(eventName).min(1, 'at least one event').max(20);

/**
 * @param span days are calendar days of the client's zone (working days if said), the rest is elapsed time.
 * @returns the moment so long after the run came to its step; the same wall-clock time, whatever the clocks did.
 */
export function after(
  context: Context,
  { days, hours = 0, minutes = 0, workingDays = false }: { days: number; hours?: number; minutes?: number; workingDays?: boolean },
  entered: Instant = context.run.stepEnteredAt,
): Instant {
  let from: Instant = entered;
  if (days > 0) {
    const today = localDate(entered, context.zone);
    const day = workingDays ? addWorkingDays(today, days, (date) => isFree(date, context)) : addDays(today, days);
    // The seconds within the minute are kept, so that a day's wait is never shorter than a day.
    from = (at(day, localTime(entered, context.zone), context.zone) + (entered % MINUTE)) as Instant;
  }
  return (from + hours * HOUR + minutes * MINUTE) as Instant;
}

/** @returns whether a day never counts: one on which the client is closed, and a public holiday where the client excludes them. */
export function isFree(date: CalendarDate, context: Context): boolean {
  return context.closedDays.has(date) || (context.excludeHolidays && context.isHoliday(date, context.holidayRegion));
}

/** No chosen day means every day. */
function counts(date: CalendarDate, weekdays: readonly string[], context: Context): boolean {
  if (weekdays.length > 0 && !weekdays.includes(weekdayOf(date))) return false;
  return !isFree(date, context);
}

/** @returns the first day from `date` on that counts, looking at most two years ahead. */
export function firstDay(date: CalendarDate, weekdays: readonly string[], context: Context): CalendarDate {
  let day = date;
  for (let looked = 0; looked < 731 && !counts(day, weekdays, context); looked++) day = addDays(day, 1);
  return day;
}

/** @returns the first moment at or after `from` that shows the time on a day that counts. */
export function nextTime(from: Instant, time: TimeOfDay, weekdays: readonly string[], context: Context): Instant {
  let day = firstDay(localDate(from, context.zone), weekdays, context);
  let moment = at(day, time, context.zone);
  if (moment < from) {
    day = firstDay(addDays(day, 1), weekdays, context);
    moment = at(day, time, context.zone);
  }
  return moment;
}

/** @returns the next step once the moment has come, and a wait until it before. */
export function waitUntil(until: Instant, context: Context, reason: Reason): Decision<'next'> {
  const values = { ...reason.values, until: isoInstant(until) };
  if (context.now >= until) return { next: { to: 'next' }, why: { key: 'wait.over', values } };
  return { next: { to: 'wait', until, reason: { key: reason.key, values } } };
}
