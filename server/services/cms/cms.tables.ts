import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Brand } from '../../../blocks/brand.ts';
import type { Design } from '../../../blocks/design.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import type { AttachmentSelector } from '../../../core/attachmentSelectors.ts';
import type { ScriptTopic } from '../../../core/callScripts.ts';
import type { Locale } from '../../../core/locale.ts';
import type { ContentType, MessageChannel } from '../../../core/messageChannels.ts';
import type { MessageMedia } from '../../platform/delivery.tables.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';
import type { Globals } from './cms.globals.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A message in every language it exists in. Saved versions are kept in `history` so that a sent message can name what it was made of. */
export const templateBundle = pgTable(
  'template_bundle',
  {
    clientId: clientId(),
    contentTemplateType: text().$type<ContentType>().notNull(),
    fileName: text().notNull(),
    displayName: text().notNull(),
    deprecated: boolean().notNull().default(false),
    isDefault: boolean().notNull().default(false),
    tags: text().array().notNull().default(sql`'{}'`),
    contentTags: text().array().notNull().default(sql`'{}'`),
    /** The blocks of a mail; null for one that is written as MJML or plain text. Every language has its own texts for them. */
    design: jsonb().$type<Design>(),
    /** Per locale. */
    contents: jsonb().$type<Record<string, BundleContent>>().notNull(),
    /** What it is about and which events it may answer, as the list of placeholders takes them; null: the channel's own. */
    placeholderContext: text(),
    placeholderSupportedEvents: text().array().notNull().default(sql`'{}'`),
    /** The account's files that go along when it is sent. */
    attachments: jsonb().$type<readonly AttachmentSelector[]>().notNull().default([]),
    version: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.contentTemplateType, t.fileName] }), clientPolicy()],
);

export interface BundleContent {
  readonly subject: string;
  readonly format: 'mjml' | 'html' | 'text' | 'design' | 'whatsapp' | 'call';
  /** As it was written; of a design the MJML that its blocks and texts came to. */
  readonly source: string;
  /** The page with its placeholders still in: compiled MJML, or HTML without what mails can't have; null for plain text. */
  readonly html: string | null;
  /** Of a design: its text part, likewise. */
  readonly text?: string;
  /** Of a design: what is edited. */
  readonly texts?: DesignTexts;
  /** Of a WhatsApp template that may leave: what it is called at WhatsApp. */
  readonly approved?: ApprovedAs;
}

/** What WhatsApp knows an approved template by. */
export interface ApprovedAs {
  readonly name: string;
  readonly language: string;
  /** The provider's own id, where it sends by that. */
  readonly remoteId: string;
  /** What its links begin with; the rest of each is filled in. */
  readonly linkStart: string;
}

/** How a client's designs look, once for all of them; without a row they look as the product's own. */
export const contentBrand = pgTable(
  'content_brand',
  {
    clientId: clientId(),
    brand: jsonb().$type<Brand>().notNull(),
    /** Words the client doesn't want in what it writes. */
    avoidedWords: text().array().notNull().default(sql`'{}'`),
    revision: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
  },
  (t) => [primaryKey({ columns: [t.clientId] }), clientPolicy()],
);

/** Blocks that a client keeps in one place for all its designs, such as its footer. */
export const sharedBlock = pgTable(
  'shared_block',
  {
    clientId: clientId(),
    /** What designs call it. */
    name: text().notNull(),
    design: jsonb().$type<Design>().notNull(),
    /** Its texts, by locale. */
    texts: jsonb().$type<Record<string, DesignTexts>>().notNull(),
    revision: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.name] }), clientPolicy()],
);

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

/** A picture for messages. Its bytes never change: mails that were sent lead to its address. */
export const picture = pgTable(
  'picture',
  {
    clientId: clientId(),
    /** SHA-256 of the bytes, hex: the same picture is there once. */
    digest: text().notNull(),
    name: text().notNull(),
    type: text().$type<'png' | 'jpg' | 'gif'>().notNull(),
    /** px */
    width: integer().notNull(),
    height: integer().notNull(),
    size: integer().notNull(),
    bytes: bytea().notNull(),
    createdAt: instantColumn().notNull(),
    createdBy: text(),
    /** It is no longer offered; its address goes on answering for what was sent. */
    deletedAt: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.digest] }), clientPolicy()],
);

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
    /** Files that its provider holds, for when it is known whose it is. */
    media: jsonb().$type<readonly MessageMedia[]>().notNull().default([]),
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
