import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgPolicy, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { clientId, clientPolicy, identityRole, instantColumn } from '../../platform/tables.ts';

/**
 * The short address in a message. The code is 128 random bits; only its digest is kept, so a copy of the database opens no page.
 * The first characters of an address name the client (platform/tenancy), the rest is the code.
 */
export const tinyLink = pgTable(
  'tiny_link',
  {
    clientId: clientId(),
    linkId: uuid().notNull(),
    codeDigest: text().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
    revokedAt: instantColumn(),
    failedTries: integer().notNull().default(0),
    lockedUntil: instantColumn(),
    /** The last time. */
    openedAt: instantColumn(),
    /** Browsers that opened it: a mail program that looks at links first counts too. */
    opens: integer().notNull().default(0),
    /** Where it was given out: host, with a port where there is one; null: before this was noted. */
    domain: text(),
    /** Who sees the page read-only by it; null: it is a debtor's link. */
    viewerId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.linkId] }),
    uniqueIndex('tiny_link_code').on(t.clientId, t.codeDigest),
    index('tiny_link_account').on(t.clientId, t.accountId),
    clientPolicy(),
  ],
);

/** Wrong answers to the identity check: of an account, and of a debtor over all their accounts, whatever link they came by. */
export const portalCheck = pgTable(
  'portal_check',
  {
    clientId: clientId(),
    /** "account <id>", or "debtor <digest of their reference>". */
    subject: text().notNull(),
    failedTries: integer().notNull(),
    pausedUntil: instantColumn(),
    touchedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.subject] }), clientPolicy()],
);

/** What was done on a debtor's page, each once by its key: what a day may hold is bounded (landing-page.bound.logic.ts). */
export const portalAct = pgTable(
  'portal_act',
  {
    clientId: clientId(),
    key: text().notNull(),
    accountId: uuid().notNull(),
    kind: text().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.key] }),
    index('portal_act_account').on(t.clientId, t.accountId, t.kind, t.createdAt),
    clientPolicy(),
  ],
);

/** What the debtor's page asks before it shows anything personal, and how long links live. No row: the defaults. */
export const portalSetting = pgTable(
  'portal_setting',
  {
    clientId: clientId(),
    identityField: text().$type<'birthday' | 'postalCode' | 'externalAccountRef' | 'none'>().notNull(),
    maxTries: integer().notNull(),
    linkDays: integer().notNull(),
    /** What the page says of the client; null: nothing. */
    contactPhone: text(),
    contactEmail: text(),
    complaintsUrl: text(),
    privacyUrl: text(),
    /** Counts saves; an editor names the one it read. */
    revision: integer().notNull().default(1),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId] }), clientPolicy()],
);

/** What DNS said when a domain was last asked about. */
export interface DomainFound {
  /** Texts at the name that proves whose the domain is. */
  readonly texts: readonly string[];
  /** Where the domain leads. */
  readonly addresses: readonly string[];
  /** Where this installation is. */
  readonly expected: readonly string[];
}

/** Domains of the client that links to the debtor's page may start with, once DNS has proven that they are the client's and lead here. */
export const clientDomain = pgTable(
  'client_domain',
  {
    clientId: clientId(),
    /** As DNS writes it: lower case, punycode, no port. */
    domain: text().notNull(),
    isDefault: boolean().notNull(),
    /** What the TXT record has to say. */
    token: text().notNull(),
    state: text().$type<'unchecked' | 'verified' | 'failed'>().notNull(),
    problem: text().$type<'noRecord' | 'otherRecord' | 'noAddress' | 'otherAddress' | 'noAnswer'>(),
    found: jsonb().$type<DomainFound>(),
    checkedAt: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.domain] }),
    uniqueIndex('client_domain_default').on(t.clientId).where(sql`is_default`),
    index('client_domain_of').on(t.domain),
    clientPolicy(),
    // Whose a domain is has to be found before a client is known; database.sql says which columns.
    pgPolicy('leads_to', { as: 'permissive', for: 'select', to: identityRole, using: sql`state = 'verified'` }),
  ],
);
