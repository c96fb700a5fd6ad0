import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { clientId, clientPolicy } from './tables.ts';

/** Keys of a client's own that stay the same when the installation's secret is rotated; they are sealed under it. */
export const clientKey = pgTable('client_key', { clientId: clientId(), name: text().notNull(), sealed: text().notNull() }, (t) => [
  primaryKey({ columns: [t.clientId, t.name] }),
  clientPolicy(),
]);
