/** What the import of a chunk of rows is told and what it answers, whatever the rows are about. */
import type { SaidWords } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { CalendarDate, Instant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { NewMeta } from '../account/metadata/metaFields.logic.ts';
import type { Mapping } from './import.mapping.ts';
import type { Overlay } from './import.overlay.ts';
import type { ImportedRow, Rejection } from './import.reader.ts';

export interface Chunk {
  readonly tx: Tx;
  readonly importId: Uuid;
  readonly mapping: Mapping;
  readonly rows: readonly ImportedRow[];
  readonly at: Instant;
  /** The client's day: of entries for which the file names none. */
  readonly today: CalendarDate;
  /** The client's time zone. */
  readonly zone: string;
  /** What new accounts and claims begin with. */
  readonly newMeta: NewMeta;
  /** What an earlier chunk of a preview would have written; null when the chunk writes. */
  readonly overlay: Overlay | null;
  /** Called when the database begins to write for a while: the next rows are read meanwhile. */
  readonly readAhead: () => void;
}

/** Sums in minor units that the rows book, by currency. Payments are positive here. */
export interface Booked {
  claims: bigint;
  fees: bigint;
  payments: bigint;
  corrections: bigint;
}

export class Outcome {
  created = 0;
  changed = 0;
  unchanged = 0;
  newAccounts = 0;
  readonly rejections: Rejection[] = [];
  readonly sums = new Map<string, Booked>();

  reject(row: ImportedRow, field: string | null, words: SaidWords): void {
    this.rejections.push({ number: row.number, field, words, cells: row.cells });
  }

  add(currency: string, kind: keyof Booked, amount: bigint): void {
    if (amount === 0n) return;
    const sums = this.sums.get(currency) ?? { claims: 0n, fees: 0n, payments: 0n, corrections: 0n };
    sums[kind] += amount;
    this.sums.set(currency, sums);
  }
}

/** What became of rows: data alone. */
export type OutcomeFacts = Omit<Outcome, 'reject' | 'add'>;

/** One way to import a chunk of rows: reads what they touch, decides row by row, writes set-based unless it is a preview. */
export type ChunkImporter = (chunk: Chunk) => Promise<Outcome>;
