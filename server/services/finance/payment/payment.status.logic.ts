/** How payments move from state to state, and how that is told. */
import { and, eq } from 'drizzle-orm';
import type { PAYMENT } from '../../../../core/events/payment.ts';
import { toDecimal } from '../../../../core/money.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type Besides, composeEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type PaymentStatus, payment } from '../ground/finance.tables.ts';
import { queueCall } from './call.logic.ts';
import type { Payment } from './payment.read.logic.ts';
import type { PaymentOutcome } from './provider.logic.ts';

/** A provider's notices may come in any order: a payment only moves up. */
export const RANK: Record<PaymentStatus, number> = { processing: 0, canceled: 1, declined: 2, settled: 3, chargedBack: 4 };

const LEADS_TO: Record<PaymentOutcome, PaymentStatus> = {
  pending: 'canceled',
  decline: 'declined',
  success: 'settled',
  chargeback: 'chargedBack',
};

/** @returns whether a notice of this outcome can change nothing about the payment any more. */
export function hasPassed({ status }: Payment, outcome: PaymentOutcome): boolean {
  return RANK[status] >= RANK[LEADS_TO[outcome]];
}

/** Writes a payment's state. @returns it as it is now. */
export async function setStatus(tx: Tx, row: Payment, status: PaymentStatus, statusReason: string | null): Promise<Payment> {
  const change = { status, statusReason, updatedAt: now() };
  await tx.db
    .update(payment)
    .set(change)
    .where(and(eq(payment.clientId, tx.clientId), eq(payment.paymentId, row.paymentId)));
  return { ...row, ...change };
}

type PaymentEvent =
  | 'paymentProcessing'
  | 'paymentSettled'
  | 'paymentDeclined'
  | 'paymentCanceled'
  | 'paymentChargedBack'
  | 'paymentReinstated';

/** Tells of one payment. @param extra what only this event says. */
export const appendPaymentEvent = <Type extends PaymentEvent>(
  tx: Tx,
  messageType: Type,
  row: Payment,
  extra: Besides<Type, typeof PAYMENT>,
) => appendPaymentEvents(tx, messageType, [{ row, extra }]);

/** One event a payment, whatever number of claims it is for; a booking and a resolution follow per claim. */
export async function appendPaymentEvents<Type extends PaymentEvent>(
  tx: Tx,
  messageType: Type,
  payments: readonly { readonly row: Payment; readonly extra: Besides<Type, typeof PAYMENT> }[],
): Promise<void> {
  await appendEvents(
    tx,
    payments.map(({ row, extra }) => {
      const claimRefs = row.allocation.map((part) => part.externalClaimRef);
      return composeEvent(
        messageType,
        { accountId: row.accountId, externalClaimRef: claimRefs.length === 1 ? (claimRefs[0] ?? null) : null },
        {
          paymentId: row.paymentId,
          amount: toDecimal(row.amount, row.currency),
          currency: row.currency,
          providerName: row.providerName,
          method: row.method,
          claimRefs,
        },
        extra,
      );
    }),
  );
}

/** Has the page closed, once the transaction is committed, that a provider has opened for a payment: what was replaced cannot be paid there. */
export async function orderClosing(
  tx: Tx,
  { paymentId, externalRef, providerName }: Pick<Payment, 'paymentId' | 'externalRef' | 'providerName'>,
): Promise<void> {
  if (externalRef === null) return;
  await queueCall(tx, { providerName }, { act: 'closePage', paymentId }, `${paymentId}:${externalRef}`);
}
