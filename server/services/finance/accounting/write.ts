/** Writes the files of a batch line by line: its size costs no memory. Pieces are compressed and kept as they get full. */
import { createHash, type Hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { toDecimal } from '../../../../core/money.ts';
import type { CalendarDate, Instant } from '../../../../core/time.ts';
import type { AccountSum, BatchFile } from './accounting.tables.ts';
import { toCp1252 } from './cp1252.ts';
import { type Booking, bookingLine, COLUMN_LINE, type DatevSetting, headerLine, MOST_BOOKINGS, takesCurrency } from './datev.ts';
import { JOURNAL_HEAD, journalLine } from './journal.ts';

/** Bytes of a piece before it is compressed. */
const PIECE = 512 * 1024;

export interface Piece {
  readonly fileNumber: number;
  readonly partNumber: number;
  readonly sizeBytes: number;
  readonly bytes: Buffer;
}

/** One file while it grows. */
class Growing {
  readonly fileNumber: number;
  readonly currency: string | null;
  rows = 0;
  private readonly name: string;
  private readonly keep: (piece: Piece) => Promise<void>;
  private readonly digest: Hash = createHash('sha256');
  private pieces: Buffer[] = [];
  private pending = 0;
  private size = 0;
  private parts = 0;

  constructor(fileNumber: number, name: string, currency: string | null, keep: (piece: Piece) => Promise<void>) {
    this.fileNumber = fileNumber;
    this.name = name;
    this.currency = currency;
    this.keep = keep;
  }

  async add(bytes: Buffer): Promise<void> {
    this.pieces.push(bytes);
    this.pending += bytes.length;
    if (this.pending >= PIECE) await this.flush();
  }

  private async flush(): Promise<void> {
    if (this.pending === 0) return;
    const whole = Buffer.concat(this.pieces);
    this.digest.update(whole);
    this.size += whole.length;
    this.pieces = [];
    this.pending = 0;
    await this.keep({ fileNumber: this.fileNumber, partNumber: this.parts++, sizeBytes: whole.length, bytes: gzipSync(whole) });
  }

  async end(): Promise<BatchFile> {
    await this.flush();
    return { name: this.name, currency: this.currency, rows: this.rows, sizeBytes: this.size, sha256: this.digest.digest('hex') };
  }
}

export interface Batch {
  readonly number: number;
  /** Null: only the journal is written. */
  readonly datev: DatevSetting | null;
  readonly at: Instant;
  readonly keep: (piece: Piece) => Promise<void>;
}

type Sums = Map<string, { currency: string; account: string; debit: bigint; credit: bigint }>;

/** @param amount minor units; above zero debits the account and credits the other. */
export function addSum(sums: Sums, currency: string, account: string, contra: string, amount: bigint): void {
  const plain = amount < 0n ? -amount : amount;
  for (const [name, isDebit] of [
    [account, amount > 0n],
    [contra, amount < 0n],
  ] as const) {
    const key = `${currency} ${name}`;
    const sum = sums.get(key) ?? { currency, account: name, debit: 0n, credit: 0n };
    if (isDebit) sum.debit += plain;
    else sum.credit += plain;
    sums.set(key, sum);
  }
}

export const newSums = (): Sums => new Map();

/** @returns the sums of the lines beside those of the ledger, by currency and account; a side that is missing is zero. */
export function besideLedger(lines: Sums, ledger: Sums): AccountSum[] {
  return [...new Set([...lines.keys(), ...ledger.keys()])].sort().map((key) => {
    const { currency, account } = (lines.get(key) ?? ledger.get(key))!;
    const decimal = (sums: Sums, side: 'debit' | 'credit') => toDecimal(sums.get(key)?.[side] ?? 0n, currency);
    return {
      currency,
      account,
      debit: decimal(lines, 'debit'),
      credit: decimal(lines, 'credit'),
      ledgerDebit: decimal(ledger, 'debit'),
      ledgerCredit: decimal(ledger, 'credit'),
    };
  });
}

const lastOf = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}` as CalendarDate;
};

/** Takes bookings in the order of their currencies and days. */
export class BatchWriter {
  readonly sums: Sums = newSums();
  entries = 0;
  private readonly batch: Batch;
  private readonly document: string;
  private readonly journal: Growing;
  private readonly done: BatchFile[] = [];
  private stack: { readonly file: Growing; readonly key: string } | null = null;
  private files = 1;
  private stacks = new Map<string, number>();

  constructor(batch: Batch) {
    this.batch = batch;
    this.document = String(batch.number).padStart(5, '0');
    this.journal = new Growing(0, `journal_${this.document}.csv`, null, batch.keep);
  }

  async begin(): Promise<void> {
    await this.journal.add(Buffer.from(JOURNAL_HEAD));
  }

  async add(booking: Booking): Promise<void> {
    this.entries++;
    addSum(this.sums, booking.currency, booking.account, booking.contra, booking.amount);
    await this.journal.add(Buffer.from(journalLine(booking, this.document)));
    this.journal.rows++;
    const { datev } = this.batch;
    if (datev === null || !takesCurrency(booking.currency)) return;
    const file = await this.stackFor(booking, datev);
    await file.add(toCp1252(bookingLine(booking, datev)));
    file.rows++;
  }

  private async stackFor({ currency, day }: Booking, datev: DatevSetting): Promise<Growing> {
    const month = day.slice(0, 7);
    const key = `${currency} ${month}`;
    if (this.stack?.key === key && this.stack.file.rows < MOST_BOOKINGS) return this.stack.file;
    await this.endStack();
    const part = (this.stacks.get(key) ?? 0) + 1;
    this.stacks.set(key, part);
    const name = `EXTF_Buchungsstapel_${this.document}_${month}_${currency}${part > 1 ? `_${part}` : ''}.csv`;
    const file = new Growing(this.files++, name, currency, this.batch.keep);
    const title = `Quittance ${this.document} ${month}${part > 1 ? ` ${part}` : ''}`;
    const about = { from: `${month}-01` as CalendarDate, until: lastOf(month), currency, title, at: this.batch.at };
    await file.add(toCp1252(headerLine(datev, about) + COLUMN_LINE));
    this.stack = { file, key };
    return file;
  }

  private async endStack(): Promise<void> {
    if (this.stack) this.done.push(await this.stack.file.end());
    this.stack = null;
  }

  /** @returns the files in the order of their numbers: the journal first. */
  async end(): Promise<BatchFile[]> {
    await this.endStack();
    return [await this.journal.end(), ...this.done];
  }
}
