/** How people of a locale read numbers, money and time. Formatters are costly to make, so each is made once. */
import { createContext, useContext, useMemo } from 'react';
import { exponentOf } from '../../core/money.ts';

type Formatter = Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat | Intl.DisplayNames;
const cache = new Map<string, Formatter>();

function cached<T extends Formatter>(key: string, make: () => T): T {
  const found = cache.get(key);
  if (found) return found as T;
  const made = make();
  cache.set(key, made);
  return made;
}

const DAY = 86_400_000;
const STYLES = {
  short: { dateStyle: 'short' },
  medium: { dateStyle: 'medium' },
  full: { dateStyle: 'full' },
  long: { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
  time: { timeStyle: 'short', hourCycle: 'h23' },
  exact: { dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' },
  dayMonth: { day: 'numeric', month: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The date styles of specification 1, section 9, and two of ours: `exact` (with seconds and zone) and `dayMonth`. */
export type DateStyle = keyof typeof STYLES;

/** Writes values for one locale and one time zone. A value that is no date gives an empty text (specification 1, section 5). */
export interface Format {
  readonly locale: string;
  readonly timeZone: string;
  /** @param amount plain decimal text ("1284.60"), as the Money scalar gives it; every cent is kept. */
  money(amount: string, currency: string): string;
  /** The amount without its currency, with the currency's number of decimals. */
  amount(amount: string, currency: string): string;
  /** The sign of a currency, e.g. "€". */
  currencySign(currency: string): string;
  /** The header of a column of amounts in one currency, e.g. "Balance €", which no line break parts. */
  header(label: string, currency: string): string;
  /** @param code ISO 3166; what is none is returned as it is. */
  country(code: string): string;
  /** @param code a language with or without its region, "de_DE"; what is none is returned as it is. */
  language(code: string): string;
  number(value: number): string;
  /** Bytes as megabytes, "62.9 MB". */
  megabytes(bytes: number): string;
  /** @param share 0.5 is 50 %. @param digits decimals at most; what has to add up shows all it has. */
  percent(share: number, digits?: number): string;
  /** @param value ISO moment, or a calendar day ("2026-11-21") which no zone shifts. */
  date(value: string | null | undefined, style?: DateStyle): string;
  /** "2 h ago", "yesterday", "in 3 days", and from a week on the date. */
  relative(value: string | null | undefined, now?: number): string;
  /** The calendar day of a moment in this zone, "2026-11-21". */
  dayOf(value: string): string;
}

/** @param locale BCP 47 ("de-DE") @param timeZone IANA name. @returns the format of the two. */
export function formatFor(locale: string, timeZone: string): Format {
  const dates = (style: DateStyle, zone: string) =>
    cached(`d|${locale}|${zone}|${style}`, () => new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone: zone }));
  const numbers = (options: Intl.NumberFormatOptions) =>
    cached(`n|${locale}|${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));
  // Intl's own idea of a currency's digits differs from ISO 4217 for some, and would round them away.
  const moneyFormat = (currency: string) =>
    numbers({
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: exponentOf(currency),
      maximumFractionDigits: exponentOf(currency),
    });
  // Intl reads decimal text exactly; only its type says number.
  const exact = (amount: string) => amount as unknown as number;
  const isDay = (value: string) => value.length === 10;
  const read = (value: string | null | undefined) => {
    const at = value ? Date.parse(value) : Number.NaN;
    return Number.isFinite(at) ? at : null;
  };
  const dayOf = (at: number, zone: string) =>
    cached(
      `day|${zone}`,
      () => new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone }),
    ).format(at);

  const date: Format['date'] = (value, style = 'medium') => {
    const at = read(value);
    return at === null ? '' : dates(style, isDay(value!) ? 'UTC' : timeZone).format(at);
  };

  const signOf = (currency: string) =>
    moneyFormat(currency)
      .formatToParts(0)
      .find((part) => part.type === 'currency')?.value ?? currency;
  return {
    locale,
    timeZone,
    money: (amount, currency) => moneyFormat(currency).format(exact(amount)),
    amount: (amount, currency) =>
      moneyFormat(currency)
        .formatToParts(exact(amount))
        .filter((part) => part.type !== 'currency')
        .map((part) => part.value)
        .join('')
        .trim(),
    currencySign: signOf,
    header: (label, currency) => `${label}\u00a0${signOf(currency)}`,
    country: (code) => {
      if (!/^[A-Za-z]{2}$/.test(code)) return code;
      return cached(`c|${locale}`, () => new Intl.DisplayNames(locale, { type: 'region' })).of(code.toUpperCase()) ?? code;
    },
    language: (code) => {
      const tag = code.replace('_', '-');
      if (!/^[A-Za-z]{2,3}(-[A-Za-z]{2})?$/.test(tag)) return code;
      return cached(`l|${locale}`, () => new Intl.DisplayNames(locale, { type: 'language' })).of(tag) ?? code;
    },
    number: (value) => numbers({}).format(value),
    megabytes: (bytes) => numbers({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(bytes / 1e6),
    percent: (share, digits = 1) => numbers({ style: 'percent', maximumFractionDigits: digits }).format(share),
    date,
    relative: (value, now = Date.now()) => {
      const at = read(value);
      if (at === null) return '';
      const words = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
        cached(`r|${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })).format(count, unit);
      const zone = isDay(value!) ? 'UTC' : timeZone;
      const days = Math.round((Date.parse(dayOf(at, zone)) - Date.parse(dayOf(now, timeZone))) / DAY);
      if (Math.abs(days) >= 7)
        return dates(dayOf(at, zone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4) ? 'dayMonth' : 'medium', zone).format(at);
      if (days !== 0 || isDay(value!)) return words(days, 'day');
      const minutes = Math.round((at - now) / 60_000);
      return Math.abs(minutes) < 60 ? words(minutes, 'minute') : words(Math.round(minutes / 60), 'hour');
    },
    dayOf: (value) => (isDay(value) ? value : dayOf(Date.parse(value), timeZone)),
  };
}

/** The locale and zone that everything below writes in; the shell sets it from the user's locale and the client's time zone. */
export const FormatContext = createContext({ locale: 'en-US', timeZone: 'UTC' });

/** @returns the format of the nearest FormatContext. */
export function useFormat(): Format {
  const { locale, timeZone } = useContext(FormatContext);
  return useMemo(() => formatFor(locale, timeZone), [locale, timeZone]);
}

/** @returns whole days from one calendar day to another, negative backwards. */
export function daysBetweenDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}
