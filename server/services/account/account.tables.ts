import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../core/time.ts';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

const minor = () => bigint({ mode: 'bigint' });
type Json = Record<string, unknown>;
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What a client owes attention to: one or more debtors, their claims, one currency.
 * The columns from debtorName on are a projection that search reads; whoever writes claims or ledger refreshes it in the same transaction
 * (account.projection.logic.ts), and a test rebuilds it and compares.
 */
export const account = pgTable(
  'account',
  {
    clientId: clientId(),
    accountId: uuid().notNull(),
    externalAccountRef: text().notNull(),
    currency: text().notNull(),
    locale: text(),
    meta: jsonb().$type<Json>().notNull().default({}),
    scores: jsonb().$type<Record<string, number>>().notNull().default({}),
    segment: text(),
    assigneeUserId: uuid(),
    /** IANA zone when the debtor is known not to live in the client's. */
    timezone: text(),
    ceaseRequestedAt: instantColumn(),
    optedOut: text().array().notNull().default(sql`'{}'`),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
    /** Digest of what a file last said about the account and its debtors: an equal one means nothing to do. */
    importDigest: text(),
    debtorName: text().notNull().default(''),
    debtorRef: text().notNull().default(''),
    debtorType: text().notNull().default('person'),
    city: text(),
    /** Open balance in minor units over all claims. */
    totalAmount: minor().notNull().default(sql`0`),
    activeClaimsCount: integer().notNull().default(0),
    oldestDueDate: calendarDateColumn(),
    latestDueDate: calendarDateColumn(),
    latestClaimRef: text(),
    latestClaimPortfolio: text(),
    products: text().array().notNull().default(sql`'{}'`),
    portfolios: text().array().notNull().default(sql`'{}'`),
    latestCommunicationDate: instantColumn(),
    strategyName: text(),
    promisedUntil: calendarDateColumn(),
    /** Words that find the account: names, references, e-mail, phone digits, city. */
    searchWords: tsvector(),
    /** One bit per three letters that a word begins with: walking an index in order, most accounts are passed by on it alone. */
    searchBits: minor().generatedAlwaysAs(sql`search_bits(search_words)`),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.accountId] }),
    uniqueIndex('account_ref').on(t.clientId, t.externalAccountRef),
    // The currency rides along, so that sums per currency are read from the index alone; so do the bits of the words.
    index('account_by_amount').on(t.clientId, t.totalAmount, t.accountId, t.currency, t.searchBits),
    index('account_by_due').on(t.clientId, t.oldestDueDate, t.accountId, t.searchBits),
    index('account_by_name').on(t.clientId, sql`lower(debtor_name)`, t.accountId),
    // Every word begins with its client's sign (account.words.ts), so the client leads here too, without a list of all its accounts.
    index('account_search').using('gin', t.searchWords),
    index('account_by_assignee').on(t.clientId, t.assigneeUserId).where(sql`assignee_user_id is not null`),
    clientPolicy(),
  ],
);

/** Every product and portfolio an account has had: the lists of filters. Written with the projection. */
export const accountLabel = pgTable(
  'account_label',
  { clientId: clientId(), kind: text().$type<'product' | 'portfolio'>().notNull(), name: text().notNull() },
  (t) => [primaryKey({ columns: [t.clientId, t.kind, t.name] }), clientPolicy()],
);

export const debtor = pgTable(
  'debtor',
  {
    clientId: clientId(),
    accountId: uuid().notNull(),
    debtorId: uuid().notNull(),
    externalDebtorRef: text().notNull(),
    /** 0 is the main debtor. */
    position: integer().notNull().default(0),
    type: text().$type<'person' | 'company'>().notNull(),
    firstName: text(),
    middleName: text(),
    lastName: text(),
    title: text(),
    companyName: text(),
    gender: text().$type<'M' | 'F'>(),
    birthday: calendarDateColumn(),
    placeOfBirth: text(),
    deceased: boolean().notNull().default(false),
    /** addressLine1..3, houseNumber, city, state, suburb, postalCode, country, additionalAddresses. */
    address: jsonb().$type<Json>().notNull().default({}),
    meta: jsonb().$type<Json>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.accountId, t.debtorId] }),
    uniqueIndex('debtor_ref').on(t.clientId, t.accountId, t.externalDebtorRef),
    clientPolicy(),
  ],
);

