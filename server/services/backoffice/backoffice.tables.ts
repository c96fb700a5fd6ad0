import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, clientPolicy, identityRole, instantColumn } from '../../platform/tables.ts';

/** A client organisation: everything else hangs on its id. */
export const client = pgTable(
  'client',
  {
    clientId: clientId(),
    name: text().notNull(),
    currency: text().notNull(),
    defaultLocale: text().notNull().default('en_US'),
    timezone: text().notNull(),
    countryCode: text().notNull(),
    /** Working days leave out the country's public holidays. */
    excludeHolidays: boolean().notNull().default(true),
    featureFlags: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    defaultMeta: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    metaFields: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** A promise to pay may lie at most this many days ahead; null: the product's own limit. */
    restrictCreationOfPromiseToPayAfterDays: integer(),
    isDemo: boolean().notNull().default(false),
    createdAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId] }),
    clientPolicy(),
    pgPolicy('sign_in_names', { as: 'permissive', for: 'select', to: identityRole, using: sql`true` }),
  ],
);

/** A member of staff as one client sees them; the password lives in the user pool. */
export const clientUser = pgTable(
  'client_user',
  {
    clientId: clientId(),
    userId: uuid().notNull(),
    email: text().notNull(),
    name: text().notNull(),
    role: text().notNull(),
    isEnabled: boolean().notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.userId] }), clientPolicy()],
);
