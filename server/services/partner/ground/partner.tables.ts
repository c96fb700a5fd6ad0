/** Companies that work a client's claims, and what was given to them. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AttachmentSelector } from '../../../../core/attachmentSelectors.ts';
import type { Uuid } from '../../../../core/id.ts';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';

/** What a partner does for the client. */
export const PARTNER_TYPES = ['collectionAgency', 'lawFirm', 'skipTracing', 'debtBuyer', 'other'] as const;
export type PartnerType = (typeof PARTNER_TYPES)[number];

export const partner = pgTable(
  'partner',
  {
    clientId: clientId(),
    partnerId: uuid().notNull(),
    name: text().notNull(),
    type: text().$type<PartnerType>().notNull().default('collectionAgency'),
    email: text(),
    phone: text(),
    addressLine1: text(),
    addressLine2: text(),
    addressLine3: text(),
    postalCode: text(),
    city: text(),
    state: text(),
    country: text(),
    /** Who looks for debtors that can't be reached, unless another is named. One of a client's at most. */
    isSkipTracingDefault: boolean().notNull().default(false),
    /** Which files of an account are handed over with it (specification 2, section 3). */
    attachmentSelectorList: jsonb().$type<readonly AttachmentSelector[]>().notNull().default([]),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    /** A partner that had claims stays as long as they do. */
    deletedAt: instantColumn(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.partnerId] }),
    uniqueIndex('partner_name').on(t.clientId, sql`lower(name)`).where(sql`deleted_at is null`),
    uniqueIndex('partner_skip_tracing').on(t.clientId).where(sql`is_skip_tracing_default and deleted_at is null`),
    clientPolicy(),
  ],
);

/** Created, reopened and updated are active; deleted and reverted are removed; resolved (specification 2, section 4). */
export type AssignmentStatus = 'created' | 'reopened' | 'updated' | 'deleted' | 'reverted' | 'resolved';
/** What had the claim given away. */
export type OutsourceMethod = 'manual' | 'bulk' | 'strategy' | 'schedule' | 'file' | 'api';

/** A claim at a partner. It is out while it has no end; it is out once at a time. */
export const claimAssignment = pgTable(
  'claim_assignment',
  {
    clientId: clientId(),
    assignmentId: uuid().notNull(),
    partnerId: uuid().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text().notNull(),
    currency: text().notNull(),
    /** What was owed when it was given, minor units. */
    amount: bigint({ mode: 'bigint' }).notNull(),
    dueDate: calendarDateColumn(),
    status: text().$type<AssignmentStatus>().notNull().default('created'),
    outsourceMethod: text().$type<OutsourceMethod>().notNull(),
    note: text(),
    createdAt: instantColumn().notNull(),
    createdBy: text(),
    updatedAt: instantColumn().notNull(),
    endedAt: instantColumn(),
    /** Why it came back, in the words of whoever ended it. */
    endNote: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.assignmentId] }),
    uniqueIndex('claim_assignment_out').on(t.clientId, t.externalClaimRef).where(sql`ended_at is null`),
    index('claim_assignment_account').on(t.clientId, t.accountId, t.partnerId).where(sql`ended_at is null`),
    index('claim_assignment_history').on(t.clientId, t.accountId),
    index('claim_assignment_partner').on(t.clientId, t.partnerId, t.createdAt, t.assignmentId),
    clientPolicy(),
  ],
);

/** How claims are distributed among partners. */
export interface PartnerShare {
  readonly partnerId: Uuid;
  /** Of 10,000. */
  readonly basisPoints: number;
}

/** A named rule that bulk actions and schedules distribute claims by. */
export const partnerAllocation = pgTable(
  'partner_allocation',
  {
    clientId: clientId(),
    allocationId: uuid().notNull(),
    name: text().notNull(),
    /** They add up to 10,000. */
    shares: jsonb().$type<readonly PartnerShare[]>().notNull(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
    /** A schedule may still name it. */
    deletedAt: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.allocationId] }),
    uniqueIndex('partner_allocation_name').on(t.clientId, sql`lower(name)`).where(sql`deleted_at is null`),
    clientPolicy(),
  ],
);
