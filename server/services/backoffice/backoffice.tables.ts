import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Permission } from '../../../core/holds.ts';
import { RIGHT_PARTY_FACTS } from '../../../core/rightParty.ts';
import type { RoleType } from '../../../core/roles.ts';
import type { Instant } from '../../../core/time.ts';
import { clientId, clientPolicy, identityRole, instantColumn } from '../../platform/tables.ts';

export interface CustomFont {
  readonly label: string;
  readonly value: string;
  readonly url: string;
}
export interface ContactOutcome {
  readonly category: string;
  readonly resolutions: readonly string[];
}
export interface Tag {
  readonly type: 'task' | 'content' | 'accountFile' | 'segment';
  readonly key: string;
  readonly label: string;
  readonly color: 'red-light' | 'blue-light' | 'gray-light';
}
export interface EmbeddedDashboard {
  readonly type: 'quicksight' | 'static';
  readonly url: string;
  readonly label: string;
}

/** A client organisation: everything else hangs on its id. */
export const client = pgTable(
  'client',
  {
    clientId: clientId(),
    name: text().notNull(),
    currency: text().notNull(),
    defaultLocale: text().notNull().default('en_US'),
    timezone: text().notNull(),
    countryCode: text().notNull(),
    /** Working days leave out the country's public holidays. */
    excludeHolidays: boolean().notNull().default(true),
    featureFlags: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    defaultMeta: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Only the release before reads it; the fields are those of metadata_schema. */
    metaFields: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** A promise to pay may lie at most this many days ahead; null: the product's own limit. */
    restrictCreationOfPromiseToPayAfterDays: integer(),
    /** Some queries answer with samples (service mocks). */
    useMocks: boolean().notNull().default(false),
    customFonts: jsonb().$type<readonly CustomFont[]>().notNull().default([]),
    /** What a debtor is asked for on the telephone besides the name: RIGHT_PARTY_FACTS. */
    rightPartyFacts: jsonb()
      .$type<readonly string[]>()
      .notNull()
      .default([...RIGHT_PARTY_FACTS]),
    contactOutcomes: jsonb().$type<readonly ContactOutcome[]>().notNull().default([]),
    tags: jsonb().$type<readonly Tag[]>().notNull().default([]),
    /** Message types that reaction rules may listen to; null: all. */
    allowedEvents: jsonb().$type<readonly string[]>(),
    allowedReactions: jsonb().$type<readonly string[]>(),
    embeddedDashboards: jsonb().$type<readonly EmbeddedDashboard[]>().notNull().default([]),
    isDemo: boolean().notNull().default(false),
    /** Which words search has of all accounts (account.search.jobs.ts); null: those of an earlier release. */
    searchWords: integer(),
    revision: integer().notNull().default(1),
    createdAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId] }),
    clientPolicy(),
    pgPolicy('sign_in_names', { as: 'permissive', for: 'select', to: identityRole, using: sql`true` }),
  ],
);

/** A member of staff as one client sees them; the password lives in the user pool. */
export const clientUser = pgTable(
  'client_user',
  {
    clientId: clientId(),
    userId: uuid().notNull(),
    email: text().notNull(),
    /** What screens show: first name, middle initial, family name. */
    name: text().notNull(),
    firstName: text().notNull().default(''),
    middleName: text().notNull().default(''),
    familyName: text().notNull().default(''),
    phoneNumber: text().notNull().default(''),
    /** The role of the first group. */
    role: text().notNull(),
    /** Every group of the user in this client. */
    groups: jsonb().$type<readonly { readonly roleId: string; readonly partnerIds: readonly string[] }[]>().notNull().default([]),
    isEnabled: boolean().notNull().default(true),
    isEmailVerified: boolean().notNull().default(false),
    mfaEnabled: boolean().notNull().default(false),
    /** 'invited', 'active', 'removed' (in no group any more) or 'anonymized'. */
    status: text().notNull().default('active'),
    lastOnline: instantColumn(),
    /** What the person said last: {status: 'available' | 'unavailable', reason, since}; null: nothing, which counts as available. */
    availability: jsonb().$type<{
      readonly status: 'available' | 'unavailable';
      readonly reason: string | null;
      readonly since?: Instant;
    }>(),
    createdAt: instantColumn(),
    modifiedAt: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.userId] }), index('client_user_email').on(t.clientId, t.email), clientPolicy()],
);

/** A role the client made or changed; the built-in ones stand in core/roles.ts. */
export const clientRole = pgTable(
  'client_role',
  {
    clientId: clientId(),
    name: text().notNull(),
    roleType: text().$type<RoleType>().notNull(),
    permissions: jsonb().$type<readonly Permission[]>().notNull(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.name] }), clientPolicy()],
);
