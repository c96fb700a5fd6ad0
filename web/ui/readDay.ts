/** Reads and writes calendar days the way people of a locale type them. */
import { calendarDate } from '../../core/time.ts';

type Part = 'day' | 'month' | 'year';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string): Intl.DateTimeFormat {
  const known = formats.get(locale);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  formats.set(locale, made);
  return made;
}

const partsOf = (locale: string) => formatOf(locale).formatToParts(Date.UTC(2026, 10, 23));

/** @param day "2026-11-23". @returns it as the locale writes it in digits, "23/11/2026". */
export const writeDay = (day: string, locale: string): string => formatOf(locale).format(Date.parse(day));

/** @param letters what stands for a day, a month and a year, "DMY". @returns the locale's pattern, "DD/MM/YYYY". */
export function dayPattern(locale: string, letters: string): string {
  const [day = 'D', month = 'M', year = 'Y'] = letters;
  const shown: Record<string, string> = { day: day.repeat(2), month: month.repeat(2), year: year.repeat(4) };
  return partsOf(locale)
    .map(({ type, value }) => shown[type] ?? value)
    .join('');
}

/**
 * @param typed the international way ("2026-11-23"), or digits in the locale's order with anything between them ("23.11.26", "23 11 2026").
 * @param thisYear years of two digits are at most twenty years ahead of it, so that birthdays lie in the past.
 * @returns "2026-11-23"; null for what is no day of the calendar.
 */
export function readDay(typed: string, locale: string, thisYear: number): string | null {
  const text = typed.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return calendarDate(text) && text;
  const order = partsOf(locale).flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type as Part] : []));
  const numbers = /^\d{8}$/.test(text) ? cut(text, order) : text.split(/[\s./-]+/).filter(Boolean);
  if (numbers.length !== 3 || !numbers.every((each) => /^\d{1,4}$/.test(each))) return null;
  const of = (part: Part) => numbers[order.indexOf(part)]!;
  const year = yearOf(of('year'), thisYear);
  if (year === null || of('day').length > 2 || of('month').length > 2) return null;
  const day = `${year}-${of('month').padStart(2, '0')}-${of('day').padStart(2, '0')}`;
  return calendarDate(day) && day;
}

/** Eight digits without anything between them. */
function cut(digits: string, order: readonly Part[]): string[] {
  let at = 0;
  return order.map((part) => {
    const from = at;
    at += part === 'year' ? 4 : 2;
    return digits.slice(from, at);
  });
}

function yearOf(text: string, thisYear: number): string | null {
  if (text.length === 4) return text;
  if (text.length !== 2) return null;
  const year = Math.floor(thisYear / 100) * 100 + Number(text);
  return String(year > thisYear + 20 ? year - 100 : year);
}
