/** What programs propose and people decide (docs/decisions/mcp.md). */
import { createHash } from 'node:crypto';
import { and, desc, eq, gt, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY, type Instant, isoInstant } from '../../../core/time.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { apiProposal } from './api.tables.ts';

/** How long a proposal waits for somebody, milliseconds. */
const OPEN_FOR = 7 * DAY;
/** How long what became of one is kept, milliseconds. */
const KEPT = 365 * DAY;
/** Open ones of a client. */
const MOST_OPEN = 200;
const MOST_WORDS = 1000;
const MOST_SIZE = 200;

export type ProposalRow = typeof apiProposal.$inferSelect;
export type ProposalStatus = 'open' | 'confirmed' | 'rejected' | 'expired';

/** Time by the wall clock, as of the keys that propose. */
const wallClock = () => Date.now() as Instant;

export function statusOf({ status, expiresAt }: Pick<ProposalRow, 'status' | 'expiresAt'>, at = wallClock()): ProposalStatus {
  return status === 'open' && expiresAt <= at ? 'expired' : status;
}

export interface NewProposal {
  readonly keyId: Uuid;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly accountId: Uuid | null;
  readonly externalClaimRef: string | null;
}

/**
 * Notes a proposal. The same one of the same key while it is open is the one that there is.
 * @throws Fault INVALID_INPUT (reason), CONFLICT when too many are open
 */
export async function propose(tx: Tx, { keyId, operation, input, reason, accountId, externalClaimRef }: NewProposal): Promise<ProposalRow> {
  const words = wordsOf('reason', reason);
  const digest = createHash('sha256')
    .update(canonical([keyId, operation, input]))
    .digest();
  // Two at once must not both find room.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:proposals`]);
  const at = wallClock();
  const open = and(eq(apiProposal.clientId, tx.clientId), eq(apiProposal.status, 'open'), gt(apiProposal.expiresAt, at));
  const [same] = await tx.db
    .select()
    .from(apiProposal)
    .where(and(open, eq(apiProposal.digest, digest)));
  if (same) return same;
  if ((await tx.db.$count(apiProposal, open)) >= MOST_OPEN) throw fault('CONFLICT', 'proposalsMost', { number: MOST_OPEN });
  const [row] = await tx.db
    .insert(apiProposal)
    .values({
      clientId: tx.clientId,
      proposalId: uuidv7(),
      keyId,
      operation,
      input: { ...input },
      digest,
      reason: words,
      accountId,
      externalClaimRef,
      status: 'open',
      createdAt: at,
      expiresAt: (at + OPEN_FOR) as Instant,
    })
    .returning();
  await appendEvents(tx, [
    {
      messageType: 'changeProposed',
      ...aboutOf(row!),
      payload: { proposalId: row!.proposalId, operation, keyId, reason: words },
    },
  ]);
  return row!;
}

/**
 * Confirms a proposal with what it asks for, in one transaction: both or neither.
 * @param work does it. @returns the row as it is then. @throws Fault NOT_FOUND, CONFLICT when somebody was faster or its time is over
 */
export async function confirm(tx: Tx, proposalId: string, userId: Uuid, work: () => unknown): Promise<{ row: ProposalRow; done: unknown }> {
  const before = await lockOpen(tx, proposalId);
  const done = await work();
  const row = await decide(tx, before, { status: 'confirmed', decidedBy: userId, note: null });
  return { row, done };
}

/** Rejects a proposal. @param note why, up to 1,000 characters. @throws Fault NOT_FOUND, CONFLICT when somebody was faster or its time is over */
export async function reject(tx: Tx, proposalId: string, userId: Uuid, note: string | null): Promise<ProposalRow> {
  const words = note?.trim() ? wordsOf('note', note) : null;
  return decide(tx, await lockOpen(tx, proposalId), { status: 'rejected', decidedBy: userId, note: words });
}

async function decide(tx: Tx, before: ProposalRow, decision: Pick<ProposalRow, 'status' | 'decidedBy' | 'note'>): Promise<ProposalRow> {
  const { proposalId, operation, keyId } = before;
  const [row] = await tx.db
    .update(apiProposal)
    .set({ ...decision, decidedAt: wallClock() })
    .where(one(tx, proposalId))
    .returning();
  const payload = { proposalId, operation, keyId };
  const about = aboutOf(before);
  await appendEvents(tx, [
    decision.status === 'confirmed'
      ? { messageType: 'proposalConfirmed', ...about, payload }
      : { messageType: 'proposalRejected', ...about, payload: { ...payload, note: decision.note } },
  ]);
  return row!;
}

const one = (tx: Tx, proposalId: Uuid) => and(eq(apiProposal.clientId, tx.clientId), eq(apiProposal.proposalId, proposalId));
/** What a proposal causes belongs to it. */
const aboutOf = ({ accountId, externalClaimRef, proposalId }: ProposalRow) => ({ accountId, externalClaimRef, correlationId: proposalId });

/** @throws Fault NOT_FOUND */
export async function readProposal(tx: Tx, proposalId: string): Promise<ProposalRow> {
  const [row] = isUuid(proposalId) ? await tx.db.select().from(apiProposal).where(one(tx, proposalId)) : [];
  if (!row) throw notFound('proposalNotFound');
  return row;
}

