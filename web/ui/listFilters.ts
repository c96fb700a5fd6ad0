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

export type Ends<Value> = { from: Value | null; to: Value | null };
const ends = <Value>(text: string | null, read: (value: string) => Value | null): Ends<Value> => {
  const { from, to } = readRange(text);
  return { from: from === null ? null : read(from), to: to === null ? null : read(to) };
};

/** @returns the range in whole numbers; what is none is left open. */
export const numberRange = (text: string | null) => ends(text, (value) => (/^-?\d{1,5}$/.test(value) ? Number(value) : null));
/** @returns the range in decimal text, as Money is. */
export const amountRange = (text: string | null) => ends(text, (value) => (/^-?\d{1,12}(\.\d{1,3})?$/.test(value) ? value : null));
/** @returns the range in days. */
export const dayRange = (text: string | null) => ends(text, calendarDate);