/** One phone number or e-mail address of a debtor, with what is known about it. */
export const contactPoint = pgTable(
  'contact_point',
  {
    clientId: clientId(),
    accountId: uuid().notNull(),
    debtorId: uuid().notNull(),
    kind: text().$type<'email' | 'mobile' | 'landline' | 'work'>().notNull(),
    /** As given; to the byte. */
    value: text().notNull(),
    /** E-mail in lower case, phone in E.164 when it parses. */
    normalized: text().notNull(),
    state: text().$type<ContactState>().notNull().default('unknown'),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.accountId, t.debtorId, t.kind, t.normalized] }), clientPolicy()],
);

export type ContactState = 'unknown' | 'valid' | 'preferred' | 'wrong' | 'bounced';
export type ClaimStatus = 'open' | 'resolved' | 'deleted';

/** One debt. Its reference is the creditor's and unique per client. */
export const claim = pgTable(
  'claim',
  {
    clientId: clientId(),
    externalClaimRef: text().notNull(),
    accountId: uuid().notNull(),
    type: text().notNull().default('invoice'),
    currency: text().notNull(),
    /** Original sum, minor units. */
    amount: minor().notNull(),
    /** The ledger's sum, minor units: refreshed in the transaction that writes the ledger. */
    balance: minor().notNull(),
    totalFees: minor().notNull().default(sql`0`),
    dueDate: calendarDateColumn(),
    externalDueDate: calendarDateColumn(),
    externalPortfolioRef: text(),
    productReference: text(),
    productName: text(),
    productType: text(),
    paymentReference: text(),
    status: text().$type<ClaimStatus>().notNull().default('open'),
    statusReason: text(),
    disputedAt: instantColumn(),
    segment: text(),
    scores: jsonb().$type<Record<string, number>>().notNull().default({}),
    meta: jsonb().$type<Json>().notNull().default({}),
    instalmentsPlanEnabled: boolean().notNull().default(true),
    promiseToPayEnabled: boolean().notNull().default(true),
    /** The day until which an active promise holds; set and cleared by finance. */
    promisedUntil: calendarDateColumn().$type<CalendarDate>(),
    /** Digest of the imported values: an equal one means nothing to do. */
    importDigest: text(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.externalClaimRef] }), index('claim_account').on(t.clientId, t.accountId), clientPolicy()],
);

export const taskTopic = pgTable(
  'task_topic',
  {
    clientId: clientId(),
    topicId: text().notNull(),
    groupId: text(),
    name: text().notNull(),
    userIds: uuid().array().notNull().default(sql`'{}'`),
    createdAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.topicId] }), clientPolicy()],
);

export type TaskStatus = 'new' | 'active' | 'resolved';

export const caseTask = pgTable(
  'case_task',
  {
    clientId: clientId(),
    taskId: uuid().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text(),
    topicId: text().notNull().default('default'),
    note: text().notNull().default(''),
    description: text().notNull().default(''),
    tags: text().array().notNull().default(sql`'{}'`),
    status: text().$type<TaskStatus>().notNull().default('new'),
    dueDate: calendarDateColumn(),
    senderId: text(),
    /** Who shall work it; null: anybody of the topic. */
    recipientId: uuid(),
    skippedUntil: instantColumn(),
    resolutionNote: text(),
    resolvedAt: instantColumn(),
    resolverId: uuid(),
    blueprintName: text(),
    /** Set by a strategy step: makes the task once. */
    effectKey: text(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.taskId] }),
    uniqueIndex('case_task_effect').on(t.clientId, t.effectKey),
    index('case_task_account').on(t.clientId, t.accountId),
    index('case_task_queue').on(t.clientId, t.status, t.dueDate, t.createdAt).where(sql`status <> 'resolved'`),
    clientPolicy(),
  ],
);

/** An action over many accounts or claims that runs in the background with progress. */
export const bulkAction = pgTable(
  'bulk_action',
  {
    clientId: clientId(),
    bulkActionId: uuid().notNull(),
    action: text().notNull(),
    status: text().$type<'scheduled' | 'running' | 'done' | 'failed' | 'cancelled'>().notNull(),
    /** Either the chosen account ids or a search's filter; and the action's own parameters. */
    request: jsonb().$type<Json>().notNull(),
    total: integer(),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    cursor: text(),
    lastError: text(),
    userId: uuid().notNull(),
    createdAt: instantColumn().notNull(),
    finishedAt: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.bulkActionId] }), clientPolicy()],
);
