/** How people write amounts, days and yes or no, and what a column's values tell about it. */
import { fromDecimal } from '../../../core/money.ts';
import { type CalendarDate, calendarDate } from '../../../core/time.ts';

export type DecimalMark = '.' | ',';
export type DateOrder = 'YMD' | 'DMY' | 'MDY';

const GROUPED = { '.': /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/, ',': /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/ } as const;
const PLAIN = { '.': /^\d*\.?\d*$/, ',': /^\d*,?\d*$/ } as const;
/** Characters of an amount however it is written: beyond them nothing is looked for. */
const LONGEST_AMOUNT = 80;
const SIMPLE = /^\d{1,13}(?:\.\d{1,2})?$/;

/**
 * Reads "1.234,56", "1,234.56", "€ 12", "(12.00)" or "12,00-" exactly.
 * @param mark what stands before the cents. @returns minor units, or null when it is no amount of the currency.
 */
export function readAmount(text: string, mark: DecimalMark, currency: string): bigint | null {
  if (mark === '.' && SIMPLE.test(text)) return fromDecimal(text, currency);
  if (text.length > LONGEST_AMOUNT) return null;
  let body = text.trim().replace(/^[A-Z]{3}\s*|\s*[A-Z]{3}$|[\s\u00a0\u202f'’€$£¥]/g, '');
  let negative = false;
  const wrapped = /^\((.*)\)$/.exec(body);
  if (wrapped) {
    negative = true;
    body = wrapped[1] ?? '';
  }
  const sign = /^[-−+]|[-−+]$/.exec(body);
  if (sign) {
    if (sign[0] !== '+') negative = !negative;
    body = sign.index === 0 ? body.slice(1) : body.slice(0, -1);
  }
  if (!/\d/.test(body)) return null;
  if (GROUPED[mark].test(body)) body = body.replaceAll(mark === '.' ? ',' : '.', '');
  else if (!PLAIN[mark].test(body)) return null;
  if (mark === ',') body = body.replace(',', '.');
  if (body.startsWith('.')) body = `0${body}`;
  if (body.endsWith('.')) body = body.slice(0, -1);
  const minor = fromDecimal(body, currency);
  return minor === null ? null : negative ? -minor : minor;
}

const dates = new Map<string, CalendarDate | null>();
const KEPT_DATES = 20_000;

/** @param order how the parts stand when the year is not first. @returns the day, or null when there is no such day. A time behind it is left out. */
export function readDate(text: string, order: DateOrder): CalendarDate | null {
  const key = order + text;
  const known = dates.get(key);
  if (known !== undefined) return known;
  if (dates.size >= KEPT_DATES) dates.clear();
  const date = parseDate(text.trim(), order);
  dates.set(key, date);
  return date;
}

function parseDate(text: string, order: DateOrder): CalendarDate | null {
  // Programs that hold days as figures write 20260228 or 20260228.0.
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})(?:\.0)?$/.exec(text);
  if (iso) return day(iso[1]!, iso[2]!, iso[3]!);
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ].*)?$/.exec(text);
  if (!parts || order === 'YMD') return null;
  const [, first, second, year] = parts as unknown as [string, string, string, string];
  const full = year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`;
  return order === 'DMY' ? day(full, second, first) : day(full, first, second);
}

function day(year: string, month: string, date: string): CalendarDate | null {
  return calendarDate(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'j', 'wahr', 'si', 'sí', 's', 'waar']);
const NO = new Set(['no', 'n', 'false', '0', '', 'nein', 'falsch', 'nee', 'onwaar']);

/** @returns yes or no, or null when the word says neither. */
export function readYesNo(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

/** What values tell: the answer, and whether another one would fit as well. */
export interface Guess<Value> {
  readonly value: Value;
  readonly ambiguous: boolean;
}

/** @param values of amount columns. A lone separator before three digits ("1,234") could be either, so it decides nothing. */
export function guessDecimalMark(values: readonly string[], fallback: DecimalMark): Guess<DecimalMark> {
  let comma = 0;
  let point = 0;
  let open = 0;
  for (const value of values) {
    const body = value.replace(/[^\d.,]/g, '');
    const last = Math.max(body.lastIndexOf(','), body.lastIndexOf('.'));
    if (last < 0) continue;
    const mark = body[last];
    const both = body.includes(',') && body.includes('.');
    const repeated = body.indexOf(mark!) !== last;
    if (both || (!repeated && body.length - last !== 4)) mark === ',' ? comma++ : point++;
    else if (repeated) mark === ',' ? point++ : comma++;
    else open++;
  }
  if (comma === 0 && point === 0) return { value: fallback, ambiguous: open > 0 };
  return { value: comma > point ? ',' : '.', ambiguous: comma > 0 && point > 0 };
}

/** @param values of date columns. Parts above 12 tell days from months; a point between them is written day first. */
export function guessDateOrder(values: readonly string[], fallback: 'DMY' | 'MDY'): Guess<DateOrder> {
  let dayFirst = 0;
  let monthFirst = 0;
  let points = 0;
  let open = 0;
  let iso = 0;
  for (const value of values) {
    const parts = /^\s*(\d{1,2})([-/.])(\d{1,2})\2(\d{2,4})/.exec(value);
    if (!parts) {
      if (/^\s*\d{4}[-/.]?\d{1,2}[-/.]?\d{1,2}/.test(value)) iso++;
      continue;
    }
    if (Number(parts[1]) > 12) dayFirst++;
    else if (Number(parts[3]) > 12) monthFirst++;
    else if (parts[2] === '.') points++;
    else open++;
  }
  if (dayFirst === 0 && monthFirst === 0) {
    if (points > 0) return { value: 'DMY', ambiguous: false };
    if (open > 0) return { value: fallback, ambiguous: true };
    return { value: iso > 0 ? 'YMD' : fallback, ambiguous: false };
  }
  return { value: dayFirst >= monthFirst ? 'DMY' : 'MDY', ambiguous: dayFirst > 0 && monthFirst > 0 };
}

/** @returns whether a value looks like a day in any order. */
export function looksLikeDate(value: string): boolean {
  return /^\s*((?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\.0)?\s*$|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2}))([T ].*)?$/.test(
    value,
  );
}

/** @returns whether a value looks like an amount with cents. */
export function looksLikeAmount(value: string): boolean {
  return (
    value.length <= LONGEST_AMOUNT && /^\s*[-+(€$£]?\s*\d[\d.,'\s]*\)?-?\s*(€|[A-Z]{3})?\s*$/.test(value) && !/^0\d/.test(value.trim())
  );
}
