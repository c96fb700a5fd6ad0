import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

export const note = pgTable(
  'note',
  {
    clientId: clientId(),
    noteId: uuid().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text(),
    text: text().notNull(),
    userId: uuid().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.noteId] }),
    index('note_account').on(t.clientId, t.accountId, t.createdAt.desc()),
    clientPolicy(),
  ],
);
