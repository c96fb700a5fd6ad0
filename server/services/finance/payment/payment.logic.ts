/** Payments: an attempt at a provider, and what becomes of it. */
import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { type CalendarDate, instant, isoInstant } from '../../../../core/time.ts';
import type { DebtPart } from '../../../../engine/ledger/orders.ts';
import { spread } from '../../../../engine/ledger/spread.ts';
import { now } from '../../../platform/clock.ts';
import { defineStatement, together } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { holdsClaims, lockClaims } from '../../account/claim/balance.logic.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { payment } from '../ground/finance.tables.ts';
import { lockDue } from '../ledger/interest.logic.ts';
import { bookPayments } from './payment.book.logic.ts';
import { cancelOtherPayments, PAGE_LIFETIME, reportDouble } from './payment.others.logic.ts';
import {
  findPaymentByKey,
  lockPayment,
  lockPayments,
  type Payment,
  PENDING,
  partsOf,
  pendingByClaim,
  STARTED,
} from './payment.read.logic.ts';
import { appendPaymentEvent, appendPaymentEvents, orderClosing, RANK, setStatus } from './payment.status.logic.ts';
import { refuseSandbox } from './sandbox.logic.ts';

export interface NewPayment {
  readonly accountId: Uuid;
  /** Claims to pay; the sum is spread over them, oldest due date first. */
  readonly externalClaimRefs: readonly string[];
  /** Minor units; all that is due on the claims when absent. */
  readonly amount?: bigint | null;
  readonly providerName: string;
  readonly method: string;
  /** A repeated call with the same key answers with the payment of the first one. */
  readonly idempotencyKey: string;
  readonly instalmentId?: Uuid | null;
  readonly promiseToPayId?: Uuid | null;
  /** What is more than is due stays as a credit on the claim that is due longest, as with money of the bank; refused otherwise. */
  readonly mayExceed?: boolean;
}

/** The provider of money that staff books by hand. */
export const MANUAL = 'manual';
/** The provider of money that a partner collected. */
export const PARTNER = 'partner';
/** Nobody is asked for this money: it is booked at once. */
const BOOKED_HERE: readonly string[] = [MANUAL, PARTNER];

/**
 * Opens a payment in state 'processing'. Attempts of the account at the same provider that nobody finished are canceled.
 * @throws Fault NOT_FOUND, INVALID_INPUT (amount over what is due less what is pending, unless it may exceed that), CONFLICT (nothing due, or all of it is being paid)
 */
export async function startPayment(tx: Tx, input: NewPayment): Promise<Payment> {
  if (input.externalClaimRefs.length === 0) throw invalid('externalClaimRefs', 'chooseClaim');
  await refuseSandbox(tx, input.providerName);
  const earlier = await findPaymentByKey(tx, input.idempotencyKey);
  if (earlier) return earlier;
  if (!BOOKED_HERE.includes(input.providerName)) await cancelUnfinished(tx, input);
  const wasFree = !holdsClaims(tx, input.externalClaimRefs);
  const [claims, pending] = await together(lockDue(tx, input.externalClaimRefs), pendingByClaim(tx, input.accountId));
  if (claims.some((claim) => claim.accountId !== input.accountId)) throw notFound('claimNotFound');
  // Whoever pressed the same button at the same time has waited for the lock.
  const meanwhile = wasFree && (await findPaymentByKey(tx, input.idempotencyKey));
  if (meanwhile) return meanwhile;

  const currency = claims[0]?.currency;
  if (!currency) throw notFound('claimNotFound');
  const payable = claims.map((claim) => ({ ...claim, balance: claim.balance - (pending.get(claim.externalClaimRef) ?? 0n) }));
  const due = payable.reduce((sum, claim) => sum + (claim.balance > 0n ? claim.balance : 0n), 0n);
  if (due === 0n && !input.mayExceed) throw fault('CONFLICT', pending.size > 0 ? 'paymentUnderWay' : 'nothingDue');
  const amount = input.amount ?? due;
  if (amount <= 0n) throw invalid('amount', 'amountZero');
  if (amount > due && !input.mayExceed) throw invalid('amount', 'amountMore', { amount: toDecimal(due, currency), currency });

  const paymentId = uuidv7();
  const at = now();
  const row: Payment = {
    clientId: tx.clientId,
    paymentId,
    accountId: input.accountId,
    providerName: input.providerName,
    providerRef: `${input.providerName}-${paymentId}`,
    method: input.method,
    amount,
    currency,
    allocation: spread(payable, amount, input.mayExceed).map((part) => ({
      externalClaimRef: part.externalClaimRef,
      amount: toDecimal(part.amount, currency),
    })),
    status: 'processing',
    statusReason: STARTED,
    idempotencyKey: input.idempotencyKey,
    instalmentId: input.instalmentId ?? null,
    promiseToPayId: input.promiseToPayId ?? null,
    mandateId: null,
    endToEndId: null,
    externalRef: null,
    createdAt: at,
    updatedAt: at,
  };
  tx.later(insertPayment(tx, row));
  if (!BOOKED_HERE.includes(input.providerName)) await appendPaymentEvent(tx, 'paymentProcessing', row, { stage: STARTED });
  return row;
}

