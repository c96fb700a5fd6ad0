/** Two kinds of time that are never mixed: a moment, and a day of a calendar. A time zone is always named. */
declare const brand: unique symbol;

/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly [brand]: 'Instant' };
/** A day without a time or zone: "2026-11-21". Compares correctly as text. */
export type CalendarDate = string & { readonly [brand]: 'CalendarDate' };
/** A wall-clock time of day. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** @param text ISO 8601 with a zone, e.g. "2026-11-21T10:00:00Z". @throws RangeError when it is no moment. */
export function instant(text: string | number | Date): Instant {
  const value = typeof text === 'number' ? text : new Date(text).getTime();
  if (!Number.isFinite(value)) throw new RangeError(`no instant: ${String(text)}`);
  return value as Instant;
}

/** @returns ISO 8601 in UTC. */
export function isoInstant(at: Instant): string {
  if (!(at >= 0 && at < MOST_WRITTEN)) return new Date(at).toISOString();
  const day = Math.floor(at / DAY);
  const rest = Math.floor(at - day * DAY);
  const minutes = Math.floor(rest / MINUTE);
  const seconds = Math.floor(rest / 1000) % 60;
  return `${dateOfDay(day)}T${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[seconds]}.${String(rest % 1000).padStart(3, '0')}Z`;
}

/** The end of the year 9999. Lists are full of moments: from parts that are remembered they are written three times as fast. */
const MOST_WRITTEN = 253_402_300_800_000;
const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** @returns the text as a calendar date, or null when no such day exists ("2026-02-30"). */
export function calendarDate(text: string): CalendarDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isFinite(at.getTime()) && at.toISOString().slice(0, 10) === text ? (text as CalendarDate) : null;
}

// Calendar days in use are few and asked for all the time: both directions are remembered instead of parsed and printed again.
const KEPT_DAYS = 20_000;
const numbers = new Map<string, number>();
const dates = new Map<number, CalendarDate>();

/** @returns days since 1970-01-01. */
export function dayNumber(date: CalendarDate): number {
  let day = numbers.get(date);
  if (day === undefined) {
    day = Math.round(Date.parse(`${date}T00:00:00Z`) / DAY);
    if (numbers.size >= KEPT_DAYS) numbers.clear();
    numbers.set(date, day);
  }
  return day;
}

/** @returns the calendar day that many days after 1970-01-01. The reverse of dayNumber. */
export function dateOfDay(day: number): CalendarDate {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY).toISOString().slice(0, 10) as CalendarDate;
    if (dates.size >= KEPT_DAYS) dates.clear();
    dates.set(day, date);
  }
  return date;
}

/** @returns days from one calendar day to another; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** @returns the day that many days later (earlier when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfDay(dayNumber(date) + days);
}

/** @returns the same day of a later month, or that month's last day: 31 January plus 1 is 28 or 29 February. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, last));
  return first.toISOString().slice(0, 10) as CalendarDate;
}
