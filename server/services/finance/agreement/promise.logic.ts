/** Promises to pay: a debtor names a sum and a day. */
import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { collectFaults } from '../../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { defineStatement } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockClaims } from '../../account/claim/balance.logic.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { promiseOf } from '../ground/coverage.ts';
import { promiseToPay } from '../ground/finance.tables.ts';
import { stateOf } from '../ground/words.ts';
import { aboutPromise, paidEntries, paidTotal, reviewAgreements } from './agreement.logic.ts';
import { endPromises } from './ending.logic.ts';
import { inTheWay, permitted } from './standing.logic.ts';

export type PromiseToPay = typeof promiseToPay.$inferSelect;

/** What one claim has of a promise. */
export interface PromisePart {
  readonly externalClaimRef: string;
  /** Minor units of the claim's currency. */
  readonly amount: bigint;
}

/** What is said of a promise, whatever it is about. */
interface PromiseTerms {
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

export type NewPromise = PromiseTerms & PromisePart;

/** How a debtor may mean to pay. */
export const PROMISE_METHODS = ['bankTransfer', 'card', 'directDebit', 'cash', 'cheque', 'other'] as const;

/** Word for word from specification 2, section 5. */
/** How many days ahead a promise may lie when the client's restrictCreationOfPromiseToPayAfterDays says nothing. */
const MAX_DAYS = 90;

/** @returns the last day a promise may name, in the client's zone. */
export async function lastPromiseDay(tx: Tx): Promise<CalendarDate> {
  const client = await readClient(tx);
  return addDays(localDate(now(), client.timezone), client.restrictCreationOfPromiseToPayAfterDays ?? MAX_DAYS);
}

/**
 * Notes a promise about one claim and announces it. Together, a claim's active promises never exceed what is due.
 * @throws Fault NOT_FOUND, INVALID_INPUT (amount, dueDate, startDate), CONFLICT (disputed, switched off, or the claim is in a plan or an accepted settlement)
 */
export async function createPromiseToPay(tx: Tx, input: NewPromise): Promise<PromiseToPay> {
  const [row] = await notePromise(tx, input, [{ ...input, key: input.idempotencyKey }]);
  if (!row) throw notFound('claimNotFound');
  return row;
}

/**
 * Notes what a debtor said once about several claims of an account: one promise, with a part for each claim, announced once.
 * @param parts at least one, each claim once. @returns the parts, in the order given. @throws Fault as createPromiseToPay
 */
export function createPromise(tx: Tx, input: PromiseTerms, parts: readonly PromisePart[]): Promise<PromiseToPay[]> {
  return notePromise(
    tx,
    input,
    parts.map((part) => ({ ...part, key: `${input.idempotencyKey}:${part.externalClaimRef}` })),
  );
}

async function notePromise(
  tx: Tx,
  input: PromiseTerms,
  parts: readonly (PromisePart & { readonly key: string })[],
): Promise<PromiseToPay[]> {
  const claims = new Map(
    (
      await lockClaims(
        tx,
        parts.map((part) => part.externalClaimRef),
      )
    ).map((claim) => [claim.externalClaimRef, claim]),
  );
  const keys = parts.map((part) => part.key);
  const earlier = await tx.db
    .select()
    .from(promiseToPay)
    .where(and(eq(promiseToPay.clientId, tx.clientId), inArray(promiseToPay.idempotencyKey, keys)));
  if (earlier.length > 0) return earlier.sort((a, b) => keys.indexOf(a.idempotencyKey) - keys.indexOf(b.idempotencyKey));

  const today = localDate(now(), (await readClient(tx)).timezone);
  const startDate = input.startDate ?? today;
  const last = await lastPromiseDay(tx);

  const at = now();
  const promiseId = parts.length > 1 ? uuidv7() : null;
  const rows = await collectFaults(async (check) => {
    check(() => {
      if (startDate < today) throw invalid('startDate', 'promisePast');
    });
    check(() => {
      if (input.dueDate < startDate) throw invalid('dueDate', 'dueBefore');
      if (input.dueDate > last) throw invalid('dueDate', 'dueAfter', { date: last });
    });
    check(() => {
      if (input.method != null && !PROMISE_METHODS.some((each) => each === input.method))
        throw invalid('method', 'oneOf', { choices: PROMISE_METHODS.join(', ') });
    });
    const made: PromiseToPay[] = [];
    for (const { externalClaimRef, amount, key } of parts) {
      const claim = claims.get(externalClaimRef);
      if (!claim || claim.accountId !== [...claims.values()][0]?.accountId) throw notFound('claimNotFound');
      const active = await activePromises(tx, [externalClaimRef]);
      const promised = active.reduce((sum, promise) => sum + promise.amount - promise.paidAmount, 0n);
      check(() => {
        if (amount <= 0n) throw invalid('amount', 'amountZero');
        if (amount > claim.balance - promised) throw invalid('amount', 'amountMost');
      });
      if (claim.disputedAt !== null) throw fault('CONFLICT', 'claimDisputed');
      if (!claim.promiseToPayEnabled) throw fault('CONFLICT', 'promisesOff');
      permitted(await inTheWay(tx, 'promise', claim.accountId, [externalClaimRef]), false);
      made.push({
        clientId: tx.clientId,
        promiseToPayId: uuidv7(),
        promiseId,
        accountId: claim.accountId,
        externalClaimRef,
        amount,
        currency: claim.currency,
        startDate,
        dueDate: input.dueDate,
        requestedBy: input.requestedBy,
        status: 'active',
        paidBefore: await paidTotal(tx, claim.accountId, [externalClaimRef]),
        paidAmount: 0n,
        method: input.method ?? null,
        idempotencyKey: key,
        createdAt: at,
        updatedAt: at,
      });
    }
    return made;
  });
  if (rows.some((row) => row.currency !== rows[0]?.currency)) throw invalid('amount', 'promiseCurrency');
  const [first] = rows;
  if (!first) throw invalid('externalClaimRefs', 'chooseClaim');
  await tx.db.insert(promiseToPay).values(rows);
  await reviewAgreements(tx, [first.accountId]);
  await appendEvents(tx, [{ ...aboutPromise('promiseToPayCreated', rows, {}), emitTime: at }]);
  return rows;
}

/** @returns the active promises about claims. */
export async function activePromises(tx: Tx, externalClaimRefs: readonly string[]): Promise<PromiseToPay[]> {
  return tx.db
    .select()
    .from(promiseToPay)
    .where(
      and(
        eq(promiseToPay.clientId, tx.clientId),
        inArray(promiseToPay.externalClaimRef, [...externalClaimRefs]),
        eq(promiseToPay.status, 'active'),
      ),
    );
}

/**
 * Takes an active promise back, with all its parts. One that is no longer active stays as it is.
 * @returns the part that was named. @throws Fault NOT_FOUND, CONFLICT when it is kept or broken.
 */
export async function cancelPromiseToPay(tx: Tx, promiseToPayId: Uuid): Promise<PromiseToPay> {
  const found = await readPromise(tx, promiseToPayId);
  const refs = (await partsOf(tx, found)).map((part) => part.externalClaimRef);
  await lockClaims(tx, refs, 'all');
  const row = await readPromise(tx, promiseToPayId);
  if (row.status === 'invalidated') return row;
  if (row.status !== 'active') throw fault('CONFLICT', 'promiseAlready', { status: stateOf(row.status) });
  await endPromises(
    tx,
    (await partsOf(tx, row)).filter((part) => part.status === 'active'),
    'canceled',
  );
  return readPromise(tx, promiseToPayId);
}

async function partsOf(tx: Tx, row: PromiseToPay): Promise<PromiseToPay[]> {
  if (row.promiseId === null) return [row];
  return tx.db
    .select()
    .from(promiseToPay)
    .where(
      and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.accountId, row.accountId), eq(promiseToPay.promiseId, row.promiseId)),
    );
}

