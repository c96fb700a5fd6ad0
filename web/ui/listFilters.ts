/** The filters of a list as the address holds them, and what they mean. */
import { calendarDate } from '../../core/time.ts';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** One filter that a list offers. Its name is the address's parameter. */
export interface ListFilter {
  readonly name: string;
  readonly label: string;
  /** Several or one of the options; a range of whole numbers, amounts or days; or several texts. */
  readonly kind: 'several' | 'one' | 'numbers' | 'amounts' | 'days' | 'texts';
  /** A hook that gives the options; undefined while they load. */
  readonly useOptions?: () => readonly FilterOption[] | undefined;
  /** Of a range of numbers. */
  readonly unit?: string;
  /** Of a range of amounts. */
  readonly currency?: string;
  readonly hint?: string;
  /** Of several options, one at a time: a choice takes the place of the one before. */
  readonly isSingle?: boolean;
}

/** Sets a filter's values; none take it away. */
export type FilterChange = (name: string, values: readonly string[]) => void;

export interface Range {
  readonly from: string | null;
  readonly to: string | null;
}

/** @returns the ends of a range as the URL writes it: "10..", "50..5000", "..9". */
export function readRange(text: string | null): Range {
  const [from = '', to = ''] = (text ?? '').split('..');
  return { from: from || null, to: to || null };
}

/** @returns the URL's text of a range, null for an open one. */
export function writeRange({ from, to }: Range): string | null {
  return from || to ? `${from ?? ''}..${to ?? ''}` : null;
}

/** What is wrong with a range as the address holds it; the key of the words for it (i18n `lists`). */
export type RangeFault = 'amountWrong' | 'numberWrong' | 'dayWrong' | 'orderWrong';
const READS = {
  amounts: { fault: 'amountWrong', isRead: (text: string) => amountOf(text) !== null },
  numbers: { fault: 'numberWrong', isRead: (text: string) => numberOf(text) !== null },
  days: { fault: 'dayWrong', isRead: (text: string) => calendarDate(text) !== null },
} as const;

/** @returns why a filter's value in the address is no range of its kind; null when it is one, and for filters that are no ranges. */
export function rangeFault(kind: ListFilter['kind'], text: string): RangeFault | null {
  if (kind !== 'amounts' && kind !== 'numbers' && kind !== 'days') return null;
  const { from, to } = readRange(text);
  const { fault, isRead } = READS[kind];
  const isRange = text.includes('..') && text.split('..').length === 2 && (from ?? to) !== null;
  if (!isRange || ![from, to].every((end) => end === null || isRead(end))) return fault;
  return from !== null && to !== null && isAfter(kind, from, to) ? 'orderWrong' : null;
}

/** Days compare as their text; amounts are plain decimals of at most twelve digits, which a double orders well enough. */
const isAfter = (kind: ListFilter['kind'], from: string, to: string) => (kind === 'days' ? from > to : Number(from) > Number(to));

export type Ends<Value> = { from: Value | null; to: Value | null };
/** The ends of a range; of one with a fault, which its chip tells, none: half of what was meant is another filter. */
const ends = <Value>(kind: ListFilter['kind'], text: string | null, read: (value: string) => Value | null): Ends<Value> => {
  const { from, to } = readRange(rangeFault(kind, text ?? '') === null ? text : null);
  return { from: from === null ? null : read(from), to: to === null ? null : read(to) };
};

const numberOf = (value: string) => (/^-?\d{1,5}$/.test(value) ? Number(value) : null);
const amountOf = (value: string) => (/^-?\d{1,12}(\.\d{1,3})?$/.test(value) ? value : null);

/** @returns the range in whole numbers; what is none is left open. */
export const numberRange = (text: string | null) => ends('numbers', text, numberOf);
/** @returns the range in decimal text, as Money is. */
export const amountRange = (text: string | null) => ends('amounts', text, amountOf);
/** @returns the range in days. */
export const dayRange = (text: string | null) => ends('days', text, calendarDate);
