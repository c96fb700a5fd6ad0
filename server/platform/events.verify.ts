/** Recomputes a client's chain of seals from the log as it stands, and names what does not fit (docs/decisions/audit.md). */
import type { Uuid } from '../../core/id.ts';
import { HOUR, type Instant, isoInstant } from '../../core/time.ts';
import { DIGEST, ERASED, KEPT_BYTES, keptOf, LATE, linkHash, SEALED_DIGEST, sealedUntil } from './events.seal.ts';
import { type Database, inClient, type Reading, type Tx } from './tenancy.ts';
import { momentOf } from './timedIds.ts';

/** Links, and with them at most so many times 20,000 events, that one statement recomputes. */
const LINKS = 10;
/** Rows one fetch takes out of a cursor. */
const FETCH = 10_000;

/** The type of the event that tells of an erasure. */
export const ERASURE_NOTICE = 'personalDataErased';

export interface Finding {
  readonly clientId: Uuid;
  /** Null when the event is in no link, or the finding is about the whole chain. */
  readonly link: number | null;
  /** Null when the link itself is wrong. */
  readonly event: Uuid | null;
  readonly what: string;
}

export interface Verified {
  readonly links: number;
  /** Sealed events. */
  readonly events: number;
  /** Events that the next seals will hold. */
  readonly waiting: number;
  /** Events whose payload was erased, and whose erasure is sealed. */
  readonly erased: number;
  /** The newest link's hash: kept elsewhere, it shows later that the chain was not rewritten as a whole. Null while nothing is sealed. */
  readonly newest: string | null;
  readonly findings: number;
}

interface LinkRow {
  readonly seal_no: number;
  readonly hash: string;
  readonly sealed_at: Date;
  readonly hints: Buffer;
  readonly events: number;
  readonly digests: Buffer | null;
  readonly missing: Uuid[] | null;
}

/**
 * Reads the whole log of a client as a stream: memory does not grow with it.
 * @param expected hashes that the chain must still contain. @param tell hears of everything that does not fit, as it is found.
 */
export async function verifyClient(
  database: Database,
  clientId: Uuid,
  expected: readonly string[],
  tell: (finding: Finding) => void,
): Promise<Verified> {
  let findings = 0;
  const report = (link: number | null, event: Uuid | null, what: string) => {
    findings++;
    tell({ clientId, link, event, what });
  };
  return inClient(
    database,
    clientId,
    async (tx) => {
      const chain = await verifyLinks(tx, new Set(expected), report);
      const erased = await verifyErased(tx, report);
      const waiting = await verifyUnsealed(tx, report);
      return { ...chain, erased, waiting, findings };
    },
    { readOnly: true, lengthy: true },
  );
}

type Report = (link: number | null, event: Uuid | null, what: string) => void;

async function verifyLinks(tx: Tx, expected: Set<string>, report: Report): Promise<Pick<Verified, 'links' | 'events' | 'newest'>> {
  let [links, events, sealNo, previous] = [0, 0, 0, ''];
  for (;;) {
    const rows = await tx.sql<LinkRow & Record<string, unknown>>(
      // The event is fetched by its key for each id: a join of whole tables would be chosen for large links and repeated for each.
      `select s.seal_no, s.hash, s.sealed_at, s.digests as hints, cardinality(s.message_ids) as events, found.digests, found.missing
       from (select * from event_seal where client_id = $1 and seal_no > $2 order by seal_no limit ${LINKS}) s
       cross join lateral (
         select string_agg(coalesce(digest, decode(repeat('00', 32), 'hex')), ''::bytea order by n) as digests,
           array_agg(id order by n) filter (where digest is null) as missing
         from unnest(s.message_ids) with ordinality as sealed(id, n)
         left join lateral (select ${SEALED_DIGEST} as digest from event e ${ERASED} where e.client_id = $1 and e.message_id = sealed.id offset 0) as one on true
       ) as found
       order by s.seal_no`,
      [tx.clientId, sealNo],
    );
    for (const row of rows) {
      if (row.seal_no > sealNo + 1) report(sealNo + 1, null, `links ${sealNo + 1} to ${row.seal_no - 1} are gone`);
      await verifyLink(tx, row, previous, report);
      [sealNo, previous] = [row.seal_no, row.hash];
      links++;
      events += row.events;
      expected.delete(row.hash);
    }
    if (rows.length === 0) break;
  }
  for (const hash of expected) report(null, null, `the chain does not contain ${hash}: it was rewritten, or its end was cut off`);
  return { links, events, newest: links > 0 ? previous : null };
}

