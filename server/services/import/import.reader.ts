/** A row of cells becomes a claim, payment, action or account, or the reason why not. Pure: it knows the mapping, not the database. */
import { hash } from 'node:crypto';
import { type SaidWords, words } from '../../../core/fault.ts';
import { LOCALES, type Locale, toLocale } from '../../../core/locale.ts';
import { toDecimal } from '../../../core/money.ts';
import type { CalendarDate } from '../../../core/time.ts';
import { isZone } from '../../../core/zone.ts';
import { CLAIM_TEXTS, type ClaimText } from '../account/intake/claimTexts.logic.ts';
import { CellReader, Refused, type RejectedValue, shorten } from './import.cell.ts';
import { type Source, sourceOf } from './import.columns.ts';
import { DebtorReader, type ImportedDebtor } from './import.debtor.ts';
import { furtherRefused } from './import.further.ts';
import type { Mapping } from './import.mapping.ts';
import { MetaReader, type MetaSchemas } from './import.meta.ts';
import type { NotTaken } from './import.notes.ts';
import { Repeats } from './import.repeats.ts';
import type { Row } from './import.rows.ts';

/** A row that is not imported, and why. */
export interface Rejection {
  readonly number: number;
  readonly field: string | null;
  /** Why, apart from any language. */
  readonly words: SaidWords;
  /** What else of the row cannot be read. */
  readonly further?: readonly RejectedValue[];
  readonly cells: readonly string[];
}

/** What a row says about its account. Null: the file says nothing, so what is known stays. */
export interface ImportedAccount {
  readonly ref: string;
  readonly locale: string | null;
  readonly segment: string | null;
  readonly timezone: string | null;
  readonly meta: Readonly<Record<string, string>>;
  readonly debtors: readonly ImportedDebtor[];
  /** Equal for rows that say the same about the account. */
  readonly digest: string;
  /** What the row says about the account and its debtors that no field holds; it stands among their details. */
  readonly notTaken: readonly NotTaken[];
}

export interface ImportedPayment {
  /** Null: all that is open. Minor units. */
  readonly amount: bigint | null;
  readonly date: CalendarDate | null;
  readonly method: string;
}

export interface ImportedRow {
  readonly number: number;
  readonly cells: readonly string[];
  /** Digest of everything the mapping reads from the row. */
  readonly digest: string;
  readonly account: ImportedAccount;
  readonly claimRef: string;
  readonly currency: string;
  /** Whether the row itself says so. */
  readonly hasCurrency: boolean;
  readonly amount: bigint;
  readonly fees: bigint | null;
  readonly date: CalendarDate | null;
  readonly dueDate: CalendarDate | null;
  readonly texts: Readonly<Partial<Record<ClaimText, string>>>;
  readonly meta: Readonly<Record<string, string>>;
  readonly disputed: boolean | null;
  readonly payment: ImportedPayment | null;
  readonly paymentRef: string;
  /** What a payment or action without a reference is known by: what it says, however its file was mapped. */
  readonly contentKey: string;
  /** How many rows of the file have said the same up to this one: tells equal payments without a reference apart. */
  readonly occurrence: number;
  readonly role: 'main' | 'coDebtor';
  readonly action: { readonly kind: string; readonly text: string; readonly amount: bigint | null } | null;
  /** What the row says that no field holds; it stands among the details. */
  readonly notTaken: readonly NotTaken[];
}

const PAYMENT_FIELDS = ['payment.amount', 'payment.date', 'payment.method'] as const;
const NOTHING: readonly NotTaken[] = [];

/** A cell longer than this is no value: usually a quote went wrong. */
const LONGEST_CELL = 100_000;
export interface Surroundings {
  readonly columns: readonly string[];
  /** The client's, for files without a currency column. */
  readonly currency: string;
  /** ISO country of phone numbers without a prefix. */
  readonly country: string;
  /** The client's, for free fields. */
  readonly schemas: MetaSchemas;
}

/** Reads the rows of one file by its mapping. @throws Fault INVALID_INPUT when the mapping names a column that the file does not have. */
export class RowReader {
  private readonly mapping: Mapping;
  private readonly surroundings: Surroundings;
  private readonly cells: CellReader;
  private readonly every: readonly Source[];
  private readonly accountSources: readonly Source[];
  private readonly claimMeta: MetaReader;
  private readonly accountMeta: MetaReader;
  private readonly claimTexts: readonly (readonly [ClaimText, Source])[];
  private readonly debtors: readonly DebtorReader[];
  private readonly signature: string;
  private readonly repeats = new Repeats();
  /** What the row before said about its account: rows of one account mostly stand together. */
  private lastAccount: { readonly said: string; readonly account: ImportedAccount } | null = null;

