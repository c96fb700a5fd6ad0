/** Money that moves through banks and providers: our accounts, mandates, direct debits, statements. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';

const minor = () => bigint({ mode: 'bigint' });

/** An account of the client's that collects and receives. */
export const bankAccount = pgTable(
  'bank_account',
  {
    clientId: clientId(),
    bankAccountId: uuid().notNull(),
    name: text().notNull(),
    holder: text().notNull(),
    /** Sealed (account/secrets.ts), as every IBAN here. No two accounts of a client have the same. */
    iban: text().notNull(),
    bic: text(),
    /** The SEPA creditor identifier, which direct debits need. */
    creditorId: text(),
    currency: text().notNull(),
    isDefault: boolean().notNull().default(false),
    /** Calendar days before a collection by which the debtor is told of it. */
    preNotificationDays: integer().notNull().default(14),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.bankAccountId] }), clientPolicy()],
);

/** How a client uses a payment provider; secrets are sealed. */
export const paymentProviderSetting = pgTable(
  'payment_provider_setting',
  {
    clientId: clientId(),
    providerName: text().notNull(),
    isActive: boolean().notNull(),
    credentials: jsonb().$type<Record<string, unknown>>().notNull(),
    updatedAt: instantColumn().notNull(),
    updatedBy: uuid(),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.providerName] }), clientPolicy()],
);

/** What a provider told, once per notice of its own: the evidence behind a payment's state. */
export const paymentNotice = pgTable(
  'payment_notice',
  {
    clientId: clientId(),
    providerName: text().notNull(),
    noticeId: text().notNull(),
    paymentId: uuid(),
    outcome: text().notNull(),
    reason: text().notNull().default(''),
    receivedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.providerName, t.noticeId] }), clientPolicy()],
);

/** A debtor's leave to collect again and again. */
export const recurringPaymentMandate = pgTable(
  'recurring_payment_mandate',
  {
    clientId: clientId(),
    mandateId: uuid().notNull(),
    accountId: uuid().notNull(),
    providerName: text().notNull(),
    /** sepaDirectDebit or card. */
    paymentMethodType: text().notNull(),
    isDisabled: boolean().notNull().default(false),
    /** Until when it is disabled; null with isDisabled: until somebody enables it. */
    disabledUntil: instantColumn(),
    /** externalDebtorRef, productReferences, mandateRepresentation (what the provider or the bank knows it by; its iban is sealed). */
    context: jsonb().$type<Record<string, unknown>>().notNull(),
    /** What the bank account is found by (platform/seal.ts). */
    ibanDigest: text(),
    /** The unique mandate reference of SEPA. */
    reference: text().notNull(),
    signedOn: calendarDateColumn(),
    /** The last collection under it: the next one is recurring rather than the first; 36 months without one end it. */
    lastCollectedOn: calendarDateColumn(),
    createdBy: text().notNull(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    deletedAt: instantColumn(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.mandateId] }),
    uniqueIndex('mandate_reference').on(t.clientId, t.reference),
    index('mandate_account').on(t.clientId, t.accountId),
    index('mandate_iban_digest').on(t.clientId, t.ibanDigest).where(sql`iban_digest is not null`),
    clientPolicy(),
  ],
);

export type DirectDebitStatus = 'planned' | 'announced' | 'exported' | 'settled' | 'returned' | 'canceled';

/** One collection from one mandate. */
export const directDebit = pgTable(
  'direct_debit',
  {
    clientId: clientId(),
    paymentId: uuid().notNull(),
    accountId: uuid().notNull(),
    mandateId: uuid().notNull(),
    bankAccountId: uuid().notNull(),
    status: text().$type<DirectDebitStatus>().notNull(),
    amount: minor().notNull(),
    currency: text().notNull(),
    collectionDate: calendarDateColumn().notNull(),
    /** FRST, RCUR, OOFF or FNAL; chosen when it is written into a file. */
    sequenceType: text(),
    announcedAt: instantColumn(),
    fileId: uuid(),
    returnReason: text(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.paymentId] }),
    index('direct_debit_due').on(t.clientId, t.status, t.collectionDate),
    index('direct_debit_account').on(t.clientId, t.accountId),
    clientPolicy(),
  ],
);

