/** What a client keeps for how long, what is held back, what was erased, and the files of what is known about a person. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { RetentionKind } from '../../../core/retention.ts';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** How long one kind of data is kept. No row: the default of the client's country, switched off. */
export const retentionRule = pgTable(
  'retention_rule',
  {
    clientId: clientId(),
    kind: text().$type<RetentionKind>().notNull(),
    months: integer().notNull(),
    /** The period begins when the calendar year ends, as in tax law. */
    fromYearEnd: boolean().notNull(),
    /** A law demands that the data are kept so long: they stay even when the person asks for erasure. */
    isDuty: boolean().notNull(),
    ground: text().notNull(),
    isActive: boolean().notNull(),
    revision: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
    updatedBy: uuid().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.kind] }), clientPolicy()],
);

/** Nothing of the account, or of one of its debtors, is erased while a hold is in force. */
export const legalHold = pgTable(
  'legal_hold',
  {
    clientId: clientId(),
    holdId: uuid().notNull(),
    accountId: uuid().notNull(),
    /** Null: the whole account. */
    externalDebtorRef: text(),
    reason: text().notNull(),
    /** The last day; null: until it is released. */
    until: calendarDateColumn(),
    createdAt: instantColumn().notNull(),
    createdBy: uuid().notNull(),
    releasedAt: instantColumn(),
    releasedBy: uuid(),
    releaseReason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.holdId] }),
    index('legal_hold_account').on(t.clientId, t.accountId).where(sql`released_at is null`),
    clientPolicy(),
  ],
);

/** What was erased: never what it said. Written once, in the transaction that erased it. */
export const erasure = pgTable(
  'erasure',
  {
    clientId: clientId(),
    erasureId: uuid().notNull(),
    /** rule: its period was over; request: the person asked; restore: done before, and done again after a backup was restored. */
    cause: text().$type<'rule' | 'request' | 'restore'>().notNull(),
    kind: text().$type<RetentionKind>().notNull(),
    /** Records of before this moment; null: whatever their age. */
    before: instantColumn(),
    accountIds: uuid().array().notNull(),
    /** Set when only one debtor of the accounts was meant. */
    externalDebtorRef: text(),
    /** How many records of what: {notes: 4, events: 12}. */
    counts: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
    /** Who asked for it; null: a rule. */
    userId: uuid(),
    erasedAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.erasureId] }),
    index('erasure_time').on(t.clientId, t.erasedAt.desc(), t.erasureId),
    clientPolicy(),
  ],
);

export type DataFileStatus = 'waiting' | 'done' | 'failed' | 'deleted';
export const DATA_FILE_PARTS = ['json', 'pdf', 'zip'] as const;
export type DataFilePart = (typeof DATA_FILE_PARTS)[number];

/** A file of everything known about a person. Its bytes lie with those of other files, for a bounded time. */
export const personalDataFile = pgTable(
  'personal_data_file',
  {
    clientId: clientId(),
    dataFileId: uuid().notNull(),
    /** [{accountId, externalDebtorRef}]: the person, by every account they are on. */
    persons: jsonb().$type<readonly { readonly accountId: string; readonly externalDebtorRef: string }[]>().notNull(),
    locale: text().notNull(),
    status: text().$type<DataFileStatus>().notNull(),
    /** Where the bytes of each form lie: {json: {fileId, size, sha256}, …}. */
    parts: jsonb().$type<Partial<Record<DataFilePart, { fileId: string; size: number; sha256: string }>>>().notNull().default({}),
    lastError: text(),
    createdBy: uuid().notNull(),
    createdAt: instantColumn().notNull(),
    finishedAt: instantColumn(),
    expiresAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.dataFileId] }),
    index('personal_data_file_time').on(t.clientId, t.createdAt.desc()),
    clientPolicy(),
  ],
);