/** @throws Fault NOT_FOUND */
export async function readPromise(tx: Tx, promiseToPayId: Uuid): Promise<PromiseToPay> {
  const [row] = await tx.db
    .select()
    .from(promiseToPay)
    .where(and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.promiseToPayId, promiseToPayId)));
  if (!row) throw notFound('promiseNotFound');
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

const accountPromises = defineStatement((db, given) =>
  db
    .select()
    .from(promiseToPay)
    .where(
      and(
        eq(promiseToPay.clientId, given('clientId')),
        eq(promiseToPay.accountId, given('accountId')),
        ne(promiseToPay.status, 'invalidated'),
      ),
    )
    .orderBy(desc(promiseToPay.createdAt), desc(promiseToPay.promiseToPayId)),
);

/** @returns an account's promises but the invalidated ones (specification 2, section 4), newest first. */
export const listAccountPromises = (tx: Tx, accountId: Uuid): Promise<PromiseToPay[]> => accountPromises(tx, { accountId });

/** @returns all promises of an account, the invalidated ones too, newest first. */
export async function readAccountPromiseHistory(tx: Tx, accountId: Uuid): Promise<PromiseToPay[]> {
  return tx.db
    .select()
    .from(promiseToPay)
    .where(and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.accountId, accountId)))
    .orderBy(desc(promiseToPay.createdAt), desc(promiseToPay.promiseToPayId));
}

/** A promise with all it is about. */
export interface WholePromise extends Omit<PromiseToPay, 'externalClaimRef' | 'promiseToPayId' | 'promiseId'> {
  readonly id: Uuid;
  readonly claimRefs: readonly string[];
}

/** @returns promises as they were said: parts of one added up, in the order of their first. What was ended of one that stands is left out. */
export function wholePromises(rows: readonly PromiseToPay[]): WholePromise[] {
  return [...Map.groupBy(rows, promiseOf).entries()].flatMap(([id, all]) => {
    const standing = all.filter((row) => row.status !== 'invalidated');
    const parts = standing.length > 0 ? standing : all;
    const [first] = parts;
    if (!first) return [];
    const sum = (of: 'amount' | 'paidAmount' | 'paidBefore') => parts.reduce((total, row) => total + row[of], 0n);
    return [
      {
        ...first,
        id: id as Uuid,
        amount: sum('amount'),
        paidAmount: sum('paidAmount'),
        paidBefore: sum('paidBefore'),
        claimRefs: parts.map((row) => row.externalClaimRef),
      },
    ];
  });
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
