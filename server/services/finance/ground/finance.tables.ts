import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ApprovalKind } from '../../../../engine/ledger/approval.ts';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';

const minor = () => bigint({ mode: 'bigint' });

export type EntryKind = 'principal' | 'fee' | 'interest' | 'payment' | 'refund' | 'chargeback' | 'writeOff' | 'correction';

/** What a claim consists of; `credit` is money that arrived above what was due. */
export type Component = 'costs' | 'interest' | 'principal' | 'credit';

/**
 * The append-only ledger. A positive amount is owed by the debtor, a negative one reduces the debt; a claim's balance is the sum of its entries.
 * `key` makes each booking happen once (import row, provider reference, user action). The application's role may not update or delete.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    clientId: clientId(),
    entryId: uuid().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text().notNull(),
    kind: text().$type<EntryKind>().notNull(),
    amount: minor().notNull(),
    currency: text().notNull(),
    valueDate: calendarDateColumn().notNull(),
    bookedAt: instantColumn().notNull(),
    key: text().notNull(),
    /** Where it comes from, for people: a payment method, a file and row, a note. */
    description: text().notNull().default(''),
    paymentId: uuid(),
    /** The entry that this one takes back. */
    reversesEntryId: uuid(),
    /** The claim's account that is debited (positive) or credited (negative). */
    component: text().$type<Component>().notNull().default('principal'),
    /** The account on the other side: every entry is a transfer between the two, so that all accounts together are always zero. */
    contra: text().notNull().default('opening'),
  },
  (t) => [
    // Nobody looks for an entry by its id, and a claim's entries are found among its account's: each index would be written for every entry.
    primaryKey({ columns: [t.clientId, t.key] }),
    index('ledger_entry_account').on(t.clientId, t.accountId, t.bookedAt),
    // Of money only, and what takes it back, which is one entry in many: what came in per day is read from it alone, and principals and fees are written without it.
    index('ledger_entry_money')
      .on(t.clientId, t.valueDate, t.currency, t.amount, t.accountId)
      .where(sql`(kind in ('payment', 'refund', 'chargeback') or kind = 'correction' and contra = 'bank')`),
    clientPolicy(),
  ],
);

export type PaymentStatus = 'processing' | 'settled' | 'declined' | 'canceled' | 'chargedBack';

/** A payment attempt at a provider. Only 'settled' books into the ledger, 'chargedBack' books it back. */
export const payment = pgTable(
  'payment',
  {
    clientId: clientId(),
    paymentId: uuid().notNull(),
    accountId: uuid().notNull(),
    providerName: text().notNull(),
    providerRef: text(),
    method: text().notNull(),
    amount: minor().notNull(),
    currency: text().notNull(),
    /** How the sum is spread: [{externalClaimRef, amount as decimal text}]. */
    allocation: jsonb().$type<{ externalClaimRef: string; amount: string }[]>().notNull(),
    status: text().$type<PaymentStatus>().notNull(),
    statusReason: text(),
    /** What makes a repeated press of the button the same payment. */
    idempotencyKey: text().notNull(),
    instalmentId: uuid(),
    promiseToPayId: uuid(),
    /** The mandate it is collected under. */
    mandateId: uuid(),
    /** The reference that travels through the banks and comes back on statements. */
    endToEndId: text(),
    /** The provider's own name of it: a payment intent, a bank's reference. */
    externalRef: text(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.paymentId] }),
    uniqueIndex('payment_idempotency').on(t.clientId, t.idempotencyKey),
    uniqueIndex('payment_provider_ref').on(t.clientId, t.providerName, t.providerRef),
    index('payment_account').on(t.clientId, t.accountId, t.createdAt.desc()),
    uniqueIndex('payment_end_to_end').on(t.clientId, t.endToEndId),
    index('payment_external_ref').on(t.clientId, t.externalRef).where(sql`external_ref is not null`),
    clientPolicy(),
  ],
);

export type PromiseStatus = 'active' | 'kept' | 'broken' | 'invalidated';

export const promiseToPay = pgTable(
  'promise_to_pay',
  {
    clientId: clientId(),
    promiseToPayId: uuid().notNull(),
    /** What the debtor said once, when it was about several claims: each has a row with its part of the sum, and they share this. Null: about this claim alone. */
    promiseId: uuid(),
    accountId: uuid().notNull(),
    externalClaimRef: text().notNull(),
    amount: minor().notNull(),
    currency: text().notNull(),
    startDate: calendarDateColumn().notNull(),
    dueDate: calendarDateColumn().notNull(),
    /** 'debtor' or the id of the member of staff who noted it. */
    requestedBy: text().notNull(),
    status: text().$type<PromiseStatus>().notNull(),
    /** What had been paid on the claim when the promise was made: payments above this level count towards it. */
    paidBefore: minor().notNull().default(sql`0`),
    /** What was paid towards it by now. */
    paidAmount: minor().notNull().default(sql`0`),
    /** How the debtor means to pay. */
    method: text(),
    idempotencyKey: text().notNull(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.promiseToPayId] }),
    uniqueIndex('promise_idempotency').on(t.clientId, t.idempotencyKey),
    index('promise_claim').on(t.clientId, t.externalClaimRef),
    index('promise_account').on(t.clientId, t.accountId),
    index('promise_due').on(t.clientId, t.status, t.dueDate),
    clientPolicy(),
  ],
);