  constructor(mapping: Mapping, surroundings: Surroundings) {
    this.mapping = mapping;
    this.surroundings = surroundings;
    const entries = mapping.fields.map((field) => [field.field, sourceOf(field, surroundings.columns, mapping.emptyMarks ?? [])] as const);
    const sources = new Map(entries);
    this.cells = new CellReader(mapping, sources, surroundings.currency);
    this.every = entries.map(([, source]) => source);
    this.accountSources = entries.filter(([field]) => /^(account|debtor|coDebtor)\./.test(field)).map(([, source]) => source);
    const form = { decimalMark: mapping.decimalMark, cells: this.cells };
    this.claimMeta = new MetaReader('claim.meta.', entries, surroundings.schemas.claim, form);
    this.accountMeta = new MetaReader('account.meta.', entries, surroundings.schemas.account, form);
    this.claimTexts = CLAIM_TEXTS.flatMap((name) => {
      const source = sources.get(`claim.${name}`);
      return source ? [[name, source] as const] : [];
    });
    const read = {
      date: (field: string, text: string) => this.cells.date(field, text),
      country: surroundings.country,
      columnOf: this.columnOf,
    };
    this.debtors = ['debtor', 'coDebtor'].flatMap((prefix) => {
      const of = new Map(
        entries.flatMap(([field, source]) => (field.startsWith(`${prefix}.`) ? [[field.slice(prefix.length + 1), source] as const] : [])),
      );
      return of.size > 0 ? [new DebtorReader(prefix as 'debtor' | 'coDebtor', of, read)] : [];
    });
    this.signature = JSON.stringify([
      mapping.record,
      mapping.decimalMark,
      mapping.dateOrder,
      mapping.fields.map(({ field, constant }) => [field, constant ?? '']),
    ]);
  }

  /** The name under which a value that its field cannot hold is kept. */
  private readonly columnOf = (field: string): string => this.mapping.fields.find((each) => each.field === field)?.column ?? field;

  /** @returns the row as the mapping reads it, or why it cannot be read. */
  read(row: Row): ImportedRow | Rejection {
    try {
      return this.readRow(row);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const further = furtherRefused(error, row.cells, {
        mapping: this.mapping,
        columns: this.surroundings.columns,
        read: (cells) => this.readRow({ number: row.number, cells }, true),
      });
      return { number: row.number, field: error.field, words: error.words, further, cells: row.cells };
    }
  }

  /** @param isTrial whether the row is read only for what is wrong with it. @throws Refused */
  private readRow(row: Row, isTrial = false): ImportedRow {
    const { cells } = row;
    if (row.broken) throw new Refused(null, words(row.broken));
    if (cells.length > this.surroundings.columns.length && cells.slice(this.surroundings.columns.length).some((cell) => cell !== ''))
      throw new Refused(null, words('rowCells', { cells: cells.length, columns: this.surroundings.columns.length }));
    for (const cell of cells) {
      if (cell.length > LONGEST_CELL) throw new Refused(null, words('cellLong', { length: cell.length, most: LONGEST_CELL }));
      if (cell.includes('\0')) throw new Refused(null, words('cellZero'));
    }
    const { record } = this.mapping;
    const said = this.every.map((source) => source(cells)).join('\u001f');
    const digest = hash('sha1', `${this.signature}\u001f${said}`, 'base64url');
    const currency = this.cells.currency(cells);
    const isClaim = record === 'claims';
    const claimRef = this.cells.ref('claim.ref', cells, isClaim);
    const account = this.account(cells);
    const paymentRef = this.cells.ref('payment.ref', cells, false);
    if (record !== 'claims' && account.ref === '' && claimRef === '') throw new Refused('account.ref', words('rowNoRef'));
    const texts: Partial<Record<ClaimText, string>> = {};
    if (isClaim)
      for (const [name, source] of this.claimTexts) {
        const text = source(cells);
        if (text !== '') texts[name] = text;
      }
    const payment = this.payment(cells, currency);
    const notTaken = isClaim && payment === null ? this.paymentTexts(cells, currency) : [];
    const action = record === 'actions' ? this.action(cells, currency) : null;
    const date = this.cells.optionalDate(record === 'actions' ? 'action.date' : 'claim.date', cells);
    const contentKey = isClaim
      ? ''
      : JSON.stringify([account.ref, claimRef, date, payment?.date, String(payment?.amount), currency, action?.kind, action?.text]);
    return {
      number: row.number,
      cells,
      digest,
      account,
      claimRef,
      currency,
      hasCurrency: this.cells.text('claim.currency', cells).trim() !== '',
      amount: isClaim ? this.cells.owed('claim.amount', cells, currency) : 0n,
      fees: isClaim ? this.cells.fees(cells, currency) : null,
      date,
      dueDate: isClaim ? this.cells.optionalDate('claim.dueDate', cells) : null,
      texts,
      meta: isClaim ? this.claimDetails(cells, notTaken) : {},
      disputed: isClaim ? this.cells.yesNo('claim.disputed', cells) : null,
      payment,
      paymentRef,
      contentKey,
      occurrence: record === 'payments' && paymentRef === '' && !isTrial ? this.repeats.count(contentKey) : 1,
      role: this.cells.text('debtor.role', cells) === '' ? 'main' : (this.cells.choice('debtor.role', cells) as 'main' | 'coDebtor'),
      action,
      notTaken: account.notTaken.length + notTaken.length > 0 ? [...account.notTaken, ...notTaken] : NOTHING,
    };
  }

