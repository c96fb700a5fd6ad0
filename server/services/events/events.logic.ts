/** Reads the event log: an account's timeline and a claim's. */
import { EVENT_TYPES, type EventCategory } from '../../../core/events/catalogue.ts';
import { invalid } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaimAccountId } from '../account/ground/lookup.logic.ts';

/** Events a page holds, at most and when nothing is said. */
const MAX_SIZE = 200;
const DEFAULT_SIZE = 50;
const MOST_TEXT = 200;

export interface EventFilters {
  readonly categories?: readonly string[] | null;
  readonly externalClaimRefs?: readonly string[] | null;
  readonly actorTypes?: readonly string[] | null;
  readonly userIds?: readonly string[] | null;
  readonly createdAtRange?: MomentRange | null;
  readonly text?: string | null;
}

interface MomentRange {
  readonly from?: Instant | null;
  readonly to?: Instant | null;
}

interface Paging {
  readonly order?: 'asc' | 'desc' | null;
  readonly from?: number | null;
  readonly size?: number | null;
  readonly searchAfter?: string | null;
  readonly filters?: EventFilters | null;
}

export interface DiaryRequest extends Paging {
  readonly accountId: Uuid;
  readonly messageTypes?: readonly string[] | null;
  readonly userIds?: readonly Uuid[] | null;
  readonly partnerIds?: readonly string[] | null;
  readonly createdAtRange?: MomentRange | null;
}

export interface ClaimEventsRequest extends Paging {
  readonly externalClaimRef?: string | null;
  readonly accountId?: Uuid | null;
  readonly accountMessageFilters?: readonly string[] | null;
  readonly rawMessageFilters?: readonly string[] | null;
}

export interface EventRow {
  readonly client_id: Uuid;
  readonly message_id: Uuid;
  readonly message_type: string;
  readonly message_version: number;
  readonly emit_time: Date;
  readonly account_id: Uuid | null;
  readonly external_claim_ref: string | null;
  readonly correlation_id: Uuid | null;
  readonly actor_type: string;
  readonly actor_id: string | null;
  readonly payload: Record<string, unknown>;
  readonly prev_message_id?: Uuid | null;
}

export const EVENT_COLUMNS =
  'client_id, message_id, message_type, message_version, emit_time, account_id, external_claim_ref, correlation_id, actor_type, actor_id, payload';

const categoryByType = new Map<string, string>(
  Object.entries(EVENT_TYPES).flatMap(([category, types]) => types.map((type) => [type, category] as const)),
);

/** @returns the event in the contract's shape. */
export function presentEvent(row: EventRow) {
  return {
    attributes: {
      clientId: row.client_id,
      emitTime: instant(row.emit_time),
      messageId: row.message_id,
      prevMessageId: row.prev_message_id ?? null,
      messageType: row.message_type,
      messageVersion: row.message_version,
      category: categoryByType.get(row.message_type) ?? 'other',
      externalClaimRef: row.external_claim_ref,
      accountId: row.account_id,
      correlationId: row.correlation_id,
      userId: row.actor_type === 'user' ? row.actor_id : null,
      actorType: row.actor_type,
      actorId: row.actor_id,
    },
    // A strategy's own events name strategy and run as their actor and their correlation only: there are many of them.
    payload: row.actor_type === 'strategy' ? { blueprintId: row.actor_id, runId: row.correlation_id, ...row.payload } : row.payload,
  };
}

/** The conditions of a statement with their values, numbered as they come. */
function conditions(clientId: Uuid) {
  const values: unknown[] = [clientId];
  const parts = ['client_id = $1'];
  const value = (next: unknown) => `$${values.push(next)}`;
  return { values, parts, value };
}
type Conditions = ReturnType<typeof conditions>;

/** @returns one page of an account's timeline; an unknown account has none. @throws Fault INVALID_INPUT naming the argument */
export async function readDiary(tx: Tx, request: DiaryRequest) {
  if (!isUuid(request.accountId)) return { events: [], searchAfter: null };
  const where = conditions(tx.clientId);
  where.parts.push(`account_id = ${where.value(request.accountId)}`);
  if (request.messageTypes) where.parts.push(`message_type = any(${where.value(request.messageTypes)}::text[])`);
  by(where, request.userIds);
  if (request.partnerIds) where.parts.push(`payload->>'partnerId' = any(${where.value(request.partnerIds)}::text[])`);
  within(where, request.createdAtRange);
  return readPage(tx, where, request);
}

function by({ parts, value }: Conditions, userIds: readonly string[] | null | undefined): void {
  if (userIds) parts.push(`actor_type = 'user' and actor_id = any(${value(userIds)}::text[])`);
}

function within({ parts, value }: Conditions, range: MomentRange | null | undefined): void {
  const { from, to } = range ?? {};
  if (from != null) parts.push(`emit_time >= ${value(isoInstant(from))}::timestamptz`);
  if (to != null) parts.push(`emit_time < ${value(isoInstant(to))}::timestamptz`);
}

