/**
 * Seals the log: every event goes into a link of its client's chain, and each link's hash covers the link before it, so that an altered,
 * removed or reordered event shows (docs/decisions/audit.md). Sealing follows the log from behind; whoever writes events knows nothing of it.
 */
import { createHash } from 'node:crypto';
import type { Uuid } from '../../core/id.ts';
import { DAY, type Instant, isoInstant, MINUTE } from '../../core/time.ts';
import { defineJob } from './jobs.ts';
import { allClients, type Database, inClient, type Reading, type Tx } from './tenancy.ts';
import { idAt, isTimed, momentOf } from './timedIds.ts';

/** Events of one link at most. */
const LINK = 20_000;
/** Ids looked at in one transaction. */
const LOOK = 200_000;
/** Ids carry the wall clock of their making; a transaction that lasts up to this long is still found by the next look. */
export const LATE = 5 * MINUTE;
/** Stragglers of longer transactions are sealed by the nightly look as long as their ids are no older; an older one was slipped in. */
const STRAGGLES = 2 * DAY;
/** Bytes of a digest that a link keeps of each event. */
export const KEPT_BYTES = 8;

/**
 * The digest of an event `e`: SHA-256 over the UTF-8 text of the JSON array of all its columns, the payload as it was written.
 * Every column of the table stands here; a test compares.
 */
export const DIGESTED = [
  'client_id',
  'message_id',
  'message_type',
  'message_version',
  'emit_time',
  'account_id',
  'external_claim_ref',
  'correlation_id',
  'actor_type',
  'actor_id',
  'payload',
] as const;
export const DIGEST = `sha256(convert_to(json_build_array(${DIGESTED.map((column) =>
  column === 'emit_time' ? '(extract(epoch from e.emit_time) * 1000)::bigint' : `e.${column}`,
).join(', ')})::text, 'UTF8'))`;

/** The digest that the chain knows an event `e` by: the one it had before its payload was erased, if it was; `x` is its row of event_erasure. */
export const SEALED_DIGEST = `coalesce(x.digest, ${DIGEST})`;
export const ERASED = 'left join event_erasure x on x.client_id = e.client_id and x.message_id = e.message_id';

export interface Link {
  readonly clientId: Uuid;
  readonly sealNo: number;
  readonly sealedAt: Instant;
  /** Of the link before; empty for the first. */
  readonly previous: string;
  /** Digests of the events, 32 bytes each, in the link's order. */
  readonly digests: Uint8Array;
}

/** @returns the link's hash in hex. */
export function linkHash({ clientId, sealNo, sealedAt, previous, digests }: Link): string {
  return createHash('sha256')
    .update(`${previous}\n${clientId}\n${sealNo}\n${isoInstant(sealedAt)}\n`)
    .update(digests)
    .digest('hex');
}

/** @returns the first bytes of each digest. */
export function keptOf(digests: Uint8Array): Uint8Array {
  const kept = new Uint8Array((digests.length / 32) * KEPT_BYTES);
  for (let event = 0; event * 32 < digests.length; event++)
    kept.set(digests.subarray(event * 32, event * 32 + KEPT_BYTES), event * KEPT_BYTES);
  return kept;
}

/** @returns when the youngest sealed event was made; null while nothing is sealed. */
export async function sealedUntil(tx: Reading): Promise<Instant | null> {
  const [row] = await tx.sql<{ latest: Uuid }>(
    `select latest from (
       select (select id from unnest(message_ids) as id where ${isTimed('id')} and id < $2 order by id desc limit 1) as latest
       from event_seal where client_id = $1 order by seal_no desc) as link
     where latest is not null limit 1`,
    [tx.clientId, idAt(Date.now() + DAY)],
  );
  return row ? momentOf(row.latest) : null;
}

interface Last {
  readonly seal_no: number;
  readonly hash: string;
  readonly sealed_at: Date;
}

interface Found {
  readonly missing: readonly Uuid[];
  /** Where to look on; null at the end. */
  readonly after: Uuid | null;
}

/**
 * Puts every committed event of a client that is in no link yet into the next links. Any number of processes may do this at once: they
 * take turns. @param whole looks at the whole log instead of its end. @returns how many events were sealed.
 */
