/** Requests to book more than one's limit: asked by one person, decided by another (docs/decisions/approvals.md). */
import { and, eq } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { limitedAs, needsApproval } from '../../../../engine/ledger/approval.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { requireAccount } from '../../account/ground/lookup.logic.ts';
import { type ApprovalStatus, approvalRequest } from '../ground/finance.tables.ts';
import { type Actor, type LimitedAct, named, perform, readLimit } from './approval.act.ts';

export type Approval = typeof approvalRequest.$inferSelect;

const MAX_WORDS = 500;

/**
 * Asks for approval of what is above one's limit. It is tried and taken back, so that whoever decides is not asked for what cannot be done.
 * @throws Fault as the act itself; INVALID_INPUT (description), CONFLICT when it needs no approval
 */
export async function requestApproval(tx: Tx, actor: Actor, act: LimitedAct, idempotencyKey: string): Promise<Approval> {
  await requireAccount(tx, act.accountId);
  const reason = act.description.trim();
  if (reason === '') throw invalid('description', 'sayWhy');
  if (reason.length > MAX_WORDS) throw invalid('description', 'atMostCharacters', { number: MAX_WORDS });
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:approval:${idempotencyKey}`]);
  const [earlier] = await tx.db
    .select()
    .from(approvalRequest)
    .where(and(eq(approvalRequest.clientId, tx.clientId), eq(approvalRequest.idempotencyKey, idempotencyKey)));
  if (earlier) return earlier;
  const { amount, currency, claimRefs } = await tried(tx, act, actor.userId);
  const limit = await readLimit(tx, actor, limitedAs(act.kind), currency);
  if (!needsApproval(limit, amount)) throw fault('CONFLICT', 'approvalNotNeeded');
  const row: Approval = {
    clientId: tx.clientId,
    approvalId: uuidv7(),
    accountId: act.accountId,
    kind: act.kind,
    act: { ...act },
    claimRefs: [...claimRefs],
    amount,
    currency,
    reason,
    status: 'waiting',
    requestedBy: actor.userId,
    requestedAt: now(),
    decidedBy: null,
    decidedAt: null,
    note: '',
    idempotencyKey,
  };
  await tx.db.insert(approvalRequest).values(row);
  await appendApprovalEvent(tx, row, 'approvalRequested');
  return row;
}

/** Does it and takes it back at once. @returns how much it is. */
async function tried(tx: Tx, act: LimitedAct, userId: Uuid) {
  const done: Awaited<ReturnType<typeof perform>>[] = [];
  const takenBack = new Error('tried');
  const trying = tx.attempt(async () => {
    done.push(await perform(tx, act, userId, `tried:${uuidv7()}`));
    throw takenBack;
  });
  await trying.catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
  return done[0]!;
}

/**
 * Approves, which books it at once, or rejects. The same decision of the same person once more changes nothing.
 * @param note to whoever asked; a rejection needs one.
 * @throws Fault NOT_FOUND; FORBIDDEN for one's own request; CONFLICT when it was decided or withdrawn, is above one's own limit, or is
 * no longer the amount that was asked for; whatever refuses the act itself
 */
export async function decideApproval(tx: Tx, actor: Actor, approvalId: string, approves: boolean, note: string): Promise<Approval> {
  const row = await lockApproval(tx, approvalId);
  const status = approves ? 'approved' : 'rejected';
  if (row.status === status && row.decidedBy === actor.userId) return row;
  if (row.status !== 'waiting') throw fault('CONFLICT', 'approvalOver');
  if (row.requestedBy === actor.userId) throw fault('FORBIDDEN', 'approvalOwn');
  const words = note.trim();
  if (!approves && words === '') throw invalid('note', 'sayWhy');
  if (words.length > MAX_WORDS) throw invalid('note', 'atMostCharacters', { number: MAX_WORDS });
  if (approves) {
    const limit = await readLimit(tx, actor, limitedAs(row.kind), row.currency);
    if (needsApproval(limit, row.amount)) throw fault('CONFLICT', 'approvalAboveOwn');
    const done = await perform(tx, row.act as unknown as LimitedAct, row.requestedBy, `approval:${row.approvalId}`);
    if (done.amount !== row.amount)
      throw fault('CONFLICT', 'approvalChanged', {
        amount: named(done.amount, row.currency),
        asked: named(row.amount, row.currency),
      });
  }
  return end(tx, row, status, actor.userId, words);
}

/** Takes one's own request back. @throws Fault NOT_FOUND also for another's, CONFLICT when it was decided */
export async function withdrawApproval(tx: Tx, userId: Uuid, approvalId: string): Promise<Approval> {
  const row = await lockApproval(tx, approvalId);
  if (row.requestedBy !== userId) throw notFound('requestNotFound');
  if (row.status === 'withdrawn') return row;
  if (row.status !== 'waiting') throw fault('CONFLICT', 'approvalOver');
  return end(tx, row, 'withdrawn', userId, '');
}

async function lockApproval(tx: Tx, approvalId: string): Promise<Approval> {
  if (!isUuid(approvalId)) throw notFound('requestNotFound');
  const [row] = await tx.db
    .select()
    .from(approvalRequest)
    .where(and(eq(approvalRequest.clientId, tx.clientId), eq(approvalRequest.approvalId, approvalId)))
    .for('update');
  if (!row) throw notFound('requestNotFound');
  return row;
}

async function end(tx: Tx, row: Approval, status: ApprovalStatus, userId: Uuid, note: string): Promise<Approval> {
  const [ended] = await tx.db
    .update(approvalRequest)
    .set({ status, decidedBy: userId, decidedAt: now(), note })
    .where(
      and(eq(approvalRequest.clientId, tx.clientId), eq(approvalRequest.approvalId, row.approvalId), eq(approvalRequest.status, 'waiting')),
    )
    .returning();
  if (!ended) throw fault('CONFLICT', 'approvalOver');
  await appendApprovalEvent(tx, ended, EVENTS[status]);
  return ended;
}

const EVENTS = {
  waiting: 'approvalRequested',
  approved: 'approvalGranted',
  rejected: 'approvalRejected',
  withdrawn: 'approvalWithdrawn',
} as const;

const appendApprovalEvent = (tx: Tx, row: Approval, messageType: (typeof EVENTS)[ApprovalStatus]) =>
  appendEvents(tx, [
    {
      messageType,
      accountId: row.accountId,
      externalClaimRef: row.claimRefs.length === 1 ? (row.claimRefs[0] ?? null) : null,
      payload: {
        approvalId: row.approvalId,
        approvalKind: row.kind,
        amount: toDecimal(row.amount, row.currency),
        currency: row.currency,
        claimRefs: row.claimRefs,
        requestedBy: row.requestedBy,
        note: row.status === 'waiting' ? row.reason : row.note,
      },
    },
  ]);
