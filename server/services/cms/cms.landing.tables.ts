/** Landing pages: as they are, as they were, and what debtors were shown of them. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Brand } from '../../../blocks/brand.ts';
import type { Design } from '../../../blocks/design.ts';
import type { PagePart } from '../../../blocks/page/start.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import type { ContentType } from '../../../core/messageChannels.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';
import type { Globals } from './cms.globals.ts';
import type { sharedBlock } from './cms.tables.ts';

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
