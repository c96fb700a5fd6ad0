import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** announced: its address was given out; stored: its bytes lie here; refused: they were not what they should be, or dangerous; deleted. */
export type FileStatus = 'announced' | 'stored' | 'refused' | 'deleted';

/** An add-on file (specification 3, section 3) of an account or one of its claims or products. Its bytes lie outside the database. */
export const addOnFile = pgTable(
  'add_on_file',
  {
    clientId: clientId(),
    fileId: uuid().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text(),
    productReference: text(),
    name: text().notNull(),
    extension: text().notNull(),
    /** What the content is, not what it was said to be. */
    mimeType: text(),
    size: bigint({ mode: 'number' }),
    sha256: text(),
    source: text().$type<'staff' | 'debtor' | 'strategy' | 'message' | 'system'>().notNull(),
    uploadedBy: text().notNull(),
    status: text().$type<FileStatus>().notNull(),
    /** Why it was refused: a key of the fault texts. */
    statusReason: text(),
    contextType: text(),
    documentType: text(),
    tags: text().array().notNull().default(sql`'{}'`),
    revision: integer().notNull().default(1),
    createdAt: instantColumn().notNull(),
    storedAt: instantColumn(),
    deletedAt: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.fileId] }),
    index('add_on_file_account').on(t.clientId, t.accountId, t.createdAt.desc()),
    clientPolicy(),
  ],
);