const insertPayment = defineStatement((db, given) =>
  db.insert(payment).values({
    clientId: given('clientId'),
    paymentId: given('paymentId'),
    accountId: given('accountId'),
    providerName: given('providerName'),
    providerRef: given('providerRef'),
    method: given('method'),
    amount: given('amount'),
    currency: given('currency'),
    allocation: given('allocation'),
    status: given('status'),
    statusReason: given('statusReason'),
    idempotencyKey: given('idempotencyKey'),
    instalmentId: given('instalmentId'),
    promiseToPayId: given('promiseToPayId'),
    mandateId: given('mandateId'),
    endToEndId: given('endToEndId'),
    externalRef: given('externalRef'),
    createdAt: given('createdAt'),
    updatedAt: given('updatedAt'),
  }),
);

/** The provider has accepted the order; the money is on its way. Changes nothing once more is known. */
export async function markPaymentPending(tx: Tx, paymentId: Uuid): Promise<Payment> {
  const row = await lockPayment(tx, paymentId);
  if (row.status !== 'processing' || row.statusReason === PENDING) return row;
  const updated = await setStatus(tx, row, 'processing', PENDING);
  await appendPaymentEvent(tx, 'paymentProcessing', updated, { stage: PENDING });
  return updated;
}

/**
 * The money arrived: books it. However often and in whatever order a provider says so, it is booked once; it is also booked when the
 * payment was declined or canceled here before, because it has arrived. What is more than is due by then stays as a credit on the claim.
 * It goes on costs, interest and principal in the order that holds for each claim (payment/payment.book.logic.ts).
 * @param valueDate the day it counts from; today in the client's zone when absent.
 * @param designation the part that the payer named and the creditor accepted (§ 367 (2) BGB). @throws Fault NOT_FOUND
 */
export async function settlePayment(
  tx: Tx,
  paymentId: Uuid,
  valueDate: CalendarDate | null = null,
  designation: DebtPart | null = null,
): Promise<Payment> {
  const [row] = await settlePayments(tx, [{ paymentId, valueDate: valueDate ?? (await clientToday(tx)) }], designation);
  if (!row) throw notFound('paymentNotFound');
  return row;
}