/** SQL of the claims that an event about several of them names. */
const SEVERAL = "payload::jsonb -> 'claimRefs'";
/** @param refs SQL of the claims, a list. @returns SQL of the events about one of them, alone or with others. */
const aboutClaims = (refs: string) =>
  `(external_claim_ref = any(${refs}::text[]) or (external_claim_ref is null and ${SEVERAL} ?| ${refs}::text[]))`;

/**
 * @returns one page of a claim's timeline, or of all claims of an account. The account is found through the claim, because the log is
 * indexed by account. @throws Fault INVALID_INPUT when neither claim nor account is named
 */
export async function readClaimEvents(tx: Tx, request: ClaimEventsRequest) {
  const { externalClaimRef, accountMessageFilters, rawMessageFilters } = request;
  if (!externalClaimRef && !request.accountId) throw invalid('externalClaimRef', 'accountOrClaim');
  const accountId = externalClaimRef ? await findClaimAccountId(tx, externalClaimRef) : request.accountId;
  if (!accountId || !isUuid(accountId) || (request.accountId && request.accountId !== accountId)) return { events: [], searchAfter: null };
  const where = conditions(tx.clientId);
  where.parts.push(`account_id = ${where.value(accountId)}`);
  const own = externalClaimRef
    ? aboutClaims(where.value([externalClaimRef]))
    : `(external_claim_ref is not null or ${SEVERAL} is not null)`;
  where.parts.push(
    accountMessageFilters?.length
      ? `(${own} or (external_claim_ref is null and message_type = any(${where.value(accountMessageFilters)}::text[])))`
      : own,
  );
  if (rawMessageFilters) where.parts.push(`message_type = any(${where.value(rawMessageFilters)}::text[])`);
  return readPage(tx, where, request);
}

async function readPage(tx: Tx, where: Conditions, paging: Paging) {
  const { parts, value, values } = where;
  const size = paging.size ?? DEFAULT_SIZE;
  const from = paging.from ?? 0;
  if (size < 1 || size > MAX_SIZE) throw invalid('size', 'pageSize', { most: MAX_SIZE });
  if (from < 0) throw invalid('from', 'pageStart', { first: 0 });
  const { categories, externalClaimRefs, actorTypes, userIds, createdAtRange } = paging.filters ?? {};
  const text = paging.filters?.text?.trim() ?? '';
  if (text.length > MOST_TEXT) throw invalid('filters.text', 'atMostCharacters', { number: MOST_TEXT });
  by(where, userIds);
  within(where, createdAtRange);
  if (text !== '') {
    const words = `${value(text.replace(/[\\%_]/g, '\\$&'))}::text`;
    // What an event says are the values of its payload; its field names are nobody's words.
    parts.push(
      `(external_claim_ref ilike '%' || ${words} || '%' or exists (select from jsonb_path_query(payload::jsonb, '$.** ? (@.type() == "string")') said where said #>> '{}' ilike '%' || ${words} || '%'))`,
    );
  }
  if (categories) parts.push(`message_type = any(${value(categories.flatMap(typesOf))}::text[])`);
  if (externalClaimRefs) parts.push(aboutClaims(value(externalClaimRefs)));
  if (actorTypes) parts.push(`actor_type = any(${value(actorTypes)}::text[])`);
  const direction = paging.order === 'asc' ? 'asc' : 'desc';
  if (paging.searchAfter) {
    const after = readCursor(paging.searchAfter);
    const beyond = direction === 'asc' ? '>' : '<';
    parts.push(`(emit_time, message_id) ${beyond} (${value(after.emitTime)}::timestamptz, ${value(after.messageId)}::uuid)`);
  }
  const rows = await tx.sql<EventRow>(
    `select ${EVENT_COLUMNS} from event where ${parts.join(' and ')}
     order by emit_time ${direction}, message_id ${direction} limit ${value(size + 1)} offset ${value(paging.searchAfter ? 0 : from)}`,
    values,
  );
  const events = rows.slice(0, size);
  const last = events.at(-1);
  return {
    events: events.map(presentEvent),
    searchAfter: rows.length > size && last ? `${last.emit_time.toISOString()}/${last.message_id}` : null,
  };
}

function typesOf(category: string): readonly string[] {
  const types = Object.hasOwn(EVENT_TYPES, category) ? EVENT_TYPES[category as EventCategory] : undefined;
  if (!types) throw invalid('filters.categories', 'unknownName', { name: category.slice(0, 40) });
  return types;
}

function readCursor(cursor: string): { emitTime: string; messageId: string } {
  const [emitTime = '', messageId] = cursor.split('/');
  if (!isUuid(messageId) || !Number.isFinite(Date.parse(emitTime))) throw invalid('searchAfter', 'pageEndUnknown');
  return { emitTime, messageId };
}
