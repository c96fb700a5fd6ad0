/** The week as its editor holds it: every weekday, whether it is worked, and its time ranges (specification 3, section 6). Pure. */
import { WEEKDAYS, type Weekday } from '../../../../core/zone.ts';
import type { ScheduleQuery } from './operations.graphql.ts';

export type TimeRange = ScheduleQuery['getOperationHours'][number]['timeRanges'][number];
export interface Day {
  readonly day: Weekday;
  readonly isActive: boolean;
  readonly timeRanges: readonly TimeRange[];
}
export type Week = readonly Day[];

/** 0:00 to 0:00, which is the whole day (specification 3, section 13). */
export const DEFAULT_RANGE: TimeRange = { start: { hour: 0, minute: 0 }, end: { hour: 0, minute: 0 } };
const MINUTES_OF_DAY = 24 * 60;

const minutes = ({ hour, minute }: TimeRange['start']) => hour * 60 + minute;
const time = ({ hour, minute }: TimeRange['start']) => ({ hour, minute });
/** Without what the cache adds to it. */
const plain = ({ start, end }: TimeRange): TimeRange => ({ start: time(start), end: time(end) });
const endOf = ({ end }: TimeRange) => minutes(end) || MINUTES_OF_DAY;

/** @returns every weekday; one that was not saved is off and starts with the default range. */
export function weekOf(saved: ScheduleQuery['getOperationHours']): Week {
  return WEEKDAYS.map((day) => {
    const found = saved.find((each) => each.day === day);
    return { day, isActive: found !== undefined, timeRanges: found ? found.timeRanges.map(plain) : [DEFAULT_RANGE] };
  });
}

/** @returns the days to save: active ones only, and of each what its inputs name. */
export function activeDays(week: Week) {
  return week.filter(({ isActive }) => isActive).map(({ day, timeRanges }) => ({ day, timeRanges: timeRanges.map(plain) }));
}

/** @returns what is wrong with a range of a day, null when nothing is. */
export function wrongWith(ranges: readonly TimeRange[], index: number): 'end' | 'overlap' | null {
  const range = ranges[index]!;
  const before = ranges[index - 1];
  if (endOf(range) <= minutes(range.start)) return 'end';
  return before && minutes(range.start) < endOf(before) ? 'overlap' : null;
}

/** @returns whether the week can be saved. */
export function isSound(week: Week): boolean {
  return week.every(({ isActive, timeRanges }) => !isActive || timeRanges.every((_, index) => wrongWith(timeRanges, index) === null));
}

/** @returns a range for a day that has some: from the last one's end on; null when the day is full. */
export function nextRange(ranges: readonly TimeRange[]): TimeRange | null {
  const last = ranges.at(-1);
  if (!last) return DEFAULT_RANGE;
  return endOf(last) === MINUTES_OF_DAY ? null : { start: last.end, end: { hour: 0, minute: 0 } };
}

const pad = (value: number) => String(value).padStart(2, '0');
/** @returns "09:30". */
export const timeText = ({ hour, minute }: TimeRange['start']) => `${pad(hour)}:${pad(minute)}`;
/** @returns the time of a field's text. */
export function timeOf(text: string): TimeRange['start'] {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return { hour, minute };
}
