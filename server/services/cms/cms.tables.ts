import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** A message in every language it exists in. Saved versions are kept in `history` so that a sent message can name what it was made of. */
export const templateBundle = pgTable(
  'template_bundle',
  {
    clientId: clientId(),
    contentTemplateType: text().$type<'email' | 'sms'>().notNull(),
    fileName: text().notNull(),
    displayName: text().notNull(),
    deprecated: boolean().notNull().default(false),
    isDefault: boolean().notNull().default(false),
    tags: text().array().notNull().default(sql`'{}'`),
    contentTags: text().array().notNull().default(sql`'{}'`),
    /** Per locale: {subject, format: 'mjml' | 'text', source, html (compiled MJML with its placeholders still in), text}. */
    contents: jsonb().$type<Record<string, BundleContent>>().notNull(),
    version: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.contentTemplateType, t.fileName] }), clientPolicy()],
);

export interface BundleContent {
  readonly subject: string;
  readonly format: 'mjml' | 'text';
  readonly source: string;
  readonly html: string | null;
}

export const globalPlaceholders = pgTable(
  'global_placeholders',
  { clientId: clientId(), values: jsonb().$type<Record<string, string>>().notNull(), updatedAt: instantColumn().notNull() },
  (t) => [primaryKey({ columns: [t.clientId] }), clientPolicy()],
);
