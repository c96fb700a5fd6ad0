/** Examples of ordered values: one at every compared value and one between any two, as far as there is something between them. */
import { addDays, type CalendarDate, calendarDate } from '../../core/time.ts';
import type { Scalar } from '../types.ts';

interface Steps {
  readonly bounds: readonly [least: number, greatest: number];
  /** Digits after the point that a value can have; null: any number of them. */
  readonly digits: number | null;
}

/** @returns the compared numbers, as far as they are possible values, and one in every stretch between, below and above them. */
export function numberPoints(values: readonly Scalar[], { bounds: [least, greatest], digits }: Steps): number[] {
  const numbers = values.map(Number).filter(Number.isFinite);
  const cuts = distinct(digits === null ? numbers : numbers.flatMap((value) => neighbours(value, digits)));
  if (cuts.length === 0) return [Math.max(least, 0)];
  const points = cuts.flatMap((value, index) => {
    const next = cuts[index + 1];
    const between = next === undefined ? value + 1 : digits === null ? (value + next) / 2 : rounded(value + 10 ** -digits, digits);
    return next === undefined || between < next ? [value, between] : [value];
  });
  return distinct([cuts[0]! - 1, ...points, least].filter((value) => value >= least && value <= greatest && Number.isFinite(value)));
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** @returns the possible values at a compared one or on both sides of it: whole days can't be 30.5, but 30 and 31. */
function neighbours(value: number, digits: number): number[] {
  const scale = 10 ** digits;
  const near = rounded(value, digits);
  return near === value ? [near] : [Math.floor(value * scale) / scale, Math.ceil(value * scale) / scale];
}

const distinct = (values: readonly number[]): number[] => [...new Set(values)].sort((left, right) => left - right);

/** @param offsets days from today that conditions compare with. @returns the compared days and those beside them. */
export function datePoints(values: readonly Scalar[], offsets: readonly number[], today: CalendarDate): CalendarDate[] {
  const days = values.flatMap((value) => calendarDate(String(value)) ?? []);
  const around = offsets.flatMap((offset) => [addDays(today, -offset), today, addDays(today, offset)]);
  const all = new Set([...days, ...around].flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]));
  return all.size === 0 ? [today] : [...all].sort();
}

const MINUTES = 24 * 60;
const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** @returns the compared times and the minutes beside them. */
export function timePoints(values: readonly Scalar[]): string[] {
  const minutes = values.flatMap((value) => {
    const [, hours, rest] = /^(\d\d):(\d\d)$/.exec(String(value)) ?? [];
    return hours === undefined ? [] : [Number(hours) * 60 + Number(rest)];
  });
  const all = distinct(minutes.flatMap((minute) => [minute - 1, minute, minute + 1]).filter((minute) => minute >= 0 && minute < MINUTES));
  return all.length === 0 ? ['12:00'] : all.map(clock);
}
