import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** How somebody wants to see a list: its filters, order and columns. */
export const savedView = pgTable(
  'saved_view',
  {
    clientId: clientId(),
    viewId: uuid().notNull(),
    userId: uuid().notNull(),
    /** The list it is of: a route's name. */
    screen: text().notNull(),
    name: text().notNull(),
    /** {search: the address's parameters, columns: names in order}. */
    state: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Everybody of the client sees it. */
    isShared: boolean().notNull().default(false),
    /** The list opens with it, for its owner. */
    isDefault: boolean().notNull().default(false),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.viewId] }), index('saved_view_screen').on(t.clientId, t.screen, t.userId), clientPolicy()],
);
