/** Promises to pay: a debtor names a sum and a day. */
import { and, desc, eq, ne } from 'drizzle-orm';
import { Fault, invalid, notFound } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { toDecimal } from '../../../core/money.ts';
import { addDays, type CalendarDate } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { lockClaims } from '../account/account.balance.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { paidEntries, paidTotal, reviewAgreements } from './finance.agreement.logic.ts';
import { instalmentsPlan, promiseToPay } from './finance.tables.ts';

export type PromiseToPay = typeof promiseToPay.$inferSelect;

export interface NewPromise {
  readonly externalClaimRef: string;
  /** Minor units of the claim's currency. */
  readonly amount: bigint;
  readonly dueDate: CalendarDate;
  /** From when it holds; today in the client's zone when absent. */
  readonly startDate?: CalendarDate | null;
  /** 'debtor' or the id of the member of staff who noted it. */
  readonly requestedBy: string;
  /** How the debtor means to pay: one of PROMISE_METHODS. */
  readonly method?: string | null;
  /** A repeated call with the same key answers with the promise of the first one. */
  readonly idempotencyKey: string;
}

/** How a debtor may mean to pay. */
export const PROMISE_METHODS = ['bankTransfer', 'card', 'directDebit', 'cash', 'cheque', 'other'] as const;

/** Word for word from specification 2, section 5. */
const TOO_MUCH = "Amount cannot be greater than claim's due amount";
/** How many days ahead a promise may lie when the client's restrictCreationOfPromiseToPayAfterDays says nothing. */
const MAX_DAYS = 90;

/** @returns the last day a promise may name, in the client's zone. */
export async function lastPromiseDay(tx: Tx): Promise<CalendarDate> {
  const client = await readClient(tx);
  return addDays(localDate(now(), client.timezone), client.restrictCreationOfPromiseToPayAfterDays ?? MAX_DAYS);
}

/**
 * Notes a promise and announces it. Together, a claim's active promises never exceed what is due.
 * @throws Fault NOT_FOUND, INVALID_INPUT (amount, dueDate, startDate), CONFLICT (disputed, switched off, or the claim is in a plan)
 */
export async function createPromiseToPay(tx: Tx, input: NewPromise): Promise<PromiseToPay> {
  const [claim] = await lockClaims(tx, [input.externalClaimRef]);
  if (!claim) throw notFound('Claim');
  const [earlier] = await tx.db
    .select()
    .from(promiseToPay)
    .where(and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.idempotencyKey, input.idempotencyKey)));
  if (earlier) return earlier;

  const today = localDate(now(), (await readClient(tx)).timezone);
  const startDate = input.startDate ?? today;
  const last = await lastPromiseDay(tx);
  if (startDate < today) throw invalid('startDate', 'A promise cannot start in the past');
  if (input.dueDate < startDate) throw invalid('dueDate', 'The due date cannot lie before the start date');
  if (input.dueDate > last) throw invalid('dueDate', `The due date cannot lie after ${last}`);
  if (input.amount <= 0n) throw invalid('amount', 'Amount must be greater than zero');
  if (input.method != null && !PROMISE_METHODS.some((each) => each === input.method))
    throw invalid('method', `method is one of ${PROMISE_METHODS.join(', ')}`);
  const active = await activePromises(tx, input.externalClaimRef);
  const promised = active.reduce((sum, promise) => sum + promise.amount - promise.paidAmount, 0n);
  if (input.amount > claim.balance - promised) throw invalid('amount', TOO_MUCH);
  if (claim.disputedAt !== null) throw new Fault('CONFLICT', 'The claim is disputed; close the dispute first');
  if (!claim.promiseToPayEnabled) throw new Fault('CONFLICT', 'Promises to pay are switched off for this claim');
  if (await isInActivePlan(tx, claim.accountId, [input.externalClaimRef]))
    throw new Fault('CONFLICT', 'The claim is in an instalment plan; cancel the plan first');

  const at = now();
  const row: PromiseToPay = {
    clientId: tx.clientId,
    promiseToPayId: uuidv7(),
    accountId: claim.accountId,
    externalClaimRef: input.externalClaimRef,
    amount: input.amount,
    currency: claim.currency,
    startDate,
    dueDate: input.dueDate,
    requestedBy: input.requestedBy,
    status: 'active',
    paidBefore: await paidTotal(tx, claim.accountId, [input.externalClaimRef]),
    paidAmount: 0n,
    method: input.method ?? null,
    idempotencyKey: input.idempotencyKey,
    createdAt: at,
    updatedAt: at,
  };
  await tx.db.insert(promiseToPay).values(row);
  await reviewAgreements(tx, [row.accountId]);
  await appendEvents(tx, [
    {
      messageType: 'promiseToPayCreated',
      accountId: row.accountId,
      externalClaimRef: row.externalClaimRef,
      emitTime: at,
      payload: describe(row),
    },
  ]);
  return row;
}

