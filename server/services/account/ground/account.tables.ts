import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../../core/time.ts';
import type { ClaimTerms } from '../../../../engine/claimTerms.ts';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';

const minor = () => bigint({ mode: 'bigint' });
type Json = Record<string, unknown>;
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What a client owes attention to: one or more debtors, their claims, one currency.
 * The columns from debtorName on are a projection that search reads; whoever writes claims or ledger refreshes it in the same transaction
 * (ground/projection.logic.ts), and a test rebuilds it and compares.
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
    /** What is known about a score beside its value, by its type. */
    scoreMeta: jsonb().$type<Record<string, Json>>().notNull().default({}),
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
    /** The partner that has had one of the claims longest; null: none is out (ground/outsourced.logic.ts). */
    assignedPartnerId: uuid(),
    /** Open claims that are with partners. */
    outsourcedClaimsCount: integer().notNull().default(0),
    /** Words that find the account: names, references, e-mail, phone digits, city. */
    searchWords: tsvector(),
    /** One bit per three letters that a word begins with: walking an index in order, most accounts are passed by on it alone. */
    searchBits: minor().generatedAlwaysAs(sql`search_bits(search_words)`),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.accountId] }),
    uniqueIndex('account_ref').on(t.clientId, t.externalAccountRef),
    index('account_plain_reference').on(t.clientId, sql`plain_reference(external_account_ref)`),
    // The currency rides along, so that sums per currency are read from the index alone; so do the bits of the words.
    index('account_by_amount').on(t.clientId, t.totalAmount, t.accountId, t.currency, t.searchBits),
    index('account_by_due').on(t.clientId, t.oldestDueDate, t.accountId, t.searchBits),
    index('account_by_name').on(t.clientId, sql`lower(debtor_name)`, t.accountId),
    // Every word begins with its client's sign (ground/words.ts), so the client leads here too, without a list of all its accounts.
    index('account_search').using('gin', t.searchWords),
    index('account_by_partner').on(t.clientId, t.assignedPartnerId, t.accountId).where(sql`assigned_partner_id is not null`),
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