export async function sealClient(database: Database, clientId: Uuid, { whole = false, size = LINK } = {}): Promise<number> {
  let count = 0;
  let isFirst = false;
  for (let after: Uuid | null = null; ; ) {
    const found: Found = await inClient(database, clientId, async (tx) => {
      await tx.sql(`select pg_advisory_xact_lock(hashtextextended('event seal ' || $1, 0))`, [clientId]);
      const [last] = await tx.sql<Last & Record<string, unknown>>(
        'select seal_no, hash, sealed_at from event_seal where client_id = $1 order by seal_no desc limit 1',
        [clientId],
      );
      isFirst ||= !last;
      const next = whole ? await findAnywhere(tx) : await findAtEnd(tx, after);
      await seal(tx, next.missing, last, size);
      return next;
    });
    count += found.missing.length;
    after = found.after;
    if (after === null) break;
  }
  // The first links of a log with a past: ids without a time stand anywhere.
  return isFirst && !whole && count > 0 ? count + (await sealClient(database, clientId, { whole: true, size })) : count;
}

/** From some minutes before the youngest sealed event on. */
async function findAtEnd(tx: Tx, after: Uuid | null): Promise<Found> {
  const until = (await sealedUntil(tx)) ?? 0;
  const from = idAt(until - LATE);
  const [row] = await tx.sql<{ seen: number; last: Uuid; missing: Uuid[] }>(
    `with candidate as materialized (
       select message_id from event where client_id = $1 and message_id > $2::uuid and message_id < $3::uuid order by message_id limit $4)
     select (select count(*)::int from candidate) as seen, (select message_id from candidate order by message_id desc limit 1) as last,
       array(select message_id from candidate
         except select unnest(message_ids) from event_seal where client_id = $1 and seal_no > coalesce(
           (select seal_no from event_seal where client_id = $1 and sealed_at < $5 order by seal_no desc limit 1), 0)
         order by 1) as missing`,
    [tx.clientId, after ?? from, idAt(Date.now() + DAY), LOOK, isoInstant(Math.max(0, until - 2 * LATE) as Instant)],
  );
  return { missing: row?.missing ?? [], after: row && row.seen === LOOK ? row.last : null };
}

/** Everywhere: what long transactions and imported histories left behind the end. What carries an old time and comes only now stays out. */
async function findAnywhere(tx: Tx): Promise<Found> {
  const oldest = idAt(Math.min(Date.now() - STRAGGLES, ((await sealedUntil(tx)) ?? 0) - LATE));
  const rows = await tx.sql<{ message_id: Uuid }>(
    `select message_id from event where client_id = $1 and (message_id > $2::uuid or not ${isTimed('message_id')})
     except select unnest(message_ids) from event_seal where client_id = $1 order by 1 limit $3`,
    [tx.clientId, oldest, LOOK],
  );
  return { missing: rows.map((row) => row.message_id), after: rows.length === LOOK ? oldest : null };
}

/** Appends links that hold the events. */
async function seal(tx: Tx, ids: readonly Uuid[], last: Last | undefined, size: number): Promise<void> {
  let [sealNo, previous] = [last?.seal_no ?? 0, last?.hash ?? ''];
  const sealedAt = Math.max(Date.now(), last?.sealed_at.getTime() ?? 0) as Instant;
  for (let from = 0; from < ids.length; from += size) {
    const part = ids.slice(from, from + size);
    const [row] = await tx.sql<{ digests: Buffer }>(
      `select string_agg(${SEALED_DIGEST}, ''::bytea order by e.message_id) as digests from event e ${ERASED} where e.client_id = $1 and e.message_id = any($2::uuid[])`,
      [tx.clientId, part],
    );
    if (row?.digests.length !== part.length * 32) throw new Error('an event to be sealed is gone');
    const hash: string = linkHash({ clientId: tx.clientId, sealNo: ++sealNo, sealedAt, previous, digests: row.digests });
    await tx.sql('insert into event_seal (client_id, seal_no, message_ids, digests, hash, sealed_at) values ($1, $2, $3, $4, $5, $6)', [
      tx.clientId,
      sealNo,
      part,
      keptOf(row.digests),
      hash,
      isoInstant(sealedAt),
    ]);
    previous = hash;
  }
}

/** Every minute: what was written since. */
export const sealJob = defineJob({
  name: 'events.seal',
  cron: '* * * * *',
  run: async (_payload: object, database, signal) => {
    for (const clientId of await allClients(database)) if (!signal?.aborted) await sealClient(database, clientId);
  },
});

/** Every night: stragglers. An import of past facts asks for it when it is done. */
export const sealSweepJob = defineJob<{ clientId?: Uuid }>({
  name: 'events.seal.sweep',
  cron: '41 2 * * *',
  run: async ({ clientId }, database, signal) => {
    for (const each of clientId ? [clientId] : await allClients(database))
      if (!signal?.aborted) await sealClient(database, each, { whole: true });
  },
});
