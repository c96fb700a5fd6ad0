import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgPolicy, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { identityRole, instantColumn } from './tables.ts';

// The user pool belongs to no client: a user may work for several. Only sign-in's own role reads it.
const poolPolicy = () => pgPolicy('sign_in', { as: 'permissive', for: 'all', to: identityRole, using: sql`true`, withCheck: sql`true` });

export const poolUser = pgTable(
  'pool_user',
  {
    userId: uuid().primaryKey(),
    /** Lower case; what people type to sign in. */
    email: text().notNull(),
    /** The first name, or all of it where nobody parted it. */
    name: text().notNull(),
    middleName: text().notNull().default(''),
    familyName: text().notNull().default(''),
    phoneNumber: text().notNull().default(''),
    /** Whoever set a password by a code that came by mail has shown that the address is theirs. */
    isEmailVerified: boolean().notNull().default(false),
    /** argon2id in PHC form; null until the first password is set. */
    passwordHash: text(),
    isEnabled: boolean().notNull().default(true),
    /** The second factor's secret, sealed (seal.ts); null: none is set up. */
    mfaSecret: text(),
    mfaEnabled: boolean().notNull().default(false),
    /** The last time step whose code was used: a code is good once. */
    mfaStep: integer(),
    /** Identity tokens made before are no good any more; null: none was ever called back. */
    tokensValidFrom: instantColumn(),
    /** The person is gone and their name with them; the id stays, because history names it. */
    anonymizedAt: instantColumn(),
    createdAt: instantColumn().notNull(),
    modifiedAt: instantColumn(),
  },
  (t) => [uniqueIndex('pool_user_email').on(t.email), poolPolicy()],
);

/** Membership: a disabled one is in no token. Which client, as which role, for which partner (empty: none). The token's groups claim is made of these. */
export const poolGroup = pgTable(
  'pool_group',
  {
    userId: uuid().notNull(),
    clientId: uuid().notNull(),
    role: text().notNull(),
    partnerId: text().notNull().default(''),
    isEnabled: boolean().notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.userId, t.clientId, t.role, t.partnerId] }), poolPolicy()],
);

/** A refresh token family: each use replaces the token; a replaced one that comes back revokes the family. */
export const poolSession = pgTable(
  'pool_session',
  {
    sessionId: uuid().primaryKey(),
    userId: uuid().notNull(),
    tokenHash: text().notNull(),
    previousHash: text(),
    createdAt: instantColumn().notNull(),
    rotatedAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
    revokedAt: instantColumn(),
  },
  (t) => [index('pool_session_user').on(t.userId), poolPolicy()],
);

/**
 * Wrong tries: of whom, of what, and where they came from (identity.tries.logic.ts). No address is kept in clear.
 */
export const poolTry = pgTable(
  'pool_try',
  {
    /** The person, a stand-in for an address that nobody has, or zeros: anybody. */
    userId: uuid().notNull(),
    kind: text().notNull(),
    scope: text().notNull(),
    /** Keyed digest of the network, browser or session; empty: from anywhere. */
    place: text().notNull().default(''),
    failedTries: integer().notNull().default(0),
    blockedUntil: instantColumn(),
    touchedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.scope, t.place] }), index('pool_try_touched').on(t.touchedAt), poolPolicy()],
);

/** Browsers a person has signed in with. */
export const poolBrowser = pgTable(
  'pool_browser',
  {
    userId: uuid().notNull(),
    /** SHA-256; the cookie alone has the secret. */
    tokenHash: text().notNull(),
    createdAt: instantColumn().notNull(),
    usedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.tokenHash] }), index('pool_browser_hash').on(t.tokenHash), poolPolicy()],
);

/** Where the release before counted; it may still run beside this one. Goes with the next release. */
export const poolLock = pgTable(
  'pool_lock',
  {
    userId: uuid().notNull(),
    /** 'password', 'mfa' or 'code'. */
    kind: text().notNull(),
    failedTries: integer().notNull().default(0),
    lockedUntil: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] }), poolPolicy()],
);

/** What was handed out once: an invitation, a reset code, the half of a sign-in that waits for its second factor. */
export const poolCode = pgTable(
  'pool_code',
  {
    userId: uuid().notNull(),
    /** 'invitation', 'reset', 'mfa' or 'mfaSetup'. */
    kind: text().notNull(),
    /** SHA-256; the code itself is kept nowhere. */
    codeHash: text().notNull(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
    usedAt: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.codeHash] }), index('pool_code_hash').on(t.codeHash), poolPolicy()],
);

/** The way in without the telephone: ten codes, each good once. */
export const poolRecoveryCode = pgTable(
  'pool_recovery_code',
  { userId: uuid().notNull(), codeHash: text().notNull(), usedAt: instantColumn() },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] }), poolPolicy()],
);

export const poolKey = pgTable(
  'pool_key',
  {
    keyId: text().primaryKey(),
    /** Sealed (seal.ts): a text. Of a key of an earlier release until the next start: the key itself. */
    privateJwk: jsonb().$type<string | Record<string, unknown>>().notNull(),
    publicJwk: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instantColumn().notNull(),
    /** From then on nothing is signed with it; it still verifies until the last token made with it has expired. */
    retiredAt: instantColumn(),
  },
  () => [poolPolicy()],
);

/** The secrets that this database was used with: a text sealed by each shows at start whether the secrets given are the right ones. */
export const poolSecret = pgTable(
  'pool_secret',
  { keyId: text().primaryKey(), canary: text().notNull(), createdAt: instantColumn().notNull() },
  () => [poolPolicy()],
);
