import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { Rule } from '../../../engine/reactions/rule.ts';
import type { Reason } from '../../../engine/reason.ts';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** Rules that answer events, the client's and those of one account. */
export const reactionRule = pgTable(
  'reaction_rule',
  {
    clientId: clientId(),
    reactionId: uuid().notNull(),
    /** Null: for all accounts. */
    accountId: uuid(),
    /** Among the client's, or among the account's. */
    position: integer().notNull(),
    isEnabled: boolean().notNull(),
    /** The rule's, to find rules by. */
    messageType: text().notNull(),
    rule: jsonb().$type<Rule>().notNull(),
    /** Events of before are not answered: the rule was not there, or was disabled. */
    activeSince: instantColumn().notNull(),
    revision: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.reactionId] }),
    index('reaction_rule_order').on(t.clientId, t.accountId, t.position),
    clientPolicy(),
  ],
);

/** What a rule has answered: its key makes each answer once. */
export const reactionFiring = pgTable(
  'reaction_firing',
  {
    clientId: clientId(),
    reactionId: uuid().notNull(),
    /** The event. */
    messageId: uuid().notNull(),
    accountId: uuid().notNull(),
    /** 1: it answered what no rule had caused. */
    depth: smallint().notNull(),
    /** Events that the firing caused have it: by it, their depth is found. */
    correlationId: uuid().notNull(),
    firedAt: instantColumn().notNull(),
    why: jsonb().$type<Reason>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.reactionId, t.messageId] }),
    index('reaction_firing_account').on(t.clientId, t.accountId, t.firedAt.desc()),
    index('reaction_firing_correlation').on(t.clientId, t.correlationId),
    index('reaction_firing_message').on(t.clientId, t.messageId),
    clientPolicy(),
  ],
);

/** Days before a due date that were told of, each once: a date that moves is another one. */
export const dueNotice = pgTable(
  'due_notice',
  {
    clientId: clientId(),
    messageType: text().notNull(),
    itemId: uuid().notNull(),
    dueDate: calendarDateColumn().notNull(),
    days: smallint().notNull().default(sql`0`),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.messageType, t.itemId, t.dueDate, t.days] }), clientPolicy()],
);
