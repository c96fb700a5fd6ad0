/** What an endpoint is sent: one request body for an event, made from the log each time, so that nothing of it is kept a second time. */
import { EVENT_TYPES, type EventType, isEventType } from '../../../core/events/catalogue.ts';
import { EVENTS } from '../../../core/events/events.ts';
import { payloadJsonSchema } from '../../../core/events/schema.ts';
import { inVersion, shapeOf, versionOf, versionsOf } from '../../../core/events/versions.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';

/** Stands for every kind of event, each in its newest version. */
export const ALL = '*';
/** The version that subscriptions to all kinds have: it is the envelope's. */
export const ALL_VERSION = 1;

/** As it stands in the log. */
export interface LoggedEvent {
  readonly messageId: Uuid;
  readonly messageType: string;
  readonly messageVersion: number;
  readonly emitTime: Instant;
  readonly accountId: Uuid | null;
  readonly externalClaimRef: string | null;
  readonly correlationId: Uuid | null;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** @returns how the specification names a kind in a version. */
export const withVersion = (messageType: string, messageVersion: number): string => `${messageType}.v${messageVersion}`;

/** @returns the kind and version of such a name; null of what is none. */
export function readTypeWithVersion(text: string): { messageType: string; messageVersion: number } | null {
  const found = /^(\*|[A-Za-z]\w*)\.v(\d{1,4})$/.exec(text);
  return found ? { messageType: found[1]!, messageVersion: Number(found[2]) } : null;
}

/** @returns whether a kind can be subscribed to in a version. */
export function isOffered(messageType: string, messageVersion: number): boolean {
  if (messageType === ALL) return messageVersion === ALL_VERSION;
  return isEventType(messageType) && versionsOf(EVENTS[messageType]).includes(messageVersion);
}

/** @returns the version in which a kind is written now. */
export const newestVersion = (messageType: string): number => (isEventType(messageType) ? versionOf(EVENTS[messageType]) : 1);

/** @returns the payload as it was promised in a version; null when it was erased. */
export function payloadIn(event: LoggedEvent, version: number): Readonly<Record<string, unknown>> | null {
  const { messageType, messageVersion, payload } = event;
  if ('erased' in payload && Object.keys(payload).length === 1) return null;
  return isEventType(messageType) ? inVersion(EVENTS[messageType], payload, messageVersion, version) : payload;
}

/** @returns the body to the byte; null when what the event says was erased. */
export function bodyOf(clientId: Uuid, event: LoggedEvent, version: number): string | null {
  const payload = payloadIn(event, version);
  if (payload === null) return null;
  const { messageId, accountId, externalClaimRef, correlationId, actorType, actorId } = event;
  return JSON.stringify({
    type: withVersion(event.messageType, Math.min(version, event.messageVersion)),
    timestamp: isoInstant(event.emitTime),
    data: { clientId, messageId, accountId, externalClaimRef, correlationId, actorType, actorId, payload },
  });
}

/** @returns the body of a test: the example of a kind, marked as one. */
export function testBodyOf(clientId: Uuid, messageId: Uuid, messageType: string, version: number, at: Instant): string {
  return JSON.stringify({ ...exampleOf(clientId, messageId, messageType, version, at), test: true });
}

function exampleOf(clientId: Uuid, messageId: Uuid, messageType: string, version: number, at: Instant) {
  const payload = isEventType(messageType) ? (shapeOf(EVENTS[messageType], version)?.example ?? {}) : {};
  const data = { clientId, messageId, accountId: null, externalClaimRef: null, correlationId: null, actorType: 'system', actorId: null };
  return { type: withVersion(messageType, version), timestamp: isoInstant(at), data: { ...data, payload } };
}

const ID = { type: 'string', format: 'uuid' } as const;
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

/** @returns the JSON Schema of a whole body. */
export function bodySchema(messageType: EventType, version: number): object {
  const { $schema, ...payload } = payloadJsonSchema(messageType, version);
  return {
    $schema,
    type: 'object',
    properties: {
      type: { const: withVersion(messageType, version) },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened, in UTC.' },
      data: {
        type: 'object',
        properties: {
          clientId: ID,
          messageId: { ...ID, description: 'The same as the header webhook-id.' },
          accountId: orNull(ID),
          externalClaimRef: orNull({ type: 'string', description: 'The claim, by the client’s own reference.' }),
          correlationId: orNull({ ...ID, description: 'What belongs together.' }),
          actorType: { type: 'string', description: 'Who did it: user, debtor, strategy, reaction, import, provider or system.' },
          actorId: orNull({ type: 'string' }),
          payload,
        },
        required: ['clientId', 'messageId', 'accountId', 'externalClaimRef', 'correlationId', 'actorType', 'actorId', 'payload'],
        additionalProperties: false,
      },
      test: { const: true, description: 'Only of a test that somebody sent.' },
    },
    required: ['type', 'timestamp', 'data'],
    additionalProperties: false,
  };
}

/** Stands for any in examples. */
const SOME = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e12' as Uuid;
const WHEN = Date.UTC(2026, 10, 26, 9, 30) as Instant;

let offered: ReturnType<typeof made> | undefined;

/** @returns everything that can be subscribed to, in the order of the catalogue; made when somebody asks first. */
export const messageTypes = () => (offered ??= made());

function made() {
  return Object.entries(EVENT_TYPES).flatMap(([category, types]) =>
    (types as readonly EventType[]).flatMap((messageType) =>
      versionsOf(EVENTS[messageType]).map((messageVersion) => ({
        messageTypeWithVersion: withVersion(messageType, messageVersion),
        messageType,
        messageVersion,
        category,
        description: EVENTS[messageType].description,
        schema: bodySchema(messageType, messageVersion),
        example: exampleOf(SOME, SOME, messageType, messageVersion, WHEN),
        isFormer: messageVersion < versionOf(EVENTS[messageType]),
      })),
    ),
  );
}