const describe = (row: PromiseToPay) => ({
  promiseToPayId: row.promiseToPayId,
  amount: toDecimal(row.amount, row.currency),
  currency: row.currency,
  startDate: row.startDate,
  dueDate: row.dueDate,
  requestedBy: row.requestedBy,
  method: row.method,
});

/** @returns the active promises of a claim. */
export async function activePromises(tx: Tx, externalClaimRef: string): Promise<PromiseToPay[]> {
  return tx.db
    .select()
    .from(promiseToPay)
    .where(
      and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.externalClaimRef, externalClaimRef), eq(promiseToPay.status, 'active')),
    );
}

/** @returns whether one of the claims is in an active plan of the account. */
export async function isInActivePlan(tx: Tx, accountId: Uuid, externalClaimRefs: readonly string[]): Promise<boolean> {
  const plans = await tx.db
    .select()
    .from(instalmentsPlan)
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.accountId, accountId), eq(instalmentsPlan.status, 'active')));
  return plans.some((plan) => plan.claimRefs.some((ref) => externalClaimRefs.includes(ref)));
}

/**
 * Takes an active promise back. One that is no longer active stays as it is.
 * @param reason why, for the timeline: 'canceled' or 'replaced'. @throws Fault NOT_FOUND, CONFLICT when it is kept or broken.
 */
export async function cancelPromiseToPay(tx: Tx, promiseToPayId: Uuid, reason: string): Promise<PromiseToPay> {
  const found = await readPromise(tx, promiseToPayId);
  await lockClaims(tx, [found.externalClaimRef], 'all');
  const row = await readPromise(tx, promiseToPayId);
  if (row.status === 'invalidated') return row;
  if (row.status !== 'active') throw new Fault('CONFLICT', `The promise is already ${row.status}`);
  const [updated] = await tx.db
    .update(promiseToPay)
    .set({ status: 'invalidated', updatedAt: now() })
    .where(and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.promiseToPayId, promiseToPayId)))
    .returning();
  if (!updated) throw notFound('Promise');
  await reviewAgreements(tx, [row.accountId]);
  await appendEvents(tx, [
    {
      messageType: 'promiseToPayInvalidated',
      accountId: row.accountId,
      externalClaimRef: row.externalClaimRef,
      payload: { ...describe(row), reason },
    },
  ]);
  return updated;
}

/** @throws Fault NOT_FOUND */
export async function readPromise(tx: Tx, promiseToPayId: Uuid): Promise<PromiseToPay> {
  const [row] = await tx.db
    .select()
    .from(promiseToPay)
    .where(and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.promiseToPayId, promiseToPayId)));
  if (!row) throw notFound('Promise');
  return row;
}

/** @returns all promises of a claim, newest first. */
export async function listClaimPromises(tx: Tx, externalClaimRef: string): Promise<PromiseToPay[]> {
  return tx.db
    .select()
    .from(promiseToPay)
    .where(and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.externalClaimRef, externalClaimRef)))
    .orderBy(desc(promiseToPay.createdAt), desc(promiseToPay.promiseToPayId));
}

/** @returns an account's promises but the invalidated ones (specification 2, section 4), newest first. */
export async function listAccountPromises(tx: Tx, accountId: Uuid): Promise<PromiseToPay[]> {
  return tx.db
    .select()
    .from(promiseToPay)
    .where(and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.accountId, accountId), ne(promiseToPay.status, 'invalidated')))
    .orderBy(desc(promiseToPay.createdAt), desc(promiseToPay.promiseToPayId));
}

/** @returns all promises of an account, the invalidated ones too, newest first. */
export async function readAccountPromiseHistory(tx: Tx, accountId: Uuid): Promise<PromiseToPay[]> {
  return tx.db
    .select()
    .from(promiseToPay)
    .where(and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.accountId, accountId)))
    .orderBy(desc(promiseToPay.createdAt), desc(promiseToPay.promiseToPayId));
}

/**
 * @returns the bookings since the promise was made that count towards it, and what took such money back, in the order of booking.
 * Money of a later day than the promise's counts towards the claim, but not towards the promise. @throws Fault NOT_FOUND
 */
export async function listPromiseTransactions(tx: Tx, promiseToPayId: Uuid) {
  const promise = await readPromise(tx, promiseToPayId);
  const booked = (await paidEntries(tx, [promise.accountId], [promise.externalClaimRef])).get(promise.externalClaimRef) ?? [];
  const since = booked.filter((entry) => entry.bookedAt >= promise.createdAt);
  const counted = new Set<string>();
  const entries = since.filter((entry) => {
    const counts =
      entry.reversesEntryId === null ? entry.amount > 0n || entry.valueDate <= promise.dueDate : counted.has(entry.reversesEntryId);
    if (counts) counted.add(entry.entryId);
    return counts;
  });
  return { promise, entries };
}
