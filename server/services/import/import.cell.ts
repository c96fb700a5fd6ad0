/** The cells of a row become values, field by field, or the reason why one cannot be read. */
import { englishOf, type SaidWords, words } from '../../../core/fault.ts';
import { exponentOf, toDecimal } from '../../../core/money.ts';
import type { CalendarDate } from '../../../core/time.ts';
import type { Source } from './import.columns.ts';
import { fieldOf } from './import.fields.ts';
import type { Mapping } from './import.mapping.ts';
import { readAmount, readDate, readYesNo } from './import.values.ts';

/** ISO 4217, as the runtime knows it. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** A day before or after these is a slip of the keyboard or a program's word for never. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;
/** Units of a currency that no single debt has: from here on two columns ran into one another. */
const TOO_MUCH = 1_000_000_000_000n;

/** References stand in indexes. */
const LONGEST_REF = 200;

/** A value that cannot be read, and why, apart from any language. */
export interface RejectedValue {
  readonly field: string;
  readonly words: SaidWords;
}

/** A value that cannot be read: its row is rejected. */
export class Refused extends Error {
  readonly field: string | null;
  readonly words: SaidWords;
  constructor(field: string | null, said: SaidWords) {
    super(englishOf(said));
    this.field = field;
    this.words = said;
  }
}

/** Reads single fields of rows. What its methods refuse they throw as Refused, naming the field. */
export class CellReader {
  private readonly mapping: Mapping;
  private readonly sources: ReadonlyMap<string, Source>;
  /** The currency of rows that name none. */
  private readonly fallback: string;

  constructor(mapping: Mapping, sources: ReadonlyMap<string, Source>, fallback: string) {
    this.mapping = mapping;
    this.sources = sources;
    this.fallback = fallback;
  }

  text(field: string, cells: readonly string[]): string {
    const source = this.sources.get(field);
    return source ? source(cells) : '';
  }

  ref(field: string, cells: readonly string[], required: boolean): string {
    const ref = this.text(field, cells);
    if (ref.trim() === '') {
      if (required) throw new Refused(field, words('cellEmpty'));
      return '';
    }
    if (ref.length > LONGEST_REF) throw new Refused(field, words('cellRefLong', { length: ref.length, most: LONGEST_REF }));
    return ref;
  }

  currency(cells: readonly string[]): string {
    const text = this.text('claim.currency', cells).trim().toUpperCase() || this.fallback;
    if (text !== this.fallback && !CURRENCIES.has(text))
      throw new Refused('claim.currency', words('cellCurrency', { text: shorten(text) }));
    return text;
  }

  amount(field: string, cells: readonly string[], currency: string): bigint | null {
    const text = this.text(field, cells);
    if (text.trim() === '') return null;
    const minor = readAmount(text, this.mapping.decimalMark, currency);
    if (minor === null) {
      const digits = exponentOf(currency);
      throw new Refused(field, words('cellAmount', { text: shorten(text), currency, mark: this.mapping.decimalMark, digits }));
    }
    const most = TOO_MUCH * 10n ** BigInt(exponentOf(currency));
    if (minor >= most || minor <= -most) throw new Refused(field, words('cellAmountLarge', { text: shorten(text) }));
    return minor;
  }

  /** Zero is an amount too: of a claim that is known it says that nothing is open any more. */
  owed(field: string, cells: readonly string[], currency: string): bigint {
    const minor = this.amount(field, cells, currency);
    if (minor === null) throw new Refused(field, words('cellEmpty'));
    if (minor < 0n) throw new Refused(field, words('cellNoDebt', { amount: toDecimal(minor, currency) }));
    return minor;
  }

  fees(cells: readonly string[], currency: string): bigint | null {
    const minor = this.amount('claim.fees', cells, currency);
    if (minor !== null && minor < 0n) throw new Refused('claim.fees', words('cellFeesNegative'));
    return minor;
  }

  date(field: string, text: string): CalendarDate | null {
    if (text.trim() === '') return null;
    const date = readDate(text, this.mapping.dateOrder);
    if (!date) throw new Refused(field, words(ORDER[this.mapping.dateOrder], { text: shorten(text) }));
    const year = Number(date.slice(0, 4));
    if (year < FIRST_YEAR || year > LAST_YEAR)
      throw new Refused(field, words('cellYear', { text: shorten(text), year, first: FIRST_YEAR, last: LAST_YEAR }));
    return date;
  }

  optionalDate(field: string, cells: readonly string[]): CalendarDate | null {
    return this.date(field, this.text(field, cells));
  }

  yesNo(field: string, cells: readonly string[]): boolean | null {
    if (!this.sources.has(field)) return null;
    const text = this.text(field, cells);
    const value = readYesNo(text);
    if (value === null) throw new Refused(field, words('cellYesNo', { text: shorten(text) }));
    return value;
  }

  choice(field: string, cells: readonly string[]): string {
    const text = this.text(field, cells).trim();
    const choices = fieldOf(this.mapping.record, field)?.choices ?? [];
    const choice = choices.find((each) => each.toLowerCase() === text.toLowerCase());
    if (!choice)
      throw new Refused(
        field,
        text === '' ? words('cellEmpty') : words('cellChoice', { text: shorten(text), choices: choices.join(', ') }),
      );
    return choice;
  }
}

const ORDER = { YMD: 'cellDateYMD', DMY: 'cellDateDMY', MDY: 'cellDateMDY' } as const;

/** @returns a text for a message. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
