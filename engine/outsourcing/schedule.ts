/** When a recurring schedule comes round, in the client's own days and clock (docs/decisions/outsourcing.md). */
import { addDays, addMonths, type CalendarDate, calendarDate, daysBetween, type Instant, type TimeOfDay } from '../../core/time.ts';
import { type IsFree, isWorkingDay } from '../../core/workdays.ts';
import { at, localDate, WEEKDAYS, weekdayOf } from '../../core/zone.ts';

export const UNITS = ['DAY', 'WEEK', 'MONTH'] as const;
export type Unit = (typeof UNITS)[number];
export const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
export type Day = (typeof DAYS)[number];

/** Of a month: a day of it (a shorter month has its last), or a weekday of its first to fourth week; 5 is the last. */
export type MonthOptions = { readonly dayOfMonth: number } | { readonly weekOfMonth: number; readonly dayOfTheWeek: Day };

export interface Frequency {
  /** Every so many units. */
  readonly amount: number;
  readonly unit: Unit;
  /** Of weeks; none of the others. */
  readonly daysOfTheWeek: readonly Day[];
  readonly timeOfTheDay: TimeOfDay;
  /** Of months; null of the others. */
  readonly monthOptions: MonthOptions | null;
}

export interface Schedule {
  readonly frequency: Frequency;
  /** The day from which units are counted. */
  readonly beginsOn: CalendarDate;
  readonly endsAt: Instant | null;
  readonly zone: string;
  /** Days on which the client is closed besides weekends. */
  readonly isFree: IsFree;
}

/** A day that falls on a closed one moves on by this at most; nobody is closed for longer. */
const LONGEST_CLOSED = 31;
/** Nominal days that are looked at without one that comes: such a schedule has ended. */
const MOST_TRIES = 1000;

/**
 * @param after times later than this. @returns the next times, earliest first, at most so many; fewer where it ends. A closed day, and a weekend that
 * was not chosen by name, is moved to the next working day; two that meet there come once. A time that the clock skips comes when the clock goes on,
 * one that it shows twice comes once.
 */
export function nextTimes(schedule: Schedule, after: Instant, count: number): Instant[] {
  const { frequency, beginsOn, endsAt, zone } = schedule;
  const today = localDate(after, zone);
  const from = addDays(today, -LONGEST_CLOSED) > beginsOn ? addDays(today, -LONGEST_CLOSED) : beginsOn;
  const times: Instant[] = [];
  let tries = 0;
  for (const day of nominalDays(frequency, beginsOn, from)) {
    if (times.length >= count || ++tries > MOST_TRIES) break;
    const time = at(openDay(day, schedule), frequency.timeOfTheDay, zone);
    if (endsAt !== null && time > endsAt) break;
    if (time > after && time > (times.at(-1) ?? after)) times.push(time);
  }
  return times;
}

/** @returns the day itself, or the next working day where it is none. */
function openDay(day: CalendarDate, { frequency, isFree }: Schedule): CalendarDate {
  // Who chooses Saturdays wants Saturdays.
  const isNamed = frequency.unit === 'WEEK' || (frequency.monthOptions !== null && 'weekOfMonth' in frequency.monthOptions);
  if (isNamed ? !isFree(day) : isWorkingDay(day, isFree)) return day;
  for (let next = addDays(day, 1), moved = 1; moved <= LONGEST_CLOSED; next = addDays(next, 1), moved++)
    if (isWorkingDay(next, isFree)) return next;
  return day;
}

const dayIndex = (day: Day) => DAYS.indexOf(day);
const mondayOf = (date: CalendarDate) => addDays(date, -WEEKDAYS.indexOf(weekdayOf(date)));
const day = (year: number, month: number, date: number) =>
  calendarDate(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`);

/** The days as they are meant, from a day on, without end. */
function* nominalDays({ amount, unit, daysOfTheWeek, monthOptions }: Frequency, beginsOn: CalendarDate, from: CalendarDate) {
  if (unit === 'DAY') {
    const passed = Math.max(0, Math.ceil(daysBetween(beginsOn, from) / amount));
    for (let next = addDays(beginsOn, passed * amount); ; next = addDays(next, amount)) yield next;
  }
  if (unit === 'WEEK') {
    const first = mondayOf(beginsOn);
    const passed = Math.floor(daysBetween(first, from) / (7 * amount));
    const days = [...daysOfTheWeek].map(dayIndex).sort((a, b) => a - b);
    for (let week = addDays(first, passed * 7 * amount); ; week = addDays(week, 7 * amount))
      for (const each of days) {
        const next = addDays(week, each);
        if (next >= from) yield next;
      }
  }
  if (unit === 'MONTH' && monthOptions) {
    const first = `${beginsOn.slice(0, 7)}-01` as CalendarDate;
    const months = (Number(from.slice(0, 4)) - Number(first.slice(0, 4))) * 12 + Number(from.slice(5, 7)) - Number(first.slice(5, 7));
    for (let month = addMonths(first, Math.floor(months / amount) * amount); ; month = addMonths(month, amount)) {
      const next = dayOfMonth(month, monthOptions);
      if (next >= from) yield next;
    }
  }
}

/** @param month its first day. */
function dayOfMonth(month: CalendarDate, options: MonthOptions): CalendarDate {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  const last = addDays(addMonths(month, 1), -1);
  if ('dayOfMonth' in options) return day(year, number, options.dayOfMonth) ?? last;
  const ahead = (dayIndex(options.dayOfTheWeek) - WEEKDAYS.indexOf(weekdayOf(month)) + 7) % 7;
  const wanted = addDays(month, ahead + 7 * (options.weekOfMonth - 1));
  // Some months have no fifth: the last is meant.
  return wanted > last ? addDays(wanted, -7) : wanted;
}

/** @returns what is wrong with a frequency; null: nothing. */
export function frequencyProblem({ amount, unit, daysOfTheWeek, timeOfTheDay, monthOptions }: Frequency): keyof Frequency | null {
  if (!Number.isInteger(amount) || amount < 1 || amount > 366) return 'amount';
  if (!UNITS.includes(unit)) return 'unit';
  const isTime = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most;
  if (!isTime(timeOfTheDay.hour, 23) || !isTime(timeOfTheDay.minute, 59)) return 'timeOfTheDay';
  const known = daysOfTheWeek.every((each) => DAYS.includes(each)) && new Set(daysOfTheWeek).size === daysOfTheWeek.length;
  if (!known || (unit === 'WEEK') !== daysOfTheWeek.length > 0) return 'daysOfTheWeek';
  if ((unit === 'MONTH') !== (monthOptions !== null)) return 'monthOptions';
  if (monthOptions === null) return null;
  const isDay = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
  if ('dayOfMonth' in monthOptions) return isDay(monthOptions.dayOfMonth, 31) ? null : 'monthOptions';
  return isDay(monthOptions.weekOfMonth, 5) && DAYS.includes(monthOptions.dayOfTheWeek) ? null : 'monthOptions';
}
