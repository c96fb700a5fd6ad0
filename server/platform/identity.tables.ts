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
    name: text().notNull(),
    /** argon2id in PHC form; null until the first password is set. */
    passwordHash: text(),
    isEnabled: boolean().notNull().default(true),
    failedTries: integer().notNull().default(0),
    lockedUntil: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (t) => [uniqueIndex('pool_user_email').on(t.email), poolPolicy()],
);

/** Membership: which client, as which role, for which partner (empty: none). The token's groups claim is made of these. */
export const poolGroup = pgTable(
  'pool_group',
  { userId: uuid().notNull(), clientId: uuid().notNull(), role: text().notNull(), partnerId: text().notNull().default('') },
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

export const poolKey = pgTable(
  'pool_key',
  {
    keyId: text().primaryKey(),
    privateJwk: jsonb().$type<Record<string, unknown>>().notNull(),
    publicJwk: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instantColumn().notNull(),
    /** From then on nothing is signed with it; it still verifies until the last token made with it has expired. */
    retiredAt: instantColumn(),
  },
  () => [poolPolicy()],
);
