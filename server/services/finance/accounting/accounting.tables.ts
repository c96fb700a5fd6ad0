/** What leaves for the client's bookkeeping: how, in which batches, and which entry is in which. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { FaultWords } from '../../../../core/fault.ts';
import { bytesColumn, calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';
import type { Chart } from './chart.ts';

/** A client's chart of accounts and when batches are made. Its row is locked by whoever makes a batch, so that numbers have no gaps. */
export const accountingSetting = pgTable(
  'accounting_setting',
  {
    clientId: clientId(),
    settings: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Password and private key of the server that batches are put to, sealed. */
    secrets: text(),
    /** Of that server's key, from the first time it was met. */
    fingerprint: text(),
    /** Number of the last batch. */
    lastNumber: integer().notNull().default(0),
    revision: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
    updatedBy: uuid(),
  },
  (t) => [primaryKey({ columns: [t.clientId] }), clientPolicy()],
);

export type BatchStatus = 'making' | 'made' | 'failed';

/** Sums of one of the client's accounts in one currency, as decimals: of the lines that were written, and of the ledger's entries. */
export interface AccountSum {
  readonly currency: string;
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
  readonly ledgerDebit: string;
  readonly ledgerCredit: string;
}

export interface BatchFile {
  readonly name: string;
  /** Null: of all currencies. */
  readonly currency: string | null;
  readonly rows: number;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** One export. What was made stays as it is; it is taken back by a reversal, which is a batch of its own. */
export const accountingBatch = pgTable(
  'accounting_batch',
  {
    clientId: clientId(),
    batchId: uuid().notNull(),
    /** Given when it is made: 1, 2, 3 … */
    number: integer(),
    status: text().$type<BatchStatus>().notNull(),
    /** The batch that this one takes back. */
    reversesBatchId: uuid(),
    /** Booked from; null: everything before the last day that is in no batch yet. */
    fromDay: calendarDateColumn(),
    untilDay: calendarDateColumn().notNull(),
    entries: integer().notNull().default(0),
    /** The accounts that it was written to: it is taken back on the same. Null until it is made. */
    chart: jsonb().$type<Chart>(),
    sums: jsonb().$type<AccountSum[]>().notNull().default([]),
    files: jsonb().$type<BatchFile[]>().notNull().default([]),
    /** Why it failed. */
    error: jsonb().$type<FaultWords>(),
    createdBy: uuid(),
    createdAt: instantColumn().notNull(),
    madeAt: instantColumn(),
    deliveredAt: instantColumn(),
    /** Why it could not be put to the server. */
    deliveryError: jsonb().$type<FaultWords>(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.batchId] }),
    uniqueIndex('accounting_batch_number').on(t.clientId, t.number),
    uniqueIndex('accounting_batch_reverses')
      .on(t.clientId, t.reversesBatchId)
      .where(sql`reverses_batch_id is not null and status <> 'failed'`),
    index('accounting_batch_time').on(t.clientId, t.createdAt.desc()),
    clientPolicy(),
  ],
);

/** Which batch an entry of the ledger is in: one at most, whatever was made at the same time. A reversal sets its entries free. */
export const accountingEntry = pgTable(
  'accounting_entry',
  { clientId: clientId(), entryId: uuid().notNull(), batchId: uuid().notNull() },
  (t) => [primaryKey({ columns: [t.clientId, t.entryId] }), index('accounting_entry_batch').on(t.clientId, t.batchId), clientPolicy()],
);

/** The files of a batch to the byte, in pieces that are compressed each by itself. */
export const accountingPart = pgTable(
  'accounting_part',
  {
    clientId: clientId(),
    batchId: uuid().notNull(),
    fileNumber: integer().notNull(),
    partNumber: integer().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    bytes: bytesColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.batchId, t.fileNumber, t.partNumber] }), clientPolicy()],
);