/** A monthly sum, as decimal text of its currency. */
export interface FinancialItem {
  readonly source: string;
  readonly amount: string;
  readonly currency: string;
}
export interface FinancialInformation {
  readonly incomes: readonly FinancialItem[];
  readonly expenses: readonly FinancialItem[];
  /** How many people live on it. */
  readonly household?: number;
}
export interface AdditionalContact {
  readonly type: string;
  readonly value: string;
  readonly note?: string;
}

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
    /** National insurance or tax number, as the client wrote it; sealed (ground/debtor.secrets.ts). */
    ssn: text(),
    /** The debtor's bank account, without spaces; sealed. */
    iban: text(),
    /** What the bank account is found by (platform/seal.ts). */
    ibanDigest: text(),
    /** Per month: {incomes, expenses}, each a list of {source, amount as decimal text, currency}. */
    financialInformation: jsonb().$type<FinancialInformation>(),
    /** Further ways to reach the debtor: [{type, value, note}]. */
    additionalContactInformation: jsonb().$type<readonly AdditionalContact[]>().notNull().default([]),
    /** addressLine1..3, houseNumber, city, state, suburb, postalCode, country, additionalAddresses. */
    address: jsonb().$type<Json>().notNull().default({}),
    /** The address letters came back from (ground/postal.ts); one that differs from the present one says nothing. */
    returnedAddress: jsonb().$type<readonly string[]>(),
    meta: jsonb().$type<Json>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.accountId, t.debtorId] }),
    uniqueIndex('debtor_ref').on(t.clientId, t.accountId, t.externalDebtorRef),
    index('debtor_iban_digest').on(t.clientId, t.ibanDigest).where(sql`iban_digest is not null`),
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
/** Hundredths of a percent a year: of a fixed rate, or above the base rate of each day. */
export interface InterestTerms {
  readonly kind: 'fixed' | 'aboveBase';
  readonly basisPoints: number;
  /** The first day that bears interest. */
  readonly from: CalendarDate;
}
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
    /** Claims that this one stands for. */
    compoundClaimRefs: text().array().notNull().default(sql`'{}'`),
    /** Name of the order in which money is put on costs, interest and principal (engine/ledger); null: what the client's rules say. */
    allocationOrder: text(),
    /** {kind: 'fixed' | 'aboveBase', basisPoints, from}: what default interest runs on the principal; null: none. */
    interestTerms: jsonb().$type<InterestTerms>(),
    /** The last day whose interest is booked. */
    interestBookedUntil: calendarDateColumn(),
    status: text().$type<ClaimStatus>().notNull().default('open'),
    statusReason: text(),
    disputedAt: instantColumn(),
    segment: text(),
    scores: jsonb().$type<Record<string, number>>().notNull().default({}),
    meta: jsonb().$type<Json>().notNull().default({}),
    instalmentsPlanEnabled: boolean().notNull().default(true),
    promiseToPayEnabled: boolean().notNull().default(true),
    debtorCallbackEnabled: boolean().notNull().default(false),
    debtorTextFeedbackEnabled: boolean().notNull().default(false),
    /** What a strategy has set for the debtor's page; null: nothing. */
    terms: jsonb().$type<ClaimTerms>(),
    /** The day until which an active promise holds; set and cleared by finance. */
    promisedUntil: calendarDateColumn().$type<CalendarDate>(),
    /** Digest of the imported values: an equal one means nothing to do. */
    importDigest: text(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.externalClaimRef] }),
    index('claim_account').on(t.clientId, t.accountId),
    // The claim overview walks one status at a time in the order asked for: of a client of many years most claims are resolved.
    index('claim_by_due').on(t.clientId, t.status, t.dueDate, t.externalClaimRef),
    index('claim_by_balance').on(t.clientId, t.status, t.balance, t.externalClaimRef),
    index('claim_payment_reference').on(t.clientId, t.paymentReference.op('text_pattern_ops')).where(sql`payment_reference is not null`),
    index('claim_plain_reference').on(t.clientId, sql`plain_reference(external_claim_ref)`),
    index('claim_plain_payment_reference')
      .on(t.clientId, sql`plain_reference(payment_reference)`)
      .where(sql`payment_reference is not null`),
    clientPolicy(),
  ],
);

/** A strategy asked the debtor what they earn and spend; the debtor's page asks until then or until it is answered. */
export const assessmentRequest = pgTable(
  'assessment_request',
  {
    clientId: clientId(),
    /** The key of the step's effect; its run waits for it. */
    requestKey: text().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text().notNull(),
    askedAt: instantColumn().notNull(),
    until: instantColumn().notNull(),
    answeredAt: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.requestKey] }),
    index('assessment_request_account').on(t.clientId, t.accountId),
    clientPolicy(),
  ],
);

/** What an account holds beside its claims' own words for it: code and metadata of a product. */
export const accountProduct = pgTable(
  'account_product',
  {
    clientId: clientId(),
    accountId: uuid().notNull(),
    productReference: text().notNull(),
    name: text(),
    type: text(),
    code: text(),
    meta: jsonb().$type<Json>().notNull().default({}),
    updatedAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.accountId, t.productReference] }), clientPolicy()],
);

export type MetadataSchemaType = 'account' | 'claim' | 'product';

/** What a client's metadata fields are called and what they may hold (specification 2, section 3). No row: anything goes. */
export const metadataSchema = pgTable(
  'metadata_schema',
  {
    clientId: clientId(),
    schemaType: text().$type<MetadataSchemaType>().notNull(),
    schema: jsonb().$type<Json>().notNull(),
    revision: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
    updatedBy: uuid(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.schemaType] }), clientPolicy()],
);

/** How a client's account screen is laid out. No row: the product's own layout. */
export const accountWidgetGrid = pgTable(
  'account_widget_grid',
  {
    clientId: clientId(),
    widgets: jsonb().$type<readonly Json[]>().notNull(),
    revision: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
    updatedBy: uuid(),
  },
  (t) => [primaryKey({ columns: [t.clientId] }), clientPolicy()],
);
