/** A row of a partner's file becomes what it says, or the reason why it can't be read. */
import { createHash } from 'node:crypto';
import { type SaidWords, words } from '../../../../core/fault.ts';
import { exponentOf, toDecimal } from '../../../../core/money.ts';
import { CONTACT_FIELDS, RETURN_KINDS, type ReturnField, type ReturnKind } from '../../../../core/partnerFiles.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { readAmount, readDate, type Source, sourceOf } from '../../import/import.table.logic.ts';
import { kindOf, type ReturnMapping } from './in.mapping.ts';
import type { TableRow } from './in.table.ts';

export type Contact = Readonly<Partial<Record<(typeof CONTACT_FIELDS)[number], string>>>;

/** What a row says. Its amount is read once the claim's currency is known. */
export interface ReturnRow {
  readonly number: number;
  readonly kind: ReturnKind;
  readonly claimRef: string;
  /** The partner's own name of it; '': none. */
  readonly reference: string;
  readonly date: CalendarDate | null;
  readonly amountText: string;
  readonly currency: string;
  readonly text: string;
  readonly status: string;
  readonly reason: string;
  readonly contact: Contact;
  /** What makes it happen once. */
  readonly key: string;
  readonly cells: readonly string[];
}

export interface RefusedRow {
  readonly number: number;
  readonly words: SaidWords;
  readonly cells: readonly string[];
  readonly kind: ReturnKind | null;
  readonly claimRef: string | null;
}

const LONGEST_REF = 200;
const LONGEST_TEXT = 5_000;
const ORDERS = { YMD: 'cellDateYMD', DMY: 'cellDateDMY', MDY: 'cellDateMDY' } as const;
const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

class Refused extends Error {
  readonly words: SaidWords;
  constructor(said: SaidWords) {
    super(said.key);
    this.words = said;
  }
}

/** Reads the rows of one file. Rows of the same words count: the second of two is another one than the first. */
export class RowParser {
  private readonly mapping: ReturnMapping;
  private readonly sources: ReadonlyMap<ReturnField, Source>;
  private readonly seen = new Map<string, number>();

  /** @throws Fault INVALID_INPUT when the mapping names a column that the file does not have */
  constructor(mapping: ReturnMapping, columns: readonly string[]) {
    this.mapping = mapping;
    this.sources = new Map(mapping.fields.map((each) => [each.field, sourceOf(each, columns)] as const));
  }

  read(row: TableRow): ReturnRow | RefusedRow {
    const about: { kind: ReturnKind | null; claimRef: string | null } = { kind: null, claimRef: null };
    try {
      return this.readRow(row, about);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { number: row.number, words: error.words, cells: row.cells, ...about };
    }
  }

  private cell(field: ReturnField, cells: readonly string[]): string {
    const text = (this.sources.get(field)?.(cells) ?? '').trim();
    if (text.length > LONGEST_TEXT) throw this.wrong(field, words('cellLong', { length: text.length, most: LONGEST_TEXT }));
    return text.replaceAll('\0', '');
  }

  /** @returns a refusal that names the column as the file does. */
  private wrong(field: ReturnField, reason: SaidWords): Refused {
    const column = this.mapping.fields.find((each) => each.field === field)?.column ?? field;
    return new Refused(words('returnRowValue', { column, reason }));
  }

  private readRow({ number, cells, broken }: TableRow, about: { kind: ReturnKind | null; claimRef: string | null }): ReturnRow {
    if (broken) throw new Refused(broken);
    const said = this.cell('kind', cells);
    const kind = kindOf(said);
    if (!kind)
      throw said === ''
        ? this.wrong('kind', words('cellEmpty'))
        : new Refused(words('returnRowKind', { text: shorten(said), choices: RETURN_KINDS.join(', ') }));
    about.kind = kind;
    const claimRef = this.ref('claimRef', cells);
    if (claimRef === '') throw this.wrong('claimRef', words('cellEmpty'));
    about.claimRef = claimRef;
    const row = {
      number,
      kind,
      claimRef,
      reference: this.ref('reference', cells),
      date: this.date(cells),
      amountText: this.cell('amount', cells),
      currency: this.cell('currency', cells).toUpperCase(),
      text: this.cell('text', cells),
      status: this.cell('status', cells),
      reason: this.cell('reason', cells),
      contact: Object.fromEntries(
        CONTACT_FIELDS.flatMap((field) => {
          const text = this.cell(field, cells);
          return text === '' ? [] : [[field, text]];
        }),
      ) as Contact,
      cells,
    };
    this.requireContent(row);
    return { ...row, key: this.keyOf(row) };
  }

  private ref(field: ReturnField, cells: readonly string[]): string {
    const ref = this.cell(field, cells);
    if (ref.length > LONGEST_REF) throw this.wrong(field, words('cellRefLong', { length: ref.length, most: LONGEST_REF }));
    return ref;
  }

  private date(cells: readonly string[]): CalendarDate | null {
    const text = this.cell('date', cells);
    if (text === '') return null;
    const date = readDate(text, this.mapping.dateOrder);
    if (!date) throw this.wrong('date', words(ORDERS[this.mapping.dateOrder], { text: shorten(text) }));
    return date;
  }

  /** @throws Refused for a row without what its kind is about */
  private requireContent({ kind, amountText, text, status, contact }: Omit<ReturnRow, 'key'>): void {
    if ((kind === 'payment' || kind === 'costs') && amountText === '') throw this.wrong('amount', words('cellEmpty'));
    if (
      (kind === 'note' && text === '') ||
      (kind === 'status' && status === '' && text === '') ||
      (kind === 'contact' && Object.keys(contact).length === 0)
    )
      throw new Refused(words('returnRowNothing'));
  }

  private keyOf({ kind, reference, claimRef, date, amountText, currency, text, status, reason, contact }: Omit<ReturnRow, 'key'>): string {
    if (reference !== '') return `${kind}:${reference}`;
    const content = sha1([kind, claimRef, date, amountText, currency, text, status, reason, contact]);
    const count = (this.seen.get(content) ?? 0) + 1;
    this.seen.set(content, count);
    return `${kind}:~${content}:${count}`;
  }

  /** @returns minor units, above zero, or why it is no such amount. */
  amount({ amountText }: ReturnRow, currency: string): bigint | RefusedRow['words'] {
    const minor = readAmount(amountText, this.mapping.decimalMark, currency);
    if (minor === null)
      return this.wrong(
        'amount',
        words('cellAmount', { text: shorten(amountText), currency, mark: this.mapping.decimalMark, digits: exponentOf(currency) }),
      ).words;
    return minor > 0n ? minor : this.wrong('amount', words('cellNoPayment', { amount: toDecimal(minor, currency) })).words;
  }
}

const sha1 = (value: unknown) => createHash('sha1').update(JSON.stringify(value)).digest('base64url');

/** @returns the digest of what a row says beside its key: money by what it is worth, anything else by its words. @param amount minor units */
export const contentOf = (row: ReturnRow, amount: bigint | null, currency: string): string =>
  sha1(
    amount === null ? [row.claimRef, row.date, row.text, row.status, row.reason, row.contact] : [row.claimRef, String(amount), currency],
  );

export const isRefused = (row: ReturnRow | RefusedRow): row is RefusedRow => 'words' in row;