  private claimDetails(cells: readonly string[], notTaken: readonly NotTaken[]): Record<string, string> {
    const meta = this.claimMeta.read(cells);
    for (const { field, value } of notTaken) meta[this.columnOf(field)] ??= value;
    return meta;
  }

  /** What a row says about a payment that it does not have. */
  private paymentTexts(cells: readonly string[], currency: string): readonly NotTaken[] {
    return PAYMENT_FIELDS.flatMap((field) => {
      const value = this.cells.text(field, cells);
      return value === '' || (field === 'payment.amount' && this.cells.amount(field, cells, currency) === 0n) ? [] : [{ field, value }];
    });
  }

  private account(cells: readonly string[]): ImportedAccount {
    const said = this.accountSources.map((source) => source(cells)).join('\u001f');
    if (this.lastAccount?.said === said) return this.lastAccount.account;
    const account = this.readAccount(cells, said);
    this.lastAccount = { said, account };
    return account;
  }

  private readAccount(cells: readonly string[], row: string): ImportedAccount {
    const ref = this.cells.ref('account.ref', cells, this.mapping.record === 'claims' || this.mapping.record === 'accounts');
    const timezone = this.cells.text('account.timezone', cells).trim();
    if (timezone !== '' && !isZone(timezone)) throw new Refused('account.timezone', words('cellZone', { text: shorten(timezone) }));
    const said = this.cells.text('account.locale', cells).trim();
    const locale = knownLocale(said);
    const notTaken = said === '' || locale !== null ? [] : [{ field: 'account.locale', value: said }];
    const debtors = this.debtors.map((reader) => reader.read(cells)).filter((debtor) => debtor !== null);
    const meta = this.accountMeta.read(cells);
    for (const { field, value } of notTaken) meta[this.columnOf(field)] ??= value;
    return {
      ref,
      locale,
      segment: this.cells.text('account.segment', cells) || null,
      timezone: timezone || null,
      meta,
      debtors,
      digest: this.accountSources.length > 1 ? hash('sha1', row, 'base64url') : 'ref',
      notTaken: [...notTaken, ...debtors.flatMap((debtor) => debtor.notTaken)],
    };
  }

  private payment(cells: readonly string[], currency: string): ImportedPayment | null {
    const { record } = this.mapping;
    if (record !== 'claims' && record !== 'payments') return null;
    const date = this.cells.optionalDate('payment.date', cells);
    const amount = this.cells.amount('payment.amount', cells, currency);
    const method = this.cells.text('payment.method', cells);
    if (record === 'payments') {
      if (amount === null) throw new Refused('payment.amount', words('cellEmpty'));
      if (amount <= 0n) throw new Refused('payment.amount', words('cellNoPayment', { amount: toDecimal(amount, currency) }));
      if (!date) throw new Refused('payment.date', words('cellEmpty'));
      return { amount, date, method };
    }
    const paid = this.cells.yesNo('claim.paid', cells);
    if (paid === false || (paid === null && date === null && (amount === null || amount === 0n))) return null;
    if (amount !== null && amount < 0n) throw new Refused('payment.amount', words('cellPaymentNegative'));
    return { amount: amount === 0n ? null : amount, date, method };
  }

  private action(cells: readonly string[], currency: string) {
    if (this.cells.text('action.date', cells).trim() === '') throw new Refused('action.date', words('cellEmpty'));
    return {
      kind: this.cells.choice('action.kind', cells),
      text: this.cells.text('action.text', cells),
      amount: this.cells.amount('action.amount', cells, currency),
    };
  }
}

/** @returns the locale that a file names by itself or by its language, or null when there is none such. */
function knownLocale(said: string): Locale | null {
  const language = said.slice(0, 2).toLowerCase();
  return /^[a-z]{2}([-_][a-z]{2})?$/i.test(said) && LOCALES.some((locale) => locale.startsWith(`${language}_`)) ? toLocale(said) : null;
}

/** @returns whether a row could not be read. */
export function isRejection(row: ImportedRow | Rejection): row is Rejection {
  return 'words' in row;
}