export const instalmentsPlan = pgTable(
  'instalments_plan',
  {
    clientId: clientId(),
    instalmentsPlanId: uuid().notNull(),
    accountId: uuid().notNull(),
    claimRefs: text().array().notNull(),
    amount: minor().notNull(),
    currency: text().notNull(),
    interval: text().$type<'weekly' | 'everyTwoWeeks' | 'monthly'>().notNull(),
    status: text().$type<'active' | 'completed' | 'broken' | 'canceled'>().notNull(),
    requestedBy: text().notNull(),
    /** The first, larger part: minor units; 0 without one. */
    downPayment: minor().notNull().default(sql`0`),
    /** The plan that this one takes the place of. */
    replacesPlanId: uuid(),
    /** The mandate its instalments are collected under. */
    mandateId: uuid(),
    /** What had been paid on its claims when the plan was made. */
    paidBefore: minor().notNull().default(sql`0`),
    idempotencyKey: text().notNull(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.instalmentsPlanId] }),
    uniqueIndex('instalments_plan_idempotency').on(t.clientId, t.idempotencyKey),
    index('instalments_plan_account').on(t.clientId, t.accountId),
    clientPolicy(),
  ],
);

export const instalment = pgTable(
  'instalment',
  {
    clientId: clientId(),
    instalmentId: uuid().notNull(),
    instalmentsPlanId: uuid().notNull(),
    position: integer().notNull(),
    amount: minor().notNull(),
    paidAmount: minor().notNull(),
    currency: text().notNull(),
    startDate: calendarDateColumn().notNull(),
    dueDate: calendarDateColumn().notNull(),
    status: text().$type<'pending' | 'paid' | 'missed' | 'canceled'>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.instalmentsPlanId, t.position] }),
    index('instalment_due').on(t.clientId, t.status, t.dueDate),
    clientPolicy(),
  ],
);

/** A client's own choices about money (ground/setting.logic.ts). No row, or a part that is absent: the defaults of its country. */
export const financeSetting = pgTable(
  'finance_setting',
  {
    clientId: clientId(),
    settings: jsonb().$type<Record<string, unknown>>().notNull(),
    revision: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
    updatedBy: uuid(),
  },
  (t) => [primaryKey({ columns: [t.clientId] }), clientPolicy()],
);

export type SettlementStatus = 'offered' | 'accepted' | 'applied' | 'expired' | 'withdrawn' | 'broken';

/** A reduced sum that settles claims when it is paid in time; the rest is then written off, once. */
export const settlementOffer = pgTable(
  'settlement_offer',
  {
    clientId: clientId(),
    settlementOfferId: uuid().notNull(),
    accountId: uuid().notNull(),
    claimRefs: text().array().notNull(),
    /** What is to be paid, and what was due when it was offered: minor units. */
    amount: minor().notNull(),
    dueAmount: minor().notNull(),
    currency: text().notNull(),
    validUntil: calendarDateColumn().notNull(),
    status: text().$type<SettlementStatus>().notNull(),
    /** What had been paid on its claims when it was offered. */
    paidBefore: minor().notNull().default(sql`0`),
    paidAmount: minor().notNull().default(sql`0`),
    offeredBy: text().notNull(),
    note: text().notNull().default(''),
    idempotencyKey: text().notNull(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.settlementOfferId] }),
    uniqueIndex('settlement_idempotency').on(t.clientId, t.idempotencyKey),
    index('settlement_account').on(t.clientId, t.accountId),
    index('settlement_due').on(t.clientId, t.status, t.validUntil),
    clientPolicy(),
  ],
);

export type ApprovalStatus = 'waiting' | 'approved' | 'rejected' | 'withdrawn';

/** What somebody may not book alone and has asked another person to approve. Nothing is booked while it waits. */
export const approvalRequest = pgTable(
  'approval_request',
  {
    clientId: clientId(),
    approvalId: uuid().notNull(),
    accountId: uuid().notNull(),
    kind: text().$type<ApprovalKind>().notNull(),
    /** What is done when it is approved (LimitedAct). */
    act: jsonb().$type<Record<string, unknown>>().notNull(),
    claimRefs: text().array().notNull(),
    /** Minor units that are given up or paid back, as they were when it was asked for: another amount is not approved. */
    amount: minor().notNull(),
    currency: text().notNull(),
    reason: text().notNull(),
    status: text().$type<ApprovalStatus>().notNull().default('waiting'),
    requestedBy: uuid().notNull(),
    requestedAt: instantColumn().notNull(),
    decidedBy: uuid(),
    decidedAt: instantColumn(),
    note: text().notNull().default(''),
    idempotencyKey: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.approvalId] }),
    uniqueIndex('approval_idempotency').on(t.clientId, t.idempotencyKey),
    index('approval_status').on(t.clientId, t.status, t.requestedAt),
    index('approval_account').on(t.clientId, t.accountId),
    clientPolicy(),
  ],
);
