import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { FaultWords } from '../../core/fault.ts';
import type { MessageChannel, SentType } from '../../core/messageChannels.ts';
import type { GateFacts } from '../../engine/gate/types.ts';
import type { IncomingMedia } from './delivery/media.ts';
import type { SpokenSheet } from './delivery/voice.ts';
import type { SentTemplate } from './delivery/whatsapp.ts';
import { clientId, clientPolicy, instantColumn } from './tables.ts';

/**
 * Everything that leaves the house (outbox/kinds.ts): messages to debtors, and calls to other systems. One row per key, e.g. (run, step, visit) or an act of a
 * user: the id is made of the client's and `key`, so that a retried step queues nothing twice, and no second index has to watch over it.
 * status: queued -> sending -> sent -> delivered | bounced; or failed, cancelled (the gate changed its mind), unknown (the answer was lost
 * and the provider can neither deduplicate nor be asked: parked for staff).
 */
export const outbox = pgTable(
  'outbox',
  {
    clientId: clientId(),
    outboxId: uuid().notNull(),
    key: text().notNull(),
    /** The kind, as outbox/kinds.ts names it; of messages the channel. */
    channel: text().notNull(),
    status: text().$type<OutboxStatus>().notNull().default('queued'),
    /** Null: no message to a debtor. The gate counts what has an account as a contact. */
    accountId: uuid(),
    externalClaimRef: text(),
    runId: uuid(),
    stepId: text(),
    /** What is asked for, as its kind reads it; of messages an OutboxRequest. */
    request: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    /** Of these, tries that failed because the provider as a whole was away: they use nothing up. */
    spared: integer().notNull().default(0),
    nextAttemptAt: instantColumn().notNull(),
    leasedUntil: instantColumn(),
    providerName: text(),
    providerRef: text(),
    recipient: text(),
    /** What is sent, to the byte, from the moment it is on its way until it is recorded; of messages a RenderedMessage. */
    rendered: jsonb(),
    /** In English; of a parked message apart from any language in `errorWords`, null in messages of before it was kept. */
    lastError: text(),
    errorWords: jsonb().$type<FaultWords>(),
    /** Since when no provider is there to take it (outbox/waiting.ts). */
    blockedSince: instantColumn(),
    createdAt: instantColumn().notNull(),
    sentAt: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.outboxId] }),
    index('outbox_due').on(t.clientId, t.channel, t.nextAttemptAt).where(sql`status in ('queued', 'sending')`),
    // What did not get through: few rows, for the live board and the review of those whose fate is unknown.
    index('outbox_failing').on(t.clientId, t.status, t.nextAttemptAt).where(sql`status in ('failed', 'unknown')`),
    index('outbox_account').on(t.clientId, t.accountId, t.createdAt.desc()),
    clientPolicy(),
  ],
);

/** A kind whose provider failed last; no row: it is there. docs/decisions/delivery.md says what a pause is. */
export const deliveryHealth = pgTable(
  'delivery_health',
  {
    clientId: clientId(),
    channel: text().notNull(),
    /** In a row. */
    failures: integer().notNull(),
    /** Null: not enough of them to pause. */
    pausedAt: instantColumn(),
    /** Not before this is anything tried. */
    probeAt: instantColumn(),
    probes: integer().notNull().default(0),
    /** Whether an event told of the pause; then one tells of its end. */
    told: boolean().notNull().default(false),
    /** In English; apart from any language in `reasonWords`, null while no provider is set up and in rows of before it was kept. */
    reason: text().notNull(),
    reasonWords: jsonb().$type<FaultWords>(),
    providerName: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.channel] }), clientPolicy()],
);

export type OutboxStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'bounced' | 'failed' | 'cancelled' | 'unknown';

/** What to render: {bundleName, locale}, or {subject, text} written by a user; with the strategy's name for placeholders. */
export interface OutboxRequest {
  readonly bundleName?: string;
  /** Of what type the bundle is; the channel's usual one when absent. */
  readonly contentType?: SentType;
  /** A text message's bundle, queued in its place when the channel itself cannot carry it. */
  readonly fallback?: string;
  readonly locale?: string | null;
  readonly subject?: string;
  readonly text?: string;
  readonly blueprintId?: string;
  readonly strategyName?: string;
  /** Values that its strategy had set. */
  readonly values?: Readonly<Record<string, string | number | boolean | null>>;
  /** What the event said that a rule answers with this message. */
  readonly event?: Readonly<Record<string, unknown>>;
  /** Whether subject and text hold placeholders to fill in; otherwise they are taken as they are, braces and all. */
  readonly fills?: boolean;
  /** What the gate is told of its purpose; to collect when absent. */
  readonly purpose?: 'service';
  /** Where it goes, when somebody chose; otherwise the main debtor's own address. */
  readonly to?: MessageContact | null;
  /** The member of staff who wrote it, and what they noted for colleagues. */
  readonly userId?: string;
  readonly notes?: string;
  /** Rules of the gate that they lifted, until when. */
  readonly override?: GateFacts['override'];
  /** The message it answers: its id, and its Message-ID, so that mail programs show them together. */
  readonly parentId?: string | null;
  readonly inReplyTo?: string | null;
  readonly attachments?: readonly MessageAttachment[];
}