/** The same for many payments with a few statements. @returns them as they are now; unknown ones are left out. */
export async function settlePayments(
  tx: Tx,
  arrived: readonly { readonly paymentId: Uuid; readonly valueDate: CalendarDate }[],
  designation: DebtPart | null = null,
): Promise<Payment[]> {
  const days = new Map(arrived.map((each) => [each.paymentId, each.valueDate]));
  const rows = await lockPayments(tx, { paymentIds: [...days.keys()] });
  const fresh = rows.flatMap((row) => {
    const valueDate = days.get(row.paymentId);
    return RANK[row.status] < RANK.settled && valueDate ? [{ row, valueDate, parts: partsOf(row) }] : [];
  });
  if (fresh.length === 0) return rows;
  await refuseSandbox(tx, ...fresh.map(({ row }) => row.providerName));
  const claims = await lockClaims(
    tx,
    fresh.flatMap(({ parts }) => [...parts.keys()]),
    'all',
  );
  const rest = new Map(claims.map((claim) => [claim.externalClaimRef, claim.balance]));
  const change = { status: 'settled', statusReason: null, updatedAt: now() } as const;
  const settling = tx.sql(
    `update payment set status = 'settled', status_reason = null, updated_at = $3 where client_id = $1 and payment_id = any($2::uuid[])`,
    [tx.clientId, fresh.map(({ row }) => row.paymentId), isoInstant(change.updatedAt)],
  );
  tx.later(settling);
  const overpaidBy = new Map<Uuid, bigint>();
  await appendPaymentEvents(
    tx,
    'paymentSettled',
    fresh.map(({ row, parts }) => {
      let overpaid = 0n;
      for (const [ref, part] of parts) {
        const due = rest.get(ref);
        if (due === undefined) continue;
        const open = due > 0n ? due : 0n;
        overpaid += part > open ? part - open : 0n;
        rest.set(ref, due - part);
      }
      if (overpaid > 0n) overpaidBy.set(row.paymentId, overpaid);
      return { row: { ...row, ...change }, extra: overpaid > 0n ? { overpaidAmount: toDecimal(overpaid, row.currency) } : {} };
    }),
  );
  await bookPayments(tx, fresh, designation, claims);
  const arrivedNow = fresh.map(({ row }) => row);
  await cancelOtherPayments(tx, arrivedNow);
  for (const row of arrivedNow) {
    const overpaid = overpaidBy.get(row.paymentId);
    if (overpaid !== undefined) await reportDouble(tx, row, overpaid);
  }
  const settled = new Set(fresh.map(({ row }) => row.paymentId));
  return rows.map((row) => (settled.has(row.paymentId) ? { ...row, ...change } : row));
}

/** The provider refused. A settled payment stays settled. @param reason the provider's words. @throws Fault NOT_FOUND */
export async function declinePayment(tx: Tx, paymentId: Uuid, reason: string): Promise<Payment> {
  const row = await lockPayment(tx, paymentId);
  if (RANK[row.status] >= RANK.declined) return row;
  const updated = await setStatus(tx, row, 'declined', reason);
  await appendPaymentEvent(tx, 'paymentDeclined', updated, { reason });
  return updated;
}

/** The payment of the same key is none of them: another press of the button may just have opened it. */
async function cancelUnfinished(tx: Tx, { accountId, providerName, idempotencyKey }: NewPayment): Promise<void> {
  const rows = await tx.db
    .update(payment)
    .set({ status: 'canceled', statusReason: 'replaced', updatedAt: now() })
    .where(
      and(
        eq(payment.clientId, tx.clientId),
        eq(payment.accountId, accountId),
        eq(payment.providerName, providerName),
        eq(payment.status, 'processing'),
        eq(payment.statusReason, STARTED),
        ne(payment.idempotencyKey, idempotencyKey),
      ),
    )
    .returning();
  for (const row of rows) await appendPaymentEvent(tx, 'paymentCanceled', row, { reason: 'replaced' });
  // After a card was declined the provider's page still takes another one.
  const declined = await tx.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.clientId, tx.clientId),
        eq(payment.accountId, accountId),
        eq(payment.providerName, providerName),
        eq(payment.status, 'declined'),
        isNull(payment.mandateId),
        gt(payment.createdAt, instant(now() - PAGE_LIFETIME)),
      ),
    );
  for (const row of [...rows, ...declined]) await orderClosing(tx, row);
}
