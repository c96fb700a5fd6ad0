import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** Letters that the house prints itself, by day of the client's. One that is closed gets no more: a further letter of that day begins another. */
export const printBatch = pgTable(
  'print_batch',
  {
    clientId: clientId(),
    batchId: uuid().notNull(),
    day: calendarDateColumn().notNull(),
    /** From 1 within the day. */
    number: integer().notNull(),
    createdAt: instantColumn().notNull(),
    closedAt: instantColumn(),
    postedAt: instantColumn(),
    postedBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.batchId] }),
    uniqueIndex('print_batch_day').on(t.clientId, t.day, t.number),
    uniqueIndex('print_batch_open').on(t.clientId, t.day).where(sql`closed_at is null`),
    clientPolicy(),
  ],
);

/** A letter in a batch. Its PDF is the file of the same id. */
export const printBatchLetter = pgTable(
  'print_batch_letter',
  {
    clientId: clientId(),
    outboxId: uuid().notNull(),
    batchId: uuid().notNull(),
    accountId: uuid().notNull(),
    /** Where it goes, for the order of the batch: ISO 3166, and the postcode. */
    country: text().notNull(),
    postalCode: text().notNull(),
    /** Lines of the address, name first. */
    recipient: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.outboxId] }),
    index('print_batch_letter_batch').on(t.clientId, t.batchId),
    index('print_batch_letter_account').on(t.clientId, t.accountId),
    clientPolicy(),
  ],
);

/** A PDF that somebody looks at while a letter is written; its bytes lie with the files, for an hour. */
export const letterPreview = pgTable(
  'letter_preview',
  { clientId: clientId(), previewId: uuid().notNull(), createdAt: instantColumn().notNull() },
  (t) => [primaryKey({ columns: [t.clientId, t.previewId] }), index('letter_preview_time').on(t.clientId, t.createdAt), clientPolicy()],
);
