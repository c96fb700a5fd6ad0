/** The event log: every write appends what happened in its own transaction, and everything that reacts or shows reads it. */
import type { EventType } from '../../core/events/catalogue.ts';
import { type EventPayload, RAISED } from '../../core/events/events.ts';
import { type Uuid, uuidv7 } from '../../core/id.ts';
import type { Instant } from '../../core/time.ts';
import { now } from './clock.ts';
import { column, jsonColumn, jsons, list } from './columns.ts';
import type { Tx } from './tenancy.ts';

/** An event of any kind. */
export interface AnyEvent extends About {
  readonly messageType: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

interface About {
  readonly messageVersion?: number;
  readonly accountId?: Uuid | null;
  readonly externalClaimRef?: string | null;
  /** What belongs together; the transaction's when absent. Of a strategy's steps: the run. */
  readonly correlationId?: Uuid | null;
  /** Business time; the platform clock's when absent. */
  readonly emitTime?: Instant;
  /** Who did it, when it is not the transaction's actor. */
  readonly actor?: { readonly type: string; readonly id: string | null };
}

/** An event of a kind with what the kind's declaration lets it say (core/events). */
export type NewEvent<Type extends EventType = EventType> = {
  readonly [Each in Type]: About & { readonly messageType: Each } & Says<Each>;
}[Type];

/**
 * What an event says beside what all of its noun say, for functions that write the events of one noun.
 * @template Common the fields that such a function fills in itself; an event may say them otherwise.
 */
export type Besides<Type extends EventType, Common> = Type extends EventType
  ? Omit<EventPayload<Type>, keyof Common> & Partial<EventPayload<Type>>
  : never;

/**
 * An event of a noun, for functions that fill in what all of its events say.
 * @param common what they all say. @param more what this one says besides; its type is the caller's (`Besides`).
 */
export function composeEvent(messageType: EventType, about: About, common: object, more: object): NewEvent {
  return { ...about, messageType, payload: { ...common, ...more } } as unknown as NewEvent;
}

/** A payload may be left out where nothing has to be said. */
type Says<Type extends EventType> =
  Record<string, never> extends EventPayload<Type> ? { readonly payload?: EventPayload<Type> } : { readonly payload: EventPayload<Type> };

export interface StoredEvent {
  readonly clientId: Uuid;
  readonly messageId: Uuid;
  readonly messageType: string;
  readonly messageVersion: number;
  readonly emitTime: Instant;
  readonly accountId: Uuid | null;
  readonly externalClaimRef: string | null;
  readonly correlationId: Uuid | null;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly payload: Record<string, unknown>;
}

type Consumer = (tx: Tx, events: readonly StoredEvent[]) => Promise<void>;
const consumers: { types: ReadonlySet<string>; run: Consumer }[] = [];

/**
 * Registers work that must happen in the same transaction as an event of these types, e.g. a resolved claim ends its strategy.
 * This is how a service reacts to another one that may not call it. Set-based: all matching events of one append come together.
 */
export function onEvents(types: readonly string[], run: Consumer): void {
  consumers.push({ types: new Set(types), run });
}

type Hear = (clientId: Uuid, types: readonly string[]) => void;
const heard = new Set<Hear>();

/** Lets this process know for whom it appends which kinds of events; the rows are not read for it. */
export function onAppended(hear: Hear): void {
  heard.add(hear);
}

/** Where listeners of all processes hear of new events. */
export const EVENT_CHANNEL = 'quittance_events';

/** Above this many events one notification says "many", and screens read again. */
const NOTIFY_EACH = 20;

type Check = (events: readonly { readonly messageType: string; readonly payload?: unknown }[]) => void;
let check: Check | null = null;

/** Tests see to it that every event says what its kind declares (events.testing.ts). In production nothing is checked, and nothing is paid. */
export function checkEvents(by: Check): void {
  check = by;
}

/** Lets tests look at events before they are written. */
export const checked: Check = (events) => check?.(events);

/** Appends events with one statement, runs their consumers, and tells the listeners of all processes when the transaction commits. */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<readonly StoredEvent[]> {
  checked(events);
  return appendAnyEvents(tx, events);
}

/** The same for kinds that the catalogue does not know, as extensions have them. */
export async function appendAnyEvents(tx: Tx, events: readonly AnyEvent[]): Promise<readonly StoredEvent[]> {
  if (events.length === 0) return [];
  const stored = events.map((event): StoredEvent => {
    const actor = event.actor ?? tx.actor;
    return {
      clientId: tx.clientId,
      messageId: uuidv7(),
      messageType: event.messageType,
      messageVersion: event.messageVersion ?? RAISED.get(event.messageType) ?? 1,
      emitTime: event.emitTime ?? now(),
      accountId: event.accountId ?? null,
      externalClaimRef: event.externalClaimRef ?? null,
      correlationId: event.correlationId ?? tx.correlationId,
      actorType: actor.type,
      actorId: actor.id,
      payload: event.payload ?? {},
    };
  });
  const type = column(stored, (event) => event.messageType);
  const version = column(stored, (event) => event.messageVersion);
  const at = column(stored, (event) => event.emitTime);
  const account = column(stored, (event) => event.accountId);
  const claim = column(stored, (event) => event.externalClaimRef);
  const correlation = column(stored, (event) => event.correlationId);
  const payload = jsonColumn(stored, (event) => event.payload);
  const actorType = column(stored, (event) => event.actorType);
  const actorId = column(stored, (event) => event.actorId);
  const appending = tx.prepared(
    `insert into event (client_id, message_id, message_type, message_version, emit_time, account_id, external_claim_ref, correlation_id, actor_type, actor_id, payload)
     select $1, v.id, coalesce(v.type, $3), coalesce(v.version, $5), to_timestamp(coalesce(v.at, $7) / 1000), coalesce(v.account, $9::uuid), coalesce(v.claim, $11), coalesce(v.correlation, $16::uuid),
       coalesce(v.actor_type, $13), coalesce(v.actor_id, $15), coalesce(v.payload::json, $20::json)
     from unnest($2::uuid[], $4::text[], $6::smallint[], $8::float8[], $10::uuid[], $12::text[], $14::text[], $17::text[], $19::uuid[], ${jsons('$18')})
       as v(id, type, version, at, account, claim, actor_type, actor_id, correlation, payload)`,
    [
      tx.clientId,
      list(stored.map((event) => event.messageId)),
      type.all,
      type.list,
      version.all,
      version.list,
      at.all,
      at.list,
      account.all,
      account.list,
      claim.all,
      claim.list,
      actorType.all,
      actorType.list,
      actorId.all,
      correlation.all,
      actorId.list,
      payload.list,
      correlation.list,
      payload.all,
    ],
  );
  tx.later(appending);
  notify(tx, stored.length > NOTIFY_EACH ? 'many' : stored.map((event) => event.messageId));
  const types = stored.map((event) => event.messageType);
  for (const hear of heard) hear(tx.clientId, types);
  for (const consumer of consumers) {
    const matching = stored.filter((event) => consumer.types.has(event.messageType));
    if (matching.length > 0) await consumer.run(tx, matching);
  }
  return stored;
}

/**
 * Appends what a query finds, for the tens of thousands of events of a bulk write that should not travel through this process.
 * @param select gives message_id, message_type, emit_time, account_id, external_claim_ref, payload. @param types every type it may give:
 * only when something reacts to one of them, or a test looks, are the rows read back.
 */
export async function appendEventsFrom(
  tx: Tx,
  types: readonly EventType[],
  select: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const next = values.length;
  const reacting = consumers.filter((consumer) => types.some((type) => consumer.types.has(type)));
  const rows = await tx.sql<StoredEvent & { emitTime: never }>(
    `insert into event (client_id, message_id, message_type, message_version, emit_time, account_id, external_claim_ref, payload, correlation_id, actor_type, actor_id)
     select $${next + 1}, message_id, message_type, ${versionSql(types)}, emit_time, account_id, external_claim_ref, payload, $${next + 2}::uuid, $${next + 3}, $${next + 4}
     from (${select}) as fact
     ${
       reacting.length > 0 || check !== null
         ? `returning client_id as "clientId", message_id as "messageId", message_type as "messageType", message_version as "messageVersion",
            emit_time as "emitTime", account_id as "accountId", external_claim_ref as "externalClaimRef", correlation_id as "correlationId",
            actor_type as "actorType", actor_id as "actorId", payload`
         : ''
     }`,
    [...values, tx.clientId, tx.correlationId, tx.actor.type, tx.actor.id],
  );
  notifyMany(tx);
  for (const hear of heard) hear(tx.clientId, types);
  const stored = rows.map((row): StoredEvent => ({ ...row, emitTime: new Date(row.emitTime).getTime() as Instant }));
  checked(stored);
  for (const consumer of reacting) {
    const matching = stored.filter((event) => consumer.types.has(event.messageType));
    if (matching.length > 0) await consumer.run(tx, matching);
  }
}

/** SQL: the version in which a fact's kind is written. */
function versionSql(types: readonly EventType[]): string {
  const raised = types.filter((type) => RAISED.has(type));
  return raised.length === 0
    ? '1'
    : `case message_type ${raised.map((type) => `when '${type}' then ${RAISED.get(type)}`).join(' ')} else 1 end`;
}

/** What a listener of the channel is told: the ids to read, or that there were many. */
export interface EventNotification {
  readonly clientId: Uuid;
  readonly messageIds: readonly Uuid[] | 'many';
}

/** Tells the listeners that the log has many new events of the client. */
export const notifyMany = (tx: Tx): void => notify(tx, 'many');

function notify(tx: Tx, messageIds: EventNotification['messageIds']): void {
  tx.notify(EVENT_CHANNEL, JSON.stringify({ clientId: tx.clientId, messageIds } satisfies EventNotification));
}