async function verifyLink(tx: Reading, row: LinkRow, previous: string, report: Report): Promise<void> {
  const digests = row.digests ?? new Uint8Array();
  const sealedAt = row.sealed_at.getTime() as Instant;
  const fits = linkHash({ clientId: tx.clientId, sealNo: row.seal_no, sealedAt, previous, digests }) === row.hash;
  const gone = new Set(row.missing ?? []);
  for (const id of gone) report(row.seal_no, id, 'the event is gone');
  const kept = Buffer.from(keptOf(digests));
  const altered = kept.equals(row.hints) ? [] : (await alteredOf(tx, row, kept)).filter((id) => !gone.has(id));
  if (fits && (altered.length > 0 || kept.length !== row.hints.length))
    report(row.seal_no, null, 'the link’s copy of the digests was altered');
  else for (const id of altered) report(row.seal_no, id, 'the event was altered');
  if (!fits && gone.size === 0 && altered.length === 0)
    report(row.seal_no, null, 'the link was altered, or the link before it; events and links do not fit its hash');
}

/** @returns the events whose digest is another one than the link kept. */
async function alteredOf(tx: Reading, row: LinkRow, kept: Buffer): Promise<Uuid[]> {
  const [link] = await tx.sql<{ message_ids: Uuid[] }>('select message_ids from event_seal where client_id = $1 and seal_no = $2', [
    tx.clientId,
    row.seal_no,
  ]);
  const part = (bytes: Buffer, event: number) => bytes.subarray(event * KEPT_BYTES, (event + 1) * KEPT_BYTES);
  return (link?.message_ids ?? []).filter((_, event) => !part(kept, event).equals(part(row.hints, event)));
}

/** @returns how many events wait for the next seals; those that should have been sealed long since are reported. */
async function verifyUnsealed(tx: Tx, report: Report): Promise<number> {
  const until = await sealedUntil(tx);
  const overdue = until === null ? Date.now() - HOUR : until - LATE;
  let waiting = 0;
  await tx.sql(
    `declare unsealed no scroll cursor for
     select message_id from event where client_id = $1 except select unnest(message_ids) from event_seal where client_id = $1`,
    [tx.clientId],
  );
  for (;;) {
    const rows = await tx.sql<{ message_id: Uuid }>(`fetch ${FETCH} from unsealed`);
    if (rows.length === 0) return waiting;
    for (const { message_id: id } of rows) {
      const made = momentOf(id);
      if (made !== null && made < overdue)
        report(
          null,
          id,
          until === null ? 'nothing is sealed' : `the event is in no link, though the log is sealed until ${isoInstant(until)}`,
        );
      else waiting++;
    }
  }
}

/** The covered rows of a notice as one digest, in the order of their ids; erase_events (database.sql) writes the same into the notice. */
const COVERED = `encode(sha256(coalesce(string_agg(uuid_send(x.message_id) || x.digest || x.erased_digest, ''::bytea order by x.message_id), ''::bytea)), 'hex')`;

/**
 * An erased event holds nothing but the erasure's id, is what it was made then, and its notice tells of exactly the events that name it.
 * The notice is an event of the chain: an alteration that is dressed up as an erasure lacks it, or does not fit it.
 * @returns how many events were erased.
 */
async function verifyErased(tx: Reading, report: Report): Promise<number> {
  const [row] = await tx.sql<{ count: number }>('select count(*)::int as count from event_erasure where client_id = $1', [tx.clientId]);
  const misfits = await tx.sql<{ message_id: Uuid; what: string }>(
    `select * from (
       select x.message_id, case
         when e.message_id is null then 'the erased event is gone'
         when n.message_id is null then 'the event was altered: it is called erased, and no erasure tells of it'
         when ${DIGEST} <> x.erased_digest or e.payload::text <> json_build_object('erased', n.payload ->> 'erasureId')::text then 'the event was altered after it was erased'
       end as what
       from event_erasure x left join event e on e.client_id = $1 and e.message_id = x.message_id
       left join event n on n.client_id = $1 and n.message_id = x.notice_id and n.message_type = '${ERASURE_NOTICE}'
       where x.client_id = $1) as looked
     where what is not null order by message_id limit ${FETCH}`,
    [tx.clientId],
  );
  for (const { message_id, what } of misfits) report(null, message_id, what);
  const notices = await tx.sql<{ message_id: Uuid }>(
    `select n.message_id from event n
     cross join lateral (select count(*) as events, ${COVERED} as digest from event_erasure x where x.client_id = $1 and x.notice_id = n.message_id) as covered
     where n.client_id = $1 and n.message_type = '${ERASURE_NOTICE}'
       and (n.payload ->> 'digest', n.payload ->> 'events') is distinct from (covered.digest, covered.events::text)
     order by n.message_id`,
    [tx.clientId],
  );
  for (const { message_id } of notices) report(null, message_id, 'the events that were erased are not those that this erasure tells of');
  return row?.count ?? 0;
}
