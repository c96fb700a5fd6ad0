/**
 * Wall clocks of the world's zones. Offsets are cached per zone and UTC day, so that tens of thousands of decisions a second
 * cost a map lookup each instead of a call into Intl.
 */
import { type CalendarDate, DAY, dateOfDay, dayNumber, type Instant, MINUTE, type TimeOfDay } from './time.ts';

export type Weekday = 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday';
export const WEEKDAYS: readonly Weekday[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Offsets of one UTC day: `before` until `change`, `after` from then on. */
interface DayOffsets {
  readonly before: number;
  readonly change: number;
  readonly after: number;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<number, DayOffsets>;
}

const KEPT_DAYS = 20_000;
const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    zone = { format, days: new Map() };
    zones.set(name, zone);
  }
  return zone;
}

/** The zone's wall clock minus UTC in milliseconds, asked of Intl. */
function measuredOffset(zone: Zone, at: number): number {
  const [month, day, year, hour, minute, second] = zone.format.format(at).match(/\d+/g)!.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** The first millisecond in (from, to] at which the offset differs from the one at `from`. */
function findChange(zone: Zone, from: number, to: number, before: number): number {
  let low = from;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (measuredOffset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function dayOffsets(zone: Zone, day: number): DayOffsets {
  const known = zone.days.get(day);
  if (known) return known;
  const start = day * DAY;
  const before = measuredOffset(zone, start);
  const after = measuredOffset(zone, start + DAY);
  const change = before === after ? start + DAY : findChange(zone, start, start + DAY, before);
  const offsets = { before, change, after };
  if (zone.days.size >= KEPT_DAYS) zone.days.clear();
  zone.days.set(day, offsets);
  return offsets;
}

function offset(zone: Zone, at: number): number {
  const { before, change, after } = dayOffsets(zone, Math.floor(at / DAY));
  return at < change ? before : after;
}

/** @returns the wall clock as if it were UTC, in milliseconds: the common ground of all functions below. */
export function wallClock(at: Instant, name: string): number {
  return at + offset(zoneOf(name), at);
}

/** @returns whether the name is a time zone this runtime knows, e.g. "Europe/Berlin". */
export function isZone(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

/** @param zone IANA name. @returns the calendar day at that moment there. @throws RangeError for an unknown zone. */
export function localDate(at: Instant, zone: string): CalendarDate {
  return dateOfDay(Math.floor(wallClock(at, zone) / DAY));
}

/** @returns the time of day at that moment there, whole minutes. @throws RangeError for an unknown zone. */
export function localTime(at: Instant, zone: string): TimeOfDay {
  const minutes = localMinutes(at, zone);
  return { hour: Math.floor(minutes / 60), minute: minutes % 60 };
}

/** @returns minutes since midnight by the wall clock there, 0 to 1439. */
export function localMinutes(at: Instant, zone: string): number {
  const wall = wallClock(at, zone);
  return Math.floor((wall - Math.floor(wall / DAY) * DAY) / MINUTE);
}

/** @returns the day of the week of a calendar day. */
export function weekdayOf(date: CalendarDate): Weekday {
  // 1970-01-01 is a Thursday.
  return WEEKDAYS[(((dayNumber(date) + 3) % 7) + 7) % 7]!;
}

/** @returns the day of the week at that moment there. */
export function weekday(at: Instant, zone: string): Weekday {
  return WEEKDAYS[(((Math.floor(wallClock(at, zone) / DAY) + 3) % 7) + 7) % 7]!;
}

/**
 * The moment a wall clock shows a time on a day.
 * A time that a spring change skips is the first moment after the gap; a time that comes twice is its first occurrence.
 * @throws RangeError for an unknown zone.
 */
export function at(date: CalendarDate, time: TimeOfDay, zone: string): Instant {
  const known = zoneOf(zone);
  const wall = dayNumber(date) * DAY + (time.hour * 60 + time.minute) * MINUTE;
  // Offsets lie between -12 and +14 hours, so the moment lies between these two, and at most one clock change with it.
  const from = wall - 15 * 60 * MINUTE;
  const to = wall + 13 * 60 * MINUTE;
  const before = offset(known, from);
  const after = offset(known, to);
  if (before === after) return (wall - before) as Instant;
  const first = wall - before;
  const second = wall - after;
  const candidates = [first, second].filter((moment) => moment + offset(known, moment) === wall);
  if (candidates.length > 0) return Math.min(...candidates) as Instant;
  return findChange(known, from, to, before) as Instant;
}
