/** The page's words. A language is one file in i18n/; what it lacks is said in American English. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutDirection } from '../core/direction.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale, toLocale } from '../core/locale.ts';
import { formatMoney } from '../core/money.ts';
import { decimalSign, readAmount } from '../core/readAmount.ts';
import { type CalendarDate, daysBetween } from '../core/time.ts';

type Words = Readonly<Record<string, string>>;

const fileOf = (locale: Locale) => path.join(import.meta.dirname, 'i18n', `${locale}.json`);
/** The languages that have words of their own: what the language menu offers. */
export const SPOKEN: readonly Locale[] = LOCALES.filter((locale) => existsSync(fileOf(locale)));
const words = new Map<Locale, Words>(SPOKEN.map((locale) => [locale, JSON.parse(readFileSync(fileOf(locale), 'utf8')) as Words]));

export interface Speech {
  readonly locale: Locale;
  /** BCP 47. */
  readonly tag: string;
  /** Which way its lines run. */
  readonly direction: 'ltr' | 'rtl';
  /** A text with {names} filled in; plain text, escaped where it is written. */
  readonly say: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** @param minor minor units. */
  readonly money: (minor: bigint, currency: string) => string;
  /** @returns minor units of an amount as people type it, or null. */
  readonly readMoney: (typed: string, currency: string) => bigint | null;
  /** The sign before decimals. */
  readonly decimal: string;
  /** "1 December"; with the year when it is not within ten months of today. */
  readonly day: (date: CalendarDate, today?: CalendarDate) => string;
  /** "Friday, November 27". */
  readonly weekday: (date: CalendarDate) => string;
  /** @param time "HH:MM". @returns "10:30 AM", "10:30". */
  readonly time: (time: string) => string;
  /** "Central European Time". @param zone IANA. */
  readonly zone: (zone: string) => string;
  /** "5 minutes", "2 hours". @param pause milliseconds; rounded up. */
  readonly wait: (pause: number) => string;
  /** "02/11/2026" as the locale writes it. */
  readonly shortDay: (date: CalendarDate) => string;
}

/** Languages whose lines run from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ps', 'ur']);

const speeches = new Map<Locale, Speech>();

/** @returns how the page speaks in a locale. @throws Error for a key that no file has. */
export function speech(locale: Locale): Speech {
  // Its formats take milliseconds to make: once for each language, not for each page.
  const known = speeches.get(locale) ?? makeSpeech(locale);
  speeches.set(locale, known);
  return known;
}

function makeSpeech(locale: Locale): Speech {
  const tag = locale.replace('_', '-');
  const own = words.get(locale) ?? {};
  const fallback = words.get(DEFAULT_LOCALE) ?? {};
  const at = (date: CalendarDate) => new Date(`${date}T00:00:00Z`);
  const long = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const withYear = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const decimal = decimalSign(new Intl.NumberFormat(tag));
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  return {
    locale,
    tag,
    direction: RIGHT_TO_LEFT.has(tag.slice(0, 2)) ? 'rtl' : 'ltr',
    say: (key, values = {}) => {
      const text = own[key] ?? fallback[key];
      if (text === undefined) throw new Error(`the page has no words for ${key}`);
      return text.replace(/\{(\w+)\}/g, (_, name: string) => withoutDirection(String(values[name] ?? '')));
    },
    money: (minor, currency) => formatMoney(minor, currency, tag),
    readMoney: (typed, currency) => readAmount(typed, currency, decimal),
    decimal,
    day: (date, today) => (today !== undefined && Math.abs(daysBetween(today, date)) < 300 ? long : withYear).format(at(date)),
    weekday: (date) => weekday.format(at(date)),
    // Hours may end at 24:00, which no moment is called.
    time: (time) => (time === '24:00' ? time : clock.format(new Date(`1970-01-01T${time}:00Z`))),
    zone: (zone) =>
      new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'longGeneric' })
        .formatToParts(Date.UTC(2026, 0, 1))
        .find(({ type }) => type === 'timeZoneName')?.value ?? zone,
    wait: (pause) => {
      const minutes = Math.max(1, Math.ceil(pause / 60_000));
      const [value, unit] = minutes < 100 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
      return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
    },
    shortDay: (date) => short.format(at(date)),
  };
}

/** @returns the browser's first language, for pages that know of no debtor. */
export function firstLanguage(headers: { readonly 'accept-language'?: string | undefined }): Locale {
  return toLocale(headers['accept-language']?.split(/[,;]/)[0], DEFAULT_LOCALE);
}
