/** What giving claims away keeps beside the assignments themselves. */
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { OutsourceMethod } from '../../../../core/outsourcing.ts';
import type { Frequency } from '../../../../engine/outsourcing/schedule.ts';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';

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
    /** The rule by which the claims are shared out; null: the partner gets all. */
    allocationId: uuid(),
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
