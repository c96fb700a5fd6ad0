/**
 * How templates write days and amounts: `| day: "long"`, `| amount`, `| plus_days: 14`. What is no day or amount passes unchanged: a message must not fail
 * because a creditor's field holds something else.
 */
import type { Context, Liquid } from 'liquidjs';
import { exponentOf, formatMoney, fromDecimal } from '../../../core/money.ts';
import { addDays, type CalendarDate, calendarDate, dayNumber, instant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { DAY_STYLES, type Figure, isDayStyle, type ReaderFormat, writeDay } from './cms.figures.ts';

/** A day or an amount while a template is filled in. Its fields are private, so templates read nothing of it but what it prints as. */
class Written {
  readonly #figure: Figure;

  constructor(figure: Figure) {
    this.#figure = figure;
  }

  static of(value: unknown): Figure | null {
    return value instanceof Written ? value.#figure : null;
  }

  toString(): string {
    return this.#figure.written;
  }

  /** In calculations an amount is its number; a day is its number of days, so that lists can be sorted by it. */
  [Symbol.toPrimitive](hint: string): string | number {
    return hint === 'number' ? numberOf(this.#figure) : this.#figure.written;
  }

  // Liquid compares by these what has all of them.
  equals(other: unknown): boolean {
    const figure = this.#figure;
    if (typeof other === 'string')
      return other === figure.written || (figure.figure === 'day' && other === figure.day) || compare(figure, other) === 0;
    return compare(figure, other) === 0;
  }
  gt(other: unknown): boolean {
    return compare(this.#figure, other) > 0;
  }
  geq(other: unknown): boolean {
    return compare(this.#figure, other) >= 0;
  }
  lt(other: unknown): boolean {
    return compare(this.#figure, other) < 0;
  }
  leq(other: unknown): boolean {
    return compare(this.#figure, other) <= 0;
  }
}

const NUMBER = /^-?\d+(\.\d+)?$/;
const numberOf = (figure: Figure) => (figure.figure === 'day' ? dayNumber(figure.day) : Number(figure.decimal));

/** @returns less than, equal to or more than 0; NaN, which is none of them, for what can't be compared. */
function compare(figure: Figure, other: unknown): number {
  const known = Written.of(other);
  if (known) return known.figure === figure.figure ? numberOf(figure) - numberOf(known) : Number.NaN;
  if (figure.figure === 'amount')
    return typeof other === 'number' || (typeof other === 'string' && NUMBER.test(other)) ? numberOf(figure) - Number(other) : Number.NaN;
  const day = typeof other === 'string' ? calendarDate(other) : null;
  return day ? numberOf(figure) - dayNumber(day) : Number.NaN;
}

const isFigure = (value: unknown): value is Figure => typeof value === 'object' && value !== null && 'figure' in value;
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isFigure(value);

/** Groups of values that the server makes; what creditors and strategies send in is taken as it is. */
const MADE = ['claim', 'account', 'message', 'reaction', 'claims', 'instalments'];

/** @returns the values with days and amounts as templates use them. */
export function withFigures(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const each = (value: unknown): unknown => {
    if (isFigure(value)) return new Written(value);
    return isPlain(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isFigure(one) ? new Written(one) : one]))
      : value;
  };
  const made = MADE.filter((group) => values[group] !== undefined).map((group) => {
    const value = values[group];
    return [group, Array.isArray(value) ? value.map(each) : each(value)];
  });
  return { ...values, ...Object.fromEntries(made) };
}

/** Furthest a day may be moved: a hundred years. */
const MOST_DAYS = 36_525;

/** Adds the filters. What they need to know of the reader is `reader` among the values. */
export function addFormats(engine: Liquid): void {
  engine.registerFilter('day', function (value: unknown, style: unknown = 'medium') {
    if (!isDayStyle(style)) throw new Error(`day takes ${DAY_STYLES.join(', ')}`);
    const reader = readerOf(this);
    const day = dayOf(value, reader);
    return day ? new Written({ figure: 'day', day, written: writeDay(day, reader.locale, style) }) : value;
  });
  engine.registerFilter('plus_days', function (value: unknown, days: unknown) {
    const number = Number(days);
    if (!Number.isInteger(number) || Math.abs(number) > MOST_DAYS) throw new Error('plus_days takes a number of days');
    const reader = readerOf(this);
    const day = dayOf(value, reader);
    const moved = day && calendarDate(addDays(day, number));
    return moved ? new Written({ figure: 'day', day: moved, written: writeDay(moved, reader.locale) }) : value;
  });
  engine.registerFilter('amount', function (value: unknown, currency?: unknown) {
    const { locale, currency: usual } = readerOf(this);
    const known = Written.of(value);
    if (known?.figure === 'day') return value;
    const unit = known?.currency ?? (isCurrency(currency) ? currency : usual);
    const minor = isCurrency(unit) ? minorOf(known?.decimal ?? value, unit) : null;
    if (minor === null) return value;
    return new Written({
      figure: 'amount',
      written: formatMoney(minor, unit, locale),
      decimal: String(known?.decimal ?? value),
      currency: unit,
    });
  });
}

const readerOf = ({ context }: { readonly context: Context }): ReaderFormat =>
  (context.environments as { readonly reader: ReaderFormat }).reader;

const isCurrency = (text: unknown): text is string => typeof text === 'string' && /^[A-Z]{3}$/.test(text);

function minorOf(value: unknown, currency: string): bigint | null {
  if (typeof value === 'string') return fromDecimal(value, currency);
  // What a calculation came to is rounded as money is.
  return typeof value === 'number' && Math.abs(value) < 1e15 ? fromDecimal(value.toFixed(exponentOf(currency)), currency) : null;
}

function dayOf(value: unknown, { zone }: ReaderFormat): CalendarDate | null {
  const known = Written.of(value);
  if (known) return known.figure === 'day' ? known.day : null;
  if (typeof value !== 'string') return null;
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value) ? dayOfMoment(value, zone) : calendarDate(value);
}

function dayOfMoment(text: string, zone: string): CalendarDate | null {
  try {
    return localDate(instant(text), zone);
  } catch {
    return null;
  }
}
