/** Public holidays of a country or one of its regions. The data behind them is large: it stays on the server. */
import Holidays from 'date-holidays';
import { addDays, type CalendarDate } from './time.ts';

const holidaysByYear = new Map<string, ReadonlySet<string>>();

export interface Holiday {
  readonly date: CalendarDate;
  readonly label: string;
}

/**
 * A region's public holidays of a year in order; days that are only observed, optional or for schools and banks are not among them.
 * @param language of the names, e.g. "de"; the region's own where it is not known.
 */
export function holidaysOf(region: string, year: number, language?: string): Holiday[] {
  const [country, state, part] = region.split('-') as [string, string?, string?];
  const source = new Holidays(country, { types: ['public'] });
  if (state) source.init(country, state, part);
  return (source.getHolidays(year, language) ?? [])
    .filter((holiday) => holiday.type === 'public')
    .flatMap((holiday) => {
      // `start` and `end` are moments in the region's zone; `date` is its local text, so days are counted from that.
      const length = Math.max(1, Math.round((holiday.end.getTime() - holiday.start.getTime()) / 86_400_000));
      const first = holiday.date.slice(0, 10) as CalendarDate;
      return Array.from({ length }, (_, day) => ({ date: addDays(first, day), label: holiday.name }));
    });
}

/** @param language of the names, e.g. "de". @returns the regions of a country whose holidays are known apart, by name; none for most countries. */
export function regionsOf(country: string, language?: string): { readonly code: string; readonly name: string }[] {
  const regions = new Holidays().getStates(country, language) ?? {};
  return Object.entries(regions)
    .map(([code, name]) => ({ code, name }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}

function publicHolidays(region: string, year: number): ReadonlySet<string> {
  const key = `${region} ${year}`;
  let days = holidaysByYear.get(key);
  if (!days) {
    days = new Set(holidaysOf(region, year).map(({ date }) => date));
    holidaysByYear.set(key, days);
  }
  return days;
}

/** @param region ISO country, or country and region: "DE", "DE-BE". A region without known holidays has none; null has none. */
export function isHoliday(date: CalendarDate, region: string | null): boolean {
  return region !== null && publicHolidays(region, Number(date.slice(0, 4))).has(date);
}
