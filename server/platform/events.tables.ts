import { sql } from 'drizzle-orm';
import { index, integer, json, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytesColumn, clientId, clientPolicy, instantColumn } from './tables.ts';

/** The log that everything reads: timeline, audit, reactions, webhooks, subscriptions, statistics. Append-only for the application. */
export const event = pgTable(
  'event',
  {
    clientId: clientId(),
    messageId: uuid().notNull(),
    messageType: text().notNull(),
    messageVersion: smallint().notNull().default(1),
    emitTime: instantColumn().notNull(),
    accountId: uuid(),
    externalClaimRef: text(),
    correlationId: uuid(),
    /** 'user', 'apiKey', 'debtor', 'strategy', 'import', 'provider' or 'system'. */
    actorType: text().notNull(),
    actorId: text(),
    /** json: written often, read by account; checked but not taken apart, which costs a third less than jsonb, and kept as it was written. */
    payload: json().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.messageId] }),
    index('event_account').on(t.clientId, t.accountId, t.emitTime.desc()).where(sql`account_id is not null`),
    // What staff and programs with keys did, for the audit: few beside what strategies and imports write, so it costs those nothing.
    index('event_author').on(t.clientId, t.emitTime.desc(), t.messageId).where(sql`actor_type in ('user', 'apiKey')`),
    clientPolicy(),
  ],
);

/** Links of the chain that shows whether the log was altered: each covers some events and the link before it (docs/decisions/audit.md). */
export const eventSeal = pgTable(
  'event_seal',
  {
    clientId: clientId(),
    sealNo: integer().notNull(),
    /** The covered events in the order of their digest. */
    messageIds: uuid().array().notNull(),
    /** The first 8 bytes of each event's digest, in the same order: they tell which event was altered when the hash does not fit. */
    digests: bytesColumn().notNull(),
    /** SHA-256 in hex over the link before and the digests of the events. */
    hash: text().notNull(),
    sealedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.sealNo] }), clientPolicy()],
);

/**
 * Events whose payload was erased for the sake of a person (docs/decisions/privacy.md). The chain goes on with the digest that the event
 * had; the notice, an event of the same erasure, covers these rows by a digest of its own and is sealed like any other.
 */
export const eventErasure = pgTable(
  'event_erasure',
  {
    clientId: clientId(),
    messageId: uuid().notNull(),
    /** The event personalDataErased that tells of it. */
    noticeId: uuid().notNull(),
    /** SHA-256 of the event as it was. */
    digest: bytesColumn().notNull(),
    /** SHA-256 of the event as it is since. */
    erasedDigest: bytesColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.messageId] }), index('event_erasure_notice').on(t.clientId, t.noticeId), clientPolicy()],
);
