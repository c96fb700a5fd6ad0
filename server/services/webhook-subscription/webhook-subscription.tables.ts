import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { FaultWords } from '../../../core/fault.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** Why nothing is sent to an endpoint: somebody paused it, it failed for days, or it says that it is gone. */
export type PauseReason = 'person' | 'failing' | 'gone';

/** Where events are sent to: an address with its secrets and its state. */
export const webhookEndpoint = pgTable(
  'webhook_endpoint',
  {
    clientId: clientId(),
    endpointId: uuid().notNull(),
    url: text().notNull(),
    description: text().notNull().default(''),
    /** Who saved it last, and hears when it fails. */
    ownerId: text(),
    pausedAt: instantColumn(),
    pauseReason: text().$type<PauseReason>(),
    /** Failures in a row. */
    failures: integer().notNull().default(0),
    /** Tries while it is away. */
    probes: integer().notNull().default(0),
    /** Since when nothing was taken; null: the last try went well. */
    failingSince: instantColumn(),
    /** When the owner was told that it fails. */
    toldAt: instantColumn(),
    /** It is away: nothing is tried before. Null: everything that is due is sent. */
    retryAt: instantColumn(),
    lastSuccessAt: instantColumn(),
    lastFailureAt: instantColumn(),
    lastError: jsonb().$type<FaultWords>(),
    revision: integer().notNull().default(1),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    /** Its log outlives it. */
    deletedAt: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.endpointId] }), clientPolicy()],
);

/** What signs: the newest one, and the one before for as long as both are known to the receiver. */
export const webhookSecret = pgTable(
  'webhook_secret',
  {
    clientId: clientId(),
    endpointId: uuid().notNull(),
    secretId: uuid().notNull(),
    /** whsec_…, sealed. */
    secret: text().notNull(),
    createdAt: instantColumn().notNull(),
    /** Null: the newest. */
    expiresAt: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.endpointId, t.secretId] }), clientPolicy()],
);

/** Which kinds of events an endpoint is sent, in which version; the kind * stands for all, in their newest. */
export const webhookSubscription = pgTable(
  'webhook_subscription',
  {
    clientId: clientId(),
    endpointId: uuid().notNull(),
    messageType: text().notNull(),
    messageVersion: smallint().notNull(),
    /** An id of the moment when it was made: events with later ones are sent. */
    since: uuid().notNull(),
    createdAt: instantColumn().notNull(),
    createdBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.messageType, t.messageVersion, t.endpointId] }),
    index('webhook_subscription_endpoint').on(t.clientId, t.endpointId),
    clientPolicy(),
  ],
);

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'ended'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event that an endpoint is to be sent, once for each pair; what it says stands in the log alone. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    clientId: clientId(),
    endpointId: uuid().notNull(),
    /** The event; of a test an id of its own. */
    messageId: uuid().notNull(),
    /** What is sent in order: the account, or the event itself where it has none. */
    lane: uuid().notNull(),
    accountId: uuid(),
    messageType: text().notNull(),
    /** In which it is sent. */
    messageVersion: smallint().notNull(),
    isTest: boolean().notNull().default(false),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
    queuedAt: instantColumn().notNull(),
    /** Not tried after. */
    giveUpAt: instantColumn().notNull(),
    attempts: integer().notNull().default(0),
    /** The same since it was queued last: pauses grow by it. */
    tries: integer().notNull().default(0),
    lastAt: instantColumn(),
    lastStatus: smallint(),
    lastError: jsonb().$type<FaultWords>(),
    /** Since when it waits no more. */
    endedAt: instantColumn(),
  },
  (t) => [
    // Not by the endpoint first: the lanes' index is the only one that begins so, and is taken whatever the statistics say of a new endpoint.
    primaryKey({ columns: [t.clientId, t.messageId, t.endpointId] }),
    index('webhook_delivery_waiting').on(t.clientId, t.endpointId, t.lane, t.messageId).where(sql`state = 'waiting'`),
    index('webhook_delivery_log').on(t.clientId, t.queuedAt.desc(), t.messageId.desc()),
    index('webhook_delivery_failed').on(t.clientId, t.queuedAt.desc(), t.messageId.desc()).where(sql`state = 'failed'`),
    index('webhook_delivery_ended').on(t.clientId, t.endedAt).where(sql`ended_at is not null`),
    clientPolicy(),
  ],
);

/** Lanes with something to send, each with the moment when its first event is due: what waits behind that is not looked at. */
export const webhookQueue = pgTable(
  'webhook_queue',
  {
    clientId: clientId(),
    endpointId: uuid().notNull(),
    lane: uuid().notNull(),
    isTest: boolean().notNull().default(false),
    /** While it is taken: until when the process that is sending may be waited for. */
    dueAt: instantColumn().notNull(),
    isTaken: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.lane, t.endpointId] }),
    // For those that ask by it alone (IN_ORDER): a queue that is mostly empty has no statistics that keep lanes from being looked for in it.
    index('webhook_queue_due').on(t.clientId, t.endpointId, t.dueAt).where(sql`due_at > '-infinity'`),
    clientPolicy(),
  ],
);

/** What became of each try. The request is made again from the event when somebody looks; only what it can't be made of is kept. */
export const webhookAttempt = pgTable(
  'webhook_attempt',
  {
    clientId: clientId(),
    endpointId: uuid().notNull(),
    messageId: uuid().notNull(),
    attemptId: uuid().notNull(),
    accountId: uuid(),
    messageType: text().notNull(),
    url: text().notNull(),
    at: instantColumn().notNull(),
    millis: integer().notNull(),
    signature: text().notNull(),
    /** Null: no answer came. */
    status: smallint(),
    /** Null: it was taken. */
    error: jsonb().$type<FaultWords>(),
    /** How the answer began; null: there is none, or it was erased with the event. */
    answer: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.endpointId, t.messageId, t.attemptId] }),
    index('webhook_attempt_account').on(t.clientId, t.accountId).where(sql`account_id is not null and answer is not null`),
    clientPolicy(),
  ],
);
