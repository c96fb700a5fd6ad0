import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { CallResult, PressedKey } from '../../../core/spokenCall.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** What became of an automated call. It has a row of its own because a call may be answered before it is written down that it left. */
export const automatedCall = pgTable(
  'automated_call',
  {
    clientId: clientId(),
    outboxId: uuid().notNull(),
    accountId: uuid().notNull(),
    answeredBy: text().$type<'person' | 'machine'>(),
    /** In their order. */
    keys: jsonb().$type<readonly PressedKey[]>().notNull().default([]),
    /** How it ended; null: nobody has said yet. */
    result: text().$type<CallResult>(),
    seconds: integer(),
    reason: text().notNull().default(''),
    createdAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.outboxId] }), index('automated_call_account').on(t.clientId, t.accountId), clientPolicy()],
);
