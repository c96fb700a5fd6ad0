import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ApprovalState, WhatsappCategory } from '../../../core/whatsapp.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';
import type { BundleContent } from './cms.tables.ts';

/** A template as it was submitted to WhatsApp. What leaves is what stands here, not what is edited meanwhile. */
export const whatsappApproval = pgTable(
  'whatsapp_approval',
  {
    clientId: clientId(),
    /** What WhatsApp knows it by; each submission has one of its own. */
    name: text().notNull(),
    language: text().notNull(),
    fileName: text().notNull(),
    locale: text().notNull(),
    /** Counts the submissions of a bundle. */
    version: integer().notNull(),
    category: text().$type<WhatsappCategory>().notNull(),
    content: jsonb().$type<BundleContent>().notNull(),
    /** What the debtors' links began with when it was submitted. */
    linkStart: text().notNull(),
    providerName: text().notNull(),
    remoteId: text().notNull(),
    state: text().$type<ApprovalState>().notNull(),
    /** Why it was refused, as WhatsApp's code; empty where it said nothing. */
    reason: text().notNull(),
    submittedAt: instantColumn().notNull(),
    submittedBy: text().notNull(),
    decidedAt: instantColumn(),
    /** When the provider was asked last. */
    checkedAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.name, t.language] }),
    index('whatsapp_approval_bundle').on(t.clientId, t.fileName, t.locale, t.version.desc()),
    clientPolicy(),
  ],
);
