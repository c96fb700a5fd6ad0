/** Actions over many accounts or claims, and what they did to each. */
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FaultWords } from '../../../../core/fault.ts';
import { clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';

type Json = Record<string, unknown>;

/** What an action did to one account or claim, where that can be undone or went wrong. */
export const bulkActionItem = pgTable(
  'bulk_action_item',
  {
    clientId: clientId(),
    bulkActionId: uuid().notNull(),
    /** An account's id or a claim's reference. */
    itemId: text().notNull(),
    outcome: text().$type<'done' | 'failed' | 'undone'>().notNull(),
    /** Why it could not be done, as fault words. */
    reason: jsonb().$type<Json>(),
    /** What was there before: what undoing needs. */
    before: jsonb().$type<Json>(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.bulkActionId, t.itemId] }), clientPolicy()],
);

/** An action over many accounts or claims that runs in the background with progress. */
export const bulkAction = pgTable(
  'bulk_action',
  {
    clientId: clientId(),
    bulkActionId: uuid().notNull(),
    action: text().notNull(),
    /** What it goes over one by one. */
    unit: text().$type<'account' | 'claim'>().notNull().default('account'),
    /** The action that this one takes back. */
    undoes: uuid(),
    status: text().$type<'scheduled' | 'running' | 'done' | 'failed' | 'cancelled'>().notNull(),
    /** Either the chosen account ids or a search's filter; and the action's own parameters. */
    request: jsonb().$type<Json>().notNull(),
    total: integer(),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Of an action that undoes: messages that had left before, which stay sent. */
    messagesSent: integer().notNull().default(0),
    cursor: text(),
    /** In English; apart from any language in `errorWords`, null in actions of before it was kept. */
    lastError: text(),
    errorWords: jsonb().$type<FaultWords>(),
    userId: uuid().notNull(),
    createdAt: instantColumn().notNull(),
    finishedAt: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.bulkActionId] }), clientPolicy()],
);