/** An address or number that somebody chose: of a debtor, or typed in. */
export interface MessageContact {
  readonly externalDebtorRef: string | null;
  readonly value: string;
}

/** A message made for its reader, with what tracking needs. */
export interface RenderedMessage {
  readonly to: string;
  readonly from: string;
  readonly locale: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly trackingToken: string;
  /** Where the n-th click address leads. */
  readonly links: readonly string[];
  /** Files that go along; their bytes are read when it leaves. */
  readonly attachments?: readonly MessageAttachment[];
  /** Of a letter: where it goes, for whoever sorts the post. */
  readonly post?: PostalPlace;
  /** By WhatsApp: the approved template with this reader's values. */
  readonly template?: SentTemplate;
  /** Of a call: what it says. */
  readonly call?: SpokenSheet;
}

export interface PostalPlace {
  /** ISO 3166, two letters. */
  readonly country: string;
  readonly postalCode: string;
}

export interface MessageAttachment {
  readonly fileId: string;
  readonly name: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
}

/** A file of a debtor's message that isn't kept with the account. */
export interface MessageMedia extends IncomingMedia {
  /** Who told of it. */
  readonly providerName: string;
  readonly state: 'waiting' | 'refused';
  /** Why it was refused, as a key of the product's texts with its values. */
  readonly key?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** What was really sent, to the byte, with what became of it. The sandbox inbox and the timeline show these. */
export const communication = pgTable(
  'communication',
  {
    clientId: clientId(),
    communicationId: uuid().notNull(),
    outboxId: uuid(),
    accountId: uuid().notNull(),
    externalClaimRef: text(),
    channel: text().$type<MessageChannel>().notNull(),
    direction: text().$type<'outbound' | 'inbound'>().notNull(),
    recipient: text().notNull(),
    sender: text().notNull(),
    locale: text().notNull(),
    bundleName: text(),
    subject: text(),
    textContent: text().notNull(),
    htmlContent: text(),
    providerName: text().notNull(),
    providerRef: text(),
    /** Unguessable part of the open and click addresses. */
    trackingToken: text().notNull(),
    links: jsonb().$type<string[]>().notNull().default([]),
    createdAt: instantColumn().notNull(),
    openedAt: instantColumn(),
    clickedAt: instantColumn(),
    bouncedAt: instantColumn(),
    /** Files that went or came along: [{fileId, name, mimeType, size}]. */
    attachments: jsonb().$type<readonly MessageAttachment[]>().notNull().default([]),
    /** Files of a debtor's message that its provider was not asked for yet, or that could not be kept. */
    media: jsonb().$type<readonly MessageMedia[]>().notNull().default([]),
    /** The member of staff who wrote it; null: a strategy, or the debtor. */
    userId: uuid(),
    /** The message it answers. */
    parentId: uuid(),
    /** A debtor's message is worked: answered, or resolved without an answer. */
    handledAt: instantColumn(),
    handledBy: uuid(),
    /** Of an automated call: what it says. What became of it is in automated_call. */
    call: jsonb().$type<{ readonly sheet: SpokenSheet }>(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.communicationId] }),
    index('communication_waiting').on(t.clientId, t.createdAt).where(sql`direction = 'inbound' and handled_at is null`),
    index('communication_account').on(t.clientId, t.accountId, t.createdAt.desc()),
    index('communication_time').on(t.clientId, t.createdAt.desc()),
    uniqueIndex('communication_outbox').on(t.clientId, t.outboxId),
    uniqueIndex('communication_tracking').on(t.clientId, t.trackingToken),
    // Reply addresses come back in lower case.
    index('communication_tracking_folded').on(t.clientId, sql`lower(${t.trackingToken})`),
    index('communication_provider_ref').on(t.clientId, t.providerRef),
    clientPolicy(),
  ],
);
