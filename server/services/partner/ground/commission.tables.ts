/** What was agreed with partners, what their work earned them, and what of it was billed. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CommissionTerms, PaymentKind } from '../../../../engine/commission/agreement.ts';
import type { CommissionReason } from '../../../../engine/commission/reckon.ts';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';

const minor = () => bigint({ mode: 'bigint' }).notNull();

/** A version of what was agreed: it holds from its day until the next one does, and never changes once something was reckoned by it. */
export const partnerAgreement = pgTable(
  'partner_agreement',
  {
    clientId: clientId(),
    agreementId: uuid().notNull(),
    partnerId: uuid().notNull(),
    validFrom: calendarDateColumn().notNull(),
    terms: jsonb().$type<CommissionTerms>().notNull(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.agreementId] }),
    uniqueIndex('partner_agreement_day').on(t.clientId, t.partnerId, t.validFrom),
    clientPolicy(),
  ],
);

/** A payment, what took one back, the fixed fee of a claim, and what was missing of its least. */
export type CommissionKind = 'payment' | 'takenBack' | 'fixedFee' | 'minimum';

/** What one entry of the ledger, or one claim, earned a partner. Nothing of it changes but that it is billed, once. */
export const partnerCommission = pgTable(
  'partner_commission',
  {
    clientId: clientId(),
    commissionId: uuid().notNull(),
    partnerId: uuid().notNull(),
    assignmentId: uuid().notNull(),
    /** Null: nothing was agreed for its day. */
    agreementId: uuid(),
    accountId: uuid().notNull(),
    externalClaimRef: text().notNull(),
    kind: text().$type<CommissionKind>().notNull(),
    /** The entry of the ledger; null for fees and minimums, which a claim has one of at most. */
    entryId: uuid(),
    paymentId: uuid(),
    /** The component of the claim that the money went to. */
    component: text(),
    paymentKind: text().$type<PaymentKind>(),
    /** When the money arrived or went back, or the fee fell due. */
    day: calendarDateColumn().notNull(),
    currency: text().notNull(),
    /** Minor units, below zero for what goes back: what was paid, what the agreement's figures say, net, VAT. */
    base: minor(),
    figure: minor(),
    net: minor(),
    vat: minor(),
    why: jsonb().$type<CommissionReason>().notNull(),
    createdAt: instantColumn().notNull(),
    /** The invoice that bills it; null: open. */
    invoiceId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.commissionId] }),
    uniqueIndex('partner_commission_entry').on(t.clientId, t.entryId).where(sql`entry_id is not null`),
    uniqueIndex('partner_commission_claim').on(t.clientId, t.assignmentId, t.kind).where(sql`entry_id is null`),
    index('partner_commission_assignment').on(t.clientId, t.assignmentId),
    index('partner_commission_day').on(t.clientId, t.partnerId, t.day, t.commissionId),
    index('partner_commission_open').on(t.clientId, t.partnerId, t.currency, t.day).where(sql`invoice_id is null`),
    index('partner_commission_invoice').on(t.clientId, t.invoiceId, t.day, t.commissionId).where(sql`invoice_id is not null`),
    clientPolicy(),
  ],
);

/** A closed statement of a partner's commission in one currency. It never changes; corrections are in the next one. */
export const partnerInvoice = pgTable(
  'partner_invoice',
  {
    clientId: clientId(),
    invoiceId: uuid().notNull(),
    partnerId: uuid().notNull(),
    /** From 1, without gaps. */
    number: integer().notNull(),
    currency: text().notNull(),
    fromDay: calendarDateColumn().notNull(),
    toDay: calendarDateColumn().notNull(),
    lines: integer().notNull(),
    /** Minor units. */
    base: minor(),
    /** What of the base the partner took in itself and owes. */
    collected: minor(),
    net: minor(),
    vat: minor(),
    issuedAt: instantColumn().notNull(),
    issuedBy: text(),
    /** The language that its files are written in. */
    locale: text().notNull(),
    /** Its bytes lie with the files under these ids; null until they are written, once. */
    pdfFileId: uuid(),
    csvFileId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.invoiceId] }),
    uniqueIndex('partner_invoice_number').on(t.clientId, t.number),
    index('partner_invoice_partner').on(t.clientId, t.partnerId, t.currency, t.toDay),
    clientPolicy(),
  ],
);