async function lockOpen(tx: Tx, proposalId: string): Promise<ProposalRow> {
  const [row] = isUuid(proposalId) ? await tx.db.select().from(apiProposal).where(one(tx, proposalId)).for('update') : [];
  if (!row) throw notFound('proposalNotFound');
  requireOpen(row);
  return row;
}

/** @throws Fault CONFLICT for one that is decided or whose time is over. */
export function requireOpen(row: ProposalRow): void {
  const status = statusOf(row);
  if (status === 'expired') throw fault('CONFLICT', 'proposalExpired');
  if (status !== 'open') throw fault('CONFLICT', 'proposalDecided');
}

export interface ProposalFilter {
  readonly status?: ProposalStatus | null;
  readonly accountId?: Uuid | null;
  readonly keyId?: Uuid | null;
}

/** @param size 1 to 200. @param after proposalId of the last one of the page before. @returns a page, the newest first. */
export async function listProposals(
  tx: Tx,
  { status, accountId, keyId }: ProposalFilter,
  size: number,
  after: string | null,
): Promise<{ rows: readonly ProposalRow[]; next: string | null }> {
  if (!Number.isInteger(size) || size < 1 || size > MOST_SIZE) throw invalid('size', 'pageSize', { most: MOST_SIZE });
  if (after !== null && !isUuid(after)) throw invalid('searchAfter', 'apiCursorWrong');
  if (accountId && !isUuid(accountId)) return { rows: [], next: null };
  const rows = await tx.db
    .select()
    .from(apiProposal)
    .where(
      and(
        eq(apiProposal.clientId, tx.clientId),
        status ? ofStatus(status) : undefined,
        accountId ? eq(apiProposal.accountId, accountId) : undefined,
        keyId ? eq(apiProposal.keyId, keyId) : undefined,
        after === null ? undefined : lt(apiProposal.proposalId, after),
      ),
    )
    .orderBy(desc(apiProposal.proposalId))
    .limit(size + 1);
  const page = rows.slice(0, size);
  return { rows: page, next: rows.length > size ? page.at(-1)!.proposalId : null };
}

function ofStatus(status: ProposalStatus): SQL | undefined {
  const at = wallClock();
  if (status === 'open') return and(eq(apiProposal.status, 'open'), gt(apiProposal.expiresAt, at));
  if (status === 'expired') return and(eq(apiProposal.status, 'open'), lte(apiProposal.expiresAt, at));
  return eq(apiProposal.status, status);
}

/** @returns how many wait for somebody. */
export async function countOpen(tx: Tx): Promise<number> {
  return tx.db.$count(apiProposal, and(eq(apiProposal.clientId, tx.clientId), ofStatus('open')));
}

export interface Names {
  /** The account's debtor and its currency. */
  readonly accounts: ReadonlyMap<Uuid, { readonly name: string; readonly currency: string }>;
  readonly keys: ReadonlyMap<Uuid, string>;
  readonly users: ReadonlyMap<Uuid, string>;
}

/** @returns the names of whom proposals are about and of. */
export async function namesOf(tx: Tx, rows: readonly ProposalRow[]): Promise<Names> {
  const rowsOf = async <Row extends { name: string }>(text: string, ids: readonly (Uuid | null)[]) => {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    const found = wanted.length === 0 ? [] : await tx.sql<Row & { id: Uuid }>(text, [tx.clientId, wanted]);
    return new Map(found.map((row) => [row.id, row]));
  };
  const read = async (text: string, ids: readonly (Uuid | null)[]) =>
    new Map([...(await rowsOf(text, ids))].map(([id, { name }]) => [id, name]));
  return {
    accounts: await rowsOf<{ name: string; currency: string }>(
      'select account_id as id, debtor_name as name, currency from published.account where client_id = $1 and account_id = any($2::uuid[])',
      rows.map(({ accountId }) => accountId),
    ),
    keys: await read(
      'select key_id as id, name from api_key where client_id = $1 and key_id = any($2::uuid[])',
      rows.map(({ keyId }) => keyId),
    ),
    users: await read(
      `select user_id as id, name from published.client_user where client_id = $1 and user_id = any($2::uuid[])`,
      rows.map(({ decidedBy }) => decidedBy),
    ),
  };
}

/** Forgets proposals that were over long ago. */
export async function forgetProposals(tx: Tx): Promise<void> {
  const then = isoInstant((wallClock() - KEPT) as Instant);
  await tx.db
    .delete(apiProposal)
    .where(
      and(
        eq(apiProposal.clientId, tx.clientId),
        sql`case when ${ne(apiProposal.status, 'open')} then ${apiProposal.decidedAt} else ${apiProposal.expiresAt} end < ${then}::timestamptz`,
      ),
    );
}

function wordsOf(field: 'reason' | 'note', given: string): string {
  const words = given.trim();
  if (words === '') throw invalid(field, 'sayWhy');
  if (words.length > MOST_WORDS) throw invalid(field, 'atMostCharacters', { number: MOST_WORDS });
  return words;
}

/** JSON that is the same for the same values, in whatever order their fields came. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`;
}