/** A pain.008 file for a bank, kept to the byte, sealed. */
export const directDebitFile = pgTable(
  'direct_debit_file',
  {
    clientId: clientId(),
    fileId: uuid().notNull(),
    bankAccountId: uuid().notNull(),
    messageId: text().notNull(),
    xml: text().notNull(),
    count: integer().notNull(),
    amount: minor().notNull(),
    currency: text().notNull(),
    createdBy: uuid().notNull(),
    createdAt: instantColumn().notNull(),
    downloadedAt: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.fileId] }), uniqueIndex('direct_debit_message').on(t.clientId, t.messageId), clientPolicy()],
);

/** A statement file of a bank that was read (camt.053). */
export const bankStatement = pgTable(
  'bank_statement',
  {
    clientId: clientId(),
    statementId: uuid().notNull(),
    fileName: text().notNull(),
    sha256: text().notNull(),
    iban: text().notNull(),
    statementRef: text().notNull(),
    currency: text().notNull(),
    fromDate: calendarDateColumn(),
    toDate: calendarDateColumn(),
    openingBalance: minor(),
    closingBalance: minor(),
    entryCount: integer().notNull().default(0),
    status: text().$type<'reading' | 'matching' | 'done'>().notNull(),
    /** Written by the release before this one alone; goes with the next. */
    lastError: text(),
    userId: uuid().notNull(),
    createdAt: instantColumn().notNull(),
    finishedAt: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.statementId] }),
    // One per account and reference; the account is sealed, so its row is locked while that is looked up.
    index('bank_statement_ref').on(t.clientId, t.statementRef),
    // What providers tell of is gathered under no account.
    uniqueIndex('bank_statement_notices').on(t.clientId, t.statementRef).where(sql`iban = ''`),
    clientPolicy(),
  ],
);

export type BankEntryStatus = 'new' | 'booked' | 'ambiguous' | 'unmatched' | 'ignored';

/** One bank transaction on an account of ours, what it was taken for, and why. */
export const bankEntry = pgTable(
  'bank_entry',
  {
    clientId: clientId(),
    entryId: uuid().notNull(),
    statementId: uuid().notNull(),
    position: integer().notNull(),
    /** Makes a bank transaction count once, however many files tell of it. */
    key: text().notNull(),
    /** Minor units: positive came in, negative went out. */
    amount: minor().notNull(),
    currency: text().notNull(),
    bookingDate: calendarDateColumn(),
    valueDate: calendarDateColumn().notNull(),
    counterpartyName: text(),
    counterpartyIban: text(),
    counterpartyIbanDigest: text(),
    remittance: text().notNull().default(''),
    endToEndId: text(),
    mandateRef: text(),
    /** ISO 20022 reason of a returned debit: AC04, MD06, … */
    returnReason: text(),
    status: text().$type<BankEntryStatus>().notNull(),
    /** Which signs spoke for it, each with its weight; and the other candidates. */
    explanation: jsonb().$type<Record<string, unknown>>(),
    accountId: uuid(),
    paymentId: uuid(),
    decidedBy: uuid(),
    decidedAt: instantColumn(),
    note: text(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.entryId] }),
    uniqueIndex('bank_entry_once').on(t.clientId, t.key),
    index('bank_entry_payer_digest').on(t.clientId, t.counterpartyIbanDigest).where(sql`status = 'booked' and account_id is not null`),
    index('bank_entry_statement').on(t.clientId, t.statementId, t.position),
    index('bank_entry_open').on(t.clientId, t.status, t.valueDate).where(sql`status in ('new', 'ambiguous', 'unmatched')`),
    clientPolicy(),
  ],
);
