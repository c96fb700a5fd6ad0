import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ScriptTopic } from '../../../core/callScripts.ts';
import type { Locale } from '../../../core/locale.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';
import type { Globals } from './cms.globals.ts';

/** A message in every language it exists in. Saved versions are kept in `history` so that a sent message can name what it was made of. */
export const templateBundle = pgTable(
  'template_bundle',
  {
    clientId: clientId(),
    contentTemplateType: text().$type<MessageChannel>().notNull(),
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
  {
    clientId: clientId(),
    /** A text for everybody, or one in each language. */
    values: jsonb().$type<Globals>().notNull(),
    revision: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId] }), clientPolicy()],
);

/** What collectors say on the telephone about a topic, in one language, in the client's own words. */
export const callScript = pgTable(
  'call_script',
  {
    clientId: clientId(),
    topic: text().$type<ScriptTopic>().notNull(),
    locale: text().$type<Locale>().notNull(),
    content: text().notNull(),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.topic, t.locale] }), clientPolicy()],
);

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A message that came in and whose account nobody knows: kept as it came until somebody says whose it is, or that it is nobody's. */
export const unmatchedMessage = pgTable(
  'unmatched_message',
  {
    clientId: clientId(),
    /** Made of channel and reference, so that one that comes twice is there once. */
    messageId: uuid().notNull(),
    channel: text().$type<MessageChannel>().notNull(),
    /** The Message-ID or the gateway's own name for it. */
    reference: text().notNull(),
    sender: text().notNull(),
    recipient: text().notNull(),
    subject: text(),
    excerpt: text().notNull(),
    /** The mail to the byte, or the text message in UTF-8; gone once it is settled. */
    source: bytea(),
    receivedAt: instantColumn().notNull(),
    settledAt: instantColumn(),
    settledBy: uuid(),
    /** Whose it is; null with settledAt: nobody's. */
    accountId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.messageId] }),
    index('unmatched_message_waiting').on(t.clientId, t.receivedAt).where(sql`settled_at is null`),
    clientPolicy(),
  ],
);

/** What a supervisor found in one conversation of a colleague with a debtor: a noted call or a message somebody wrote. */
export const conversationReview = pgTable(
  'conversation_review',
  {
    clientId: clientId(),
    /** The call's resolution or the message. */
    conversationId: uuid().notNull(),
    accountId: uuid().notNull(),
    channel: text().$type<'call' | 'message'>().notNull(),
    /** Whose conversation it was, and when. */
    userId: uuid().notNull(),
    heldAt: instantColumn().notNull(),
    /** The card as it was asked, with the answers: a card that changes later changes no review. */
    answers: jsonb().$type<readonly Record<string, unknown>[]>().notNull(),
    /** 0 to 100; null: nothing on the card applied. */
    score: integer(),
    failed: text().array().notNull().default(sql`'{}'`),
    comment: text().notNull().default(''),
    reviewedBy: uuid().notNull(),
    reviewedAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.conversationId] }),
    index('conversation_review_at').on(t.clientId, t.reviewedAt.desc()),
    index('conversation_review_account').on(t.clientId, t.accountId),
    clientPolicy(),
  ],
);
