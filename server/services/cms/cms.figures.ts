/**
 * Days and amounts in the values of messages: written in the reader's language, with what they are beside it, so that templates can write them another
 * way, calculate and compare. They are plain data, because values travel into a thread; there they become what Liquid prints (cms.formats.ts).
 */
import { dateTag, type Locale } from '../../../core/locale.ts';
import { formatMoney, fromDecimal, toDecimal } from '../../../core/money.ts';
import { type CalendarDate, calendarDate } from '../../../core/time.ts';

export type Figure =
  | { readonly figure: 'amount'; readonly written: string; readonly decimal: string; readonly currency: string }
  | { readonly figure: 'day'; readonly written: string; readonly day: CalendarDate };

/** Who reads a message, as far as it decides how days and amounts are written. */
export interface ReaderFormat {
  readonly locale: Locale;
  /** What day a moment is on. */
  readonly zone: string;
  /** Of amounts that name none. */
  readonly currency: string;
}

export const DAY_STYLES = ['short', 'medium', 'long'] as const;
export type DayStyle = (typeof DAY_STYLES)[number];
export const isDayStyle = (style: unknown): style is DayStyle => (DAY_STYLES as readonly unknown[]).includes(style);

/** Making a format costs far more than using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** @returns the day as the locale writes it, e.g. "15.10.2026" (medium) or "15. Oktober 2026" (long). */
export function writeDay(day: CalendarDate, locale: Locale, style: DayStyle = 'medium'): string {
  const key = `${locale} ${style}`;
  const format = dayFormats.get(key) ?? new Intl.DateTimeFormat(dateTag(locale), { dateStyle: style, timeZone: 'UTC' });
  dayFormats.set(key, format);
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** @returns the day as a value; '' without one. */
export function dayFigure(day: string | null | undefined, locale: Locale, style?: DayStyle): Figure | '' {
  const known = day ? calendarDate(day) : null;
  return known ? { figure: 'day', written: writeDay(known, locale, style), day: known } : '';
}

/** @param minor minor units. @returns the amount as a value; '' without one or its currency. */
export function amountFigure(minor: bigint | null | undefined, currency: string | null | undefined, locale: Locale): Figure | '' {
  if (minor === undefined || minor === null || !currency) return '';
  return { figure: 'amount', written: formatMoney(minor, currency, locale), decimal: toDecimal(minor, currency), currency };
}

/** @returns what an event said, as it said it; its amounts can be formatted in the currency beside them. */
export function eventValues(event: Readonly<Record<string, unknown>>, locale: Locale): Record<string, unknown> {
  const currencyOf = (name: string) => {
    const own = event[name.replace(/amount$/i, (word) => (word === 'amount' ? 'currency' : 'Currency'))] ?? event.currency;
    return typeof own === 'string' && /^[A-Z]{3}$/.test(own) ? own : null;
  };
  const each = (name: string, value: unknown) => {
    const currency = typeof value === 'string' && /amount$/i.test(name) ? currencyOf(name) : null;
    const figure = currency ? amountFigure(fromDecimal(value as string, currency), currency, locale) : '';
    return figure === '' ? value : { ...figure, written: value };
  };
  return Object.fromEntries(Object.entries(event).map(([name, value]) => [name, each(name, value)]));
}
