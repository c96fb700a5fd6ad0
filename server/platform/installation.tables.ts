import { sql } from 'drizzle-orm';
import { boolean, check, pgPolicy, pgTable, text } from 'drizzle-orm/pg-core';
import { appRole, identityRole, instantColumn } from './tables.ts';

/** What a database was made for. Nothing turns one into another: a demo's data, people and payments are invented. */
export type Purpose = 'demo' | 'test' | 'live';

/**
 * One row that belongs to no client, so it has no client_id: what the whole database was made for. Every process reads it; only the tables'
 * owner writes it: once, when the database is filled first (installation.ts), and when sending is held (delivery/hold.ts). database.sql takes the right to write from the others.
 */
export const installation = pgTable(
  'installation',
  {
    /** Always true: there is one row. */
    isOnly: boolean().primaryKey().default(true),
    purpose: text().$type<Purpose>().notNull(),
    /** The release that made it. */
    release: text().notNull(),
    madeAt: instantColumn().notNull(),
    /** Since when no message leaves, of no client; null: messages leave (delivery/hold.ts). */
    heldSince: instantColumn(),
    /** Why, in the operator's words. */
    heldReason: text(),
  },
  () => [
    check('installation_only', sql`is_only`),
    check('installation_purpose', sql`purpose in ('demo', 'test', 'live')`),
    pgPolicy('everybody_reads', { as: 'permissive', for: 'select', to: [appRole, identityRole], using: sql`true` }),
  ],
);
