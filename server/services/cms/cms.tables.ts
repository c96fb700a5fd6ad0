import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Brand } from '../../../blocks/brand.ts';
import type { Design } from '../../../blocks/design.ts';
import type { PagePart } from '../../../blocks/page/start.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import type { ScriptTopic } from '../../../core/callScripts.ts';
import type { Uuid } from '../../../core/id.ts';
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

/** Which of an account's files go along with a message. */
export interface AttachmentSelector {
  /** A kind of file (core/fileTypes.ts). */
  readonly documentType: string;
  /** What files say they belong to; null: any. */
  readonly contextType: string | null;
  readonly fileSelectionCriteria: 'latest' | 'all';
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

/** A part of a landing page: its blocks, and its texts by locale. */
export interface LandingPart {
  readonly design: Design;
  readonly texts: Readonly<Record<string, DesignTexts>>;
}

/** What a page that is shown is made of. */
export interface LandingContent {
  readonly siteTitle: string;
  /** A picture of this installation; empty without one. */
  readonly faviconPath: string;
  readonly parts: Readonly<Partial<Record<PagePart, LandingPart>>>;
}

/** Another page that a share of the accounts sees in place of this one. */
export interface LandingVariant {
  readonly landingPageId: Uuid;
  /** Percent. */
  readonly share: number;
}

/** Pages for debtors, made of blocks, and pages of the client that anybody may open. Without any, the product's own page is shown. */
export const landingPage = pgTable(
  'landing_page',
  {
    clientId: clientId(),
    landingPageId: uuid().notNull(),
    displayName: text().notNull(),
    type: text().$type<'claim' | 'client'>().notNull(),
    isDefault: boolean().notNull().default(false),
    tags: text().array().notNull().default(sql`'{}'`),
    content: jsonb().$type<LandingContent>().notNull(),
    variants: jsonb().$type<readonly LandingVariant[]>().notNull().default([]),
    version: integer().notNull().default(1),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.landingPageId] }),
    uniqueIndex('landing_page_name').on(t.clientId, sql`lower(display_name)`),
    uniqueIndex('landing_page_default').on(t.clientId, t.type).where(sql`is_default`),
    clientPolicy(),
  ],
);

/** Every saved version of a landing page, also of one that is deleted: what a debtor was shown is found again. */
export const landingPageVersion = pgTable(
  'landing_page_version',
  {
    clientId: clientId(),
    landingPageId: uuid().notNull(),
    version: integer().notNull(),
    displayName: text().notNull(),
    content: jsonb().$type<LandingContent>().notNull(),
    savedAt: instantColumn().notNull(),
    savedBy: text(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.landingPageId, t.version] }), clientPolicy()],
);

/**
 * What a page shows besides its own design: a change of any of it reaches the page at once, without a version. Values of debtors aren't part of it; a
 * reader's own language is chosen from it as from the page.
 */
export interface ShownLook {
  readonly brand: Brand;
  /** false: the client has set no brand, pages look like the product. */
  readonly isBranded: boolean;
  /** The shared blocks that it names, by name. */
  readonly shared: readonly Pick<typeof sharedBlock.$inferSelect, 'name' | 'design' | 'texts'>[];
  /** The texts that it takes from templates of page content, by type and file name. */
  readonly contents: readonly {
    readonly type: Extract<ContentType, 'claimLandingPage' | 'clientLandingPage'>;
    readonly fileName: string;
    /** By locale, as they were written. */
    readonly texts: Readonly<Record<string, string>>;
  }[];
  /** The global placeholders that it names. */
  readonly globals: Globals;
  /** The client's language, for texts that lack the reader's. */
  readonly defaultLocale: Locale;
}

/** A look that was kept. */
export interface KeptLook extends ShownLook {
  /** SHA-256 of what it is, hex. */
  readonly digest: string;
}

/** What a version of a page was shown with, once for each way it looked. */
export const landingPageLook = pgTable(
  'landing_page_look',
  {
    clientId: clientId(),
    landingPageId: uuid().notNull(),
    version: integer().notNull(),
    /** Its digest. */
    look: text().notNull(),
    content: jsonb().$type<ShownLook>().notNull(),
    firstShownAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.landingPageId, t.version, t.look] }), clientPolicy()],
);

/** Which version of which page a debtor saw, and in place of which one. */
export const landingPageShown = pgTable(
  'landing_page_shown',
  {
    clientId: clientId(),
    accountId: uuid().notNull(),
    landingPageId: uuid().notNull(),
    version: integer().notNull(),
    locale: text().$type<Locale>().notNull(),
    /** The page whose variant it is; the page itself where it has variants; null: there were none. */
    testedPageId: uuid(),
    firstShownAt: instantColumn().notNull(),
    lastShownAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.accountId, t.landingPageId, t.version, t.locale] }),
    index('landing_page_shown_tested').on(t.clientId, t.testedPageId, t.landingPageId).where(sql`tested_page_id is not null`),
    clientPolicy(),
  ],
);

/** How what a debtor saw looked: a version may have been shown in several ways. */
export const landingPageShownLook = pgTable(
  'landing_page_shown_look',
  {
    clientId: clientId(),
    accountId: uuid().notNull(),
    landingPageId: uuid().notNull(),
    version: integer().notNull(),
    locale: text().$type<Locale>().notNull(),
    /** Of `landingPageLook`. */
    look: text().notNull(),
    firstShownAt: instantColumn().notNull(),
    lastShownAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.accountId, t.landingPageId, t.version, t.locale, t.look] }), clientPolicy()],
);

/** A page that staff look at for a short time: an unsaved one, or one as it was. */
export const landingPageDraft = pgTable(
  'landing_page_draft',
  {
    clientId: clientId(),
    draftId: uuid().notNull(),
    /** Of the address's secret; null: it is looked at by a link of an account. */
    codeDigest: text(),
    /** The link of staff by which it is seen with an account's facts. */
    linkId: uuid(),
    type: text().$type<'claim' | 'client'>().notNull(),
    content: jsonb().$type<LandingContent>().notNull(),
    /** What it was shown with; null: what it would be shown with now. */
    look: jsonb().$type<KeptLook>(),
    createdBy: uuid().notNull(),
    expiresAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.draftId] }),
    uniqueIndex('landing_page_draft_code').on(t.clientId, t.codeDigest),
    index('landing_page_draft_link').on(t.clientId, t.linkId),
    clientPolicy(),
  ],
);
