/** The period that a report's own is compared with. */
import { addDays, addMonths, type CalendarDate, daysBetween } from '../../../../core/time.ts';

/** Both days included. */
export interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

const monthOf = (day: CalendarDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/**
 * @returns the period of the same length before: of a period that begins with a month as many calendar months earlier, up to the same day of
 * the month (or to its end, where the period ends with a month or the earlier month is shorter); of any other as many days right before it.
 */
export function periodBefore({ from, to }: Period): Period {
  if (!from.endsWith('-01')) return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) };
  const months = monthOf(to) - monthOf(from) + 1;
  const endsMonth = addDays(to, 1).endsWith('-01');
  return { from: addMonths(from, -months), to: endsMonth ? addDays(from, -1) : addMonths(to, -months) };
}
