/** What giving claims away keeps beside the assignments themselves. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { OutsourceMethod } from '../../../../core/outsourcing.ts';
import type { Frequency } from '../../../../engine/outsourcing/schedule.ts';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';

/** What partners are to be told with their next file: money that arrived here for their claims, what changed, what comes back. */
export const partnerNotice = pgTable(
  'partner_notice',
  {
    clientId: clientId(),
    noticeId: uuid().notNull(),
    partnerId: uuid().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text().notNull(),
    kind: text().$type<'payment' | 'chargeback' | 'updated' | 'recalled' | 'deleted'>().notNull(),
    /** Of money: which payment. */
    paymentId: uuid(),
    currency: text(),
    /** Minor units: what arrived or went back on this claim, or what is owed now. */
    amount: bigint({ mode: 'bigint' }),
    createdAt: instantColumn().notNull(),
    /** When a file took it along; null: it waits. */
    toldAt: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.noticeId] }),
    index('partner_notice_waiting').on(t.clientId, t.partnerId, t.createdAt).where(sql`told_at is null`),
    clientPolicy(),
  ],
);

/**
 * How many claims each partner has been given by one set of shares of one step, bulk action or schedule: what the next claim is decided by.
 * Its row is locked while claims are shared out, so that shares hold whoever gives at the same time.
 */
export const outsourcingShare = pgTable(
  'outsourcing_share',
  {
    clientId: clientId(),
    /** Who shares out, and the shares themselves: other shares begin anew. */
    ruleKey: text().notNull(),
    /** Claims by partner id. */
    given: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.ruleKey] }), clientPolicy()],
);

/** Which claims a schedule gives: open ones that are still ours, not disputed, and like this. */
export interface Selection {
  /** At least so many days past due. */
  readonly daysPastDue: number;
  /** Of these portfolios; empty: any. */
  readonly portfolios: readonly string[];
}

/** A partner's recurring schedule. */
export const outsourcingConfig = pgTable(
  'outsourcing_config',
  {
    clientId: clientId(),
    partnerId: uuid().notNull(),
    frequency: jsonb().$type<Frequency>().notNull(),
    outsourceMethod: text().$type<OutsourceMethod>().notNull(),
    selection: jsonb().$type<Selection>().notNull(),
    note: text(),
    /** The day from which its units are counted. */
    beginsOn: calendarDateColumn().notNull(),
    endsAt: instantColumn(),
    /** Null: it has ended. */
    nextAt: instantColumn(),
    /** When what is being carried out began, and the last claim that was looked at: a killed process leaves whole chunks behind. */
    runningFor: instantColumn(),
    cursor: text(),
    lastAt: instantColumn(),
    /** Claims that were given then. */
    lastGiven: integer().notNull().default(0),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.partnerId] }), clientPolicy()],
);
