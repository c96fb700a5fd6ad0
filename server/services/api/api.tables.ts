import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytesColumn, clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** Keys with which programs call the REST API. Of the secret only a digest is kept. */
export const apiKey = pgTable(
  'api_key',
  {
    clientId: clientId(),
    keyId: uuid().notNull(),
    name: text().notNull(),
    scopes: text().array().notNull(),
    /** Whom it is for, if it is a partner's own: it reaches that partner's files alone. */
    partnerId: uuid(),
    /** SHA-256 of the secret. */
    secretHash: bytesColumn().notNull(),
    createdBy: uuid().notNull(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
    /** To the minute. */
    lastUsedAt: instantColumn(),
    lastUsedFrom: text(),
    revokedAt: instantColumn(),
    revokedBy: uuid(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.keyId] }), clientPolicy()],
);

/**
 * What a request with an Idempotency-Key was answered, written in the transaction of what it did: there is no moment at which the one is
 * done and the other is not.
 */
export const apiAnswer = pgTable(
  'api_answer',
  {
    clientId: clientId(),
    keyId: uuid().notNull(),
    idempotencyKey: text().notNull(),
    /** Method and path of the endpoint. */
    route: text().notNull(),
    /** SHA-256 of what was asked for. */
    requestHash: bytesColumn().notNull(),
    status: integer().notNull(),
    headers: jsonb().$type<Record<string, string>>().notNull(),
    body: text().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.keyId, t.route, t.idempotencyKey] }),
    index('api_answer_age').on(t.clientId, t.createdAt),
    clientPolicy(),
  ],
);

/** The events that programs read, numbered in the order in which a follower came by them: one that commits late has a late number, and none is skipped. */
export const apiFeed = pgTable(
  'api_feed',
  {
    clientId: clientId(),
    position: bigint({ mode: 'number' }).notNull(),
    messageId: uuid().notNull(),
    /** When it was numbered, for how long it is kept. */
    addedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.position] }), clientPolicy()],
);

/** What programs propose to do, and what people made of it. One that nobody decided is over at its end, whatever the row says. */
export const apiProposal = pgTable(
  'api_proposal',
  {
    clientId: clientId(),
    proposalId: uuid().notNull(),
    keyId: uuid().notNull(),
    /** Name of the endpoint. */
    operation: text().notNull(),
    /** What the endpoint is given, as it was sent. */
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of key, operation and input: the same one is not proposed twice at a time. */
    digest: bytesColumn().notNull(),
    reason: text().notNull(),
    accountId: uuid(),
    externalClaimRef: text(),
    status: text().$type<'open' | 'confirmed' | 'rejected'>().notNull(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
    decidedAt: instantColumn(),
    decidedBy: uuid(),
    note: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.proposalId] }),
    index('api_proposal_open').on(t.clientId, t.proposalId).where(sql`status = 'open'`),
    index('api_proposal_account').on(t.clientId, t.accountId, t.proposalId),
    index('api_proposal_key').on(t.clientId, t.keyId, t.proposalId),
    clientPolicy(),
  ],
);
