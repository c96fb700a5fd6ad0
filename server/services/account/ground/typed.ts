/** What somebody who looks for a debtor types besides names: a date of birth in any way of writing it, and the last digits of a number. */
import { type CalendarDate, calendarDate } from '../../../../core/time.ts';

/** Fewer digits at the end of a number are those of too many people; more than these are not kept of one. */
const ENDING_DIGITS = { least: 4, most: 10 };
const ENDING = new RegExp(`[0-9]{${ENDING_DIGITS.least},${ENDING_DIGITS.most}}$`);

/** The languages of the product, in which months have names. */
const LANGUAGES = ['en', 'de', 'es', 'nl'];
const MONTHS = new Map(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const { format } = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index): [string, number][] => {
        const name = format(new Date(Date.UTC(2000, index, 1)))
          .toLowerCase()
          .replace('.', '');
        // As it is typed, without its accents, and with "ae" for "ä".
        const forms = [name, name.normalize('NFD').replace(/\p{M}/gu, ''), name.replace('ä', 'ae')];
        return forms.map((form) => [form, index + 1]);
      }).flat();
    }),
  ),
);

/** A date that somebody typed: the text itself and the days it may mean. */
export interface TypedDate {
  readonly typed: string;
  readonly days: readonly CalendarDate[];
}

const NAMED = String.raw`(?<!\S)(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:de\s+)?(\p{L}{3,12})\.?,?\s+(?:de\s+)?|(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+)(\d{4})(?!\S)`;
const NUMBERS = String.raw`(?<!\S)(\d{4}|\d{1,2})([./-])(\d{1,2})\7(\d{4}|\d{2})(?!\S)`;
const DATES = new RegExp(`${NAMED}|${NUMBERS}`, 'gu');

/**
 * @param text in lower case. @returns the dates in it: 1985-04-12, 12.04.1985, 12/04/1985 and 04/12/1985 (day or month first: both), with two
 * digits of the year too, and with the month's name in one of the product's languages.
 */
export function typedDates(text: string): TypedDate[] {
  return [...text.matchAll(DATES)].flatMap((match) => {
    const [typed, dayFirst, monthAfter, monthFirst, dayAfter, namedYear, first, separator, middle, last] = match;
    const days = namedYear
      ? datesOf([namedYear], [[MONTHS.get((monthAfter ?? monthFirst)!), Number(dayFirst ?? dayAfter)]])
      : numbered(first!, separator!, middle!, last!);
    return days.length > 0 ? [{ typed, days }] : [];
  });
}

function numbered(first: string, separator: string, middle: string, last: string): CalendarDate[] {
  if (first.length === 4) return last.length === 2 ? datesOf([first], [[Number(middle), Number(last)]]) : [];
  const years = last.length === 4 ? [last] : [`19${last}`, `20${last}`];
  const dayFirst: [number, number] = [Number(middle), Number(first)];
  return datesOf(years, separator === '.' ? [dayFirst] : [dayFirst, [Number(first), Number(middle)]]);
}

/** @param monthDays months with their day; what is no day of the calendar is left out. */
function datesOf(years: readonly string[], monthDays: readonly (readonly [number | undefined, number])[]): CalendarDate[] {
  const two = (value: number | undefined) => String(value ?? 0).padStart(2, '0');
  const all = years.flatMap((year) => monthDays.map(([month, day]) => calendarDate(`${year}-${two(month)}-${two(day)}`)));
  return [...new Set(all.filter((date) => date !== null))];
}

/** @returns the digits that something typed asks for at the end of a number, or null when they are too few, too many, or not digits alone. */
export const typedEnding = (typed: string): string | null =>
  /^[0-9]+$/.test(typed) && typed.length >= ENDING_DIGITS.least && typed.length <= ENDING_DIGITS.most ? typed : null;

/** @returns the last digits of a reference or a telephone number, as they are found by; null when it ends with fewer than four. */
export const endingOf = (text: string): string | null => ENDING.exec(text.replace(/[^0-9A-Za-z]/g, ''))?.[0] ?? null;

export const reversed = (digits: string): string => [...digits].reverse().join('');

/** The last digits of a mark, as endingOf finds them, in SQL. @param mark of a reference or number */
export const endingInSql = (mark: string) => `substring(regexp_replace(${mark}, '[^0-9A-Za-z]', '', 'g') from '${ENDING.source}')`;
