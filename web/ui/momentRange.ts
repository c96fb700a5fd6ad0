import { addDays, type CalendarDate, isoInstant } from '../../core/time.ts';
import { at } from '../../core/zone.ts';
import { dayRange, type Ends } from './listFilters.ts';

/** @returns whole days of the client's calendar as moments. @param zone the client's. */
export function momentRange(text: string | null, zone: string): Ends<string> {
  const midnight = (day: CalendarDate) => at(day, { hour: 0, minute: 0 }, zone);
  const { from, to } = dayRange(text);
  return {
    from: from ? isoInstant(midnight(from)) : null,
    to: to ? new Date(midnight(addDays(to, 1)) - 1).toISOString() : null,
  };
}
