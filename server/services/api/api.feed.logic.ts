/**
 * The events that programs read by a cursor. A follower numbers them in the order in which it comes by them, so that an event which was committed
 * late has a number behind those that were read before, and whoever reads on from a number gets every event once (docs/decisions/api.md).
 */
import { auditPlace } from '../../../core/audit.ts';
import { EVENTS } from '../../../core/events/events.ts';
import { fault, invalid } from '../../../core/fault.ts';
import { DAY, type Instant, instant, isoInstant } from '../../../core/time.ts';
import { beginFollowing, defineFollower, endFollowing } from '../../platform/follow.ts';
import type { Tx } from '../../platform/tenancy.ts';

const FOLLOWER = 'api.feed';
/** For so long an event can be read in the feed, milliseconds. */
export const FEED_KEPT = 30 * DAY;
const MOST_ITEMS = 500;

/** What is about accounts: programs hear nothing of staff, roles and settings. */
export const FEED_TYPES: readonly string[] = Object.keys(EVENTS).filter((type) => auditPlace(type).module.about === 'accounts');
const known: ReadonlySet<string> = new Set(FEED_TYPES);

const READERS = `select from api_key where client_id = $1 and 'events:read' = any(scopes) and revoked_at is null and expires_at > now()`;

defineFollower({
  name: FOLLOWER,
  types: FEED_TYPES,
  wants: async (tx) => {
    const [row] = await tx.sql<{ is_read: boolean }>(`select exists (${READERS}) as is_read`, [tx.clientId]);
    return row?.is_read ? FEED_TYPES : [];
  },
  // The follower's place is locked meanwhile: nobody else numbers.
  run: async (tx, events) => {
    await tx.sql(
      `insert into api_feed (client_id, position, message_id, added_at)
       select $1, coalesce((select max(position) from api_feed where client_id = $1), 0) + v.place, v.id, $3
       from unnest($2::uuid[]) with ordinality as v(id, place)`,
      [tx.clientId, events.map(({ messageId }) => messageId), isoInstant(Date.now() as Instant)],
    );
  },
});

/** Lets the feed begin with what is appended from now on, unless it has begun. */
export const beginFeed = (tx: Tx): Promise<void> => beginFollowing(tx, FOLLOWER);

/** Ends the feed when no key reads it any more; the next such key begins another one behind it. */
export async function endFeedWithoutReaders(tx: Tx): Promise<void> {
  const [row] = await tx.sql<{ is_read: boolean }>(`select exists (${READERS}) as is_read`, [tx.clientId]);
  if (!row?.is_read) await endFollowing(tx, FOLLOWER);
}

/** Forgets what is older than it is kept. The last number stays: others count on from it. */
export async function forgetOldFeed(tx: Tx): Promise<void> {
  await tx.sql(
    `delete from api_feed where client_id = $1 and added_at < $2 and position < (select max(position) from api_feed where client_id = $1)`,
    [tx.clientId, isoInstant((Date.now() - FEED_KEPT) as Instant)],
  );
}

export interface FeedRequest {
  readonly after?: string | null;
  readonly types?: readonly string[] | null;
  readonly limit?: number | null;
}

interface FeedRow {
  readonly position: bigint;
  readonly message_id: string;
  readonly message_type: string;
  readonly message_version: number;
  readonly emit_time: Date;
  readonly account_id: string | null;
  readonly external_claim_ref: string | null;
  readonly correlation_id: string | null;
  readonly actor_type: string;
  readonly actor_id: string | null;
  readonly payload: Record<string, unknown>;
}

const writeCursor = (position: number) => Buffer.from(`feed:${position}`).toString('base64url');

function readCursor(cursor: string): number {
  const [, position] = /^feed:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (position === undefined) throw invalid('after', 'apiCursorWrong');
  return Number(position);
}

/** @returns events behind a cursor and the cursor to go on with. @throws Fault INVALID_INPUT naming the argument, CONFLICT when the cursor is too old. */
export async function readFeed(tx: Tx, { after, types, limit }: FeedRequest) {
  const most = limit ?? 100;
  if (most < 1 || most > MOST_ITEMS) throw invalid('limit', 'pageSize', { most: MOST_ITEMS });
  const unknown = types?.find((type) => !known.has(type));
  if (unknown !== undefined) throw invalid('types', 'unknownName', { name: unknown.slice(0, 60) });
  const [ends] = await tx.sql<{ first: bigint | null; last: bigint | null }>(
    'select min(position) as first, max(position) as last from api_feed where client_id = $1',
    [tx.clientId],
  );
  const [first, last] = [Number(ends?.first ?? 1), Number(ends?.last ?? 0)];
  const from = after ? readCursor(after) : first - 1;
  if (from > last) throw invalid('after', 'apiCursorWrong');
  if (from < first - 1) throw fault('CONFLICT', 'apiCursorOld', {}, 'after');
  const rows = await tx.sql<FeedRow>(
    `select f.position, e.message_id, e.message_type, e.message_version, e.emit_time, e.account_id, e.external_claim_ref, e.correlation_id,
       e.actor_type, e.actor_id, e.payload
     from api_feed f join event e on e.client_id = f.client_id and e.message_id = f.message_id
     where f.client_id = $1 and f.position > $2 and f.position <= $3 and ($4::text[] is null or e.message_type = any($4::text[]))
     order by f.position limit $5`,
    [tx.clientId, from, last, types ?? null, most],
  );
  // With all that was asked for read, whoever goes on needn't look at what was passed over.
  const next = rows.length === most ? Number(rows.at(-1)?.position ?? from) : Math.max(from, last);
  return { items: rows.map(presentEvent), next: writeCursor(next) };
}

function presentEvent(row: FeedRow) {
  return {
    id: row.message_id,
    type: row.message_type,
    version: row.message_version,
    at: instant(row.emit_time),
    accountId: row.account_id,
    externalClaimRef: row.external_claim_ref,
    correlationId: row.correlation_id,
    actorType: row.actor_type,
    actorId: row.actor_id,
    payload: row.payload,
  };
}
