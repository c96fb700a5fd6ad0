import { sql } from 'drizzle-orm';
import { boolean, check, pgPolicy, pgTable, text } from 'drizzle-orm/pg-core';
import { appRole } from './tables.ts';

/**
 * One row that belongs to no client: the mark of the place where files are kept (store.ts). A process that finds another mark in its place
 * has another place than the rest.
 */
export const fileStore = pgTable(
  'file_store',
  {
    /** Always true: there is one row. */
    isOnly: boolean().primaryKey().default(true),
    mark: text().notNull(),
    /** The mark was written into the place; from then on a place without it is the wrong one. */
    isMarked: boolean().notNull().default(false),
  },
  () => [
    check('file_store_only', sql`is_only`),
    pgPolicy('processes', { as: 'permissive', for: 'all', to: appRole, using: sql`true`, withCheck: sql`true` }),
  ],
);
