/** Payments by Stripe: charges under a mandate, money paid back, and the page for a debtor. */
import { fault } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { allowsSandboxes } from '../../../platform/installation.ts';
import { type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { openClaims } from '../debit/debit.logic.ts';
import { contextOf, type Mandate, readMandate, STRIPE } from '../debit/mandate.logic.ts';
import { queueCall } from '../payment/call.logic.ts';
import { declinePayment, markPaymentPending, startPayment } from '../payment/payment.logic.ts';
import { lockPayment, type Payment, readPayment } from '../payment/payment.read.logic.ts';
import { orderClosing } from '../payment/payment.status.logic.ts';
import { isTestKey } from '../payment/sandbox.logic.ts';
import { AMOUNT_DIFFERS, noteDifference } from './difference.logic.ts';
import type { Charging, MandateCharge, ProviderContext, ProviderRefund, RefundAnswer } from './port.ts';
import { fromStripe, isSum, type StripeAmount } from './stripe.amount.ts';
import { isStripeActive, keysOf, movingKeys } from './stripe.setting.logic.ts';
import { chargeOffSession, endCheckout, payBack, startCheckout } from './stripe.ts';
import { applyWebhook } from './webhook.logic.ts';

const orderOf = (payment: Payment) => ({
  paymentId: payment.paymentId,
  clientId: payment.clientId,
  amount: payment.amount,
  currency: payment.currency,
  description: payment.allocation
    .map((part) => part.externalClaimRef)
    .join(', ')
    .slice(0, 200),
});

/** Has a payment under a mandate charged once this transaction is committed. @throws Fault INVALID_INPUT (amount), CONFLICT */
export async function chargeByStripe(tx: Tx, mandate: Mandate, charge: MandateCharge): Promise<Payment> {
  if (!(await isStripeActive(tx))) throw fault('CONFLICT', 'stripeOff');
  const { accountId, mandateId } = mandate;
  const payment = await startPayment(tx, {
    accountId,
    externalClaimRefs: charge.externalClaimRefs.length > 0 ? charge.externalClaimRefs : await openClaims(tx, accountId),
    amount: charge.amount ?? null,
    providerName: STRIPE,
    method: 'card',
    idempotencyKey: charge.idempotencyKey,
  });
  if (payment.mandateId !== null || payment.status !== 'processing') return payment;
  await tx.sql('update payment set mandate_id = $3 where client_id = $1 and payment_id = $2', [tx.clientId, payment.paymentId, mandateId]);
  await queueCall(tx, payment, { act: 'charge', paymentId: payment.paymentId }, payment.paymentId);
  return markPaymentPending(tx, payment.paymentId);
}

/** Has Stripe pay money back. @throws Fault UNAVAILABLE when nobody knows whether it happened */
export async function refundByStripe({ database }: ProviderContext, clientId: Uuid, refund: ProviderRefund): Promise<RefundAnswer> {
  const { externalRef, paymentId, currency } = refund.payment;
  if (!externalRef) return { outcome: 'refused', reason: 'chargeUnknown' };
  const keys = await inClient(database, clientId, (tx) => keysOf(tx, true), { readOnly: true });
  if (isTestKey(keys.secretKey) && !(await inClient(database, clientId, allowsSandboxes, { readOnly: true })))
    return { outcome: 'refused', reason: 'testKey' };
  return payBack(keys, { paymentIntent: externalRef, amount: refund.amount, currency, key: refund.key, paymentId, clientId });
}

/** A queued charge, from the last look to what is booked. */
export const stripeCharging: Charging = {
  prepare: async (tx, { paymentId, status, mandateId }) => {
    if (status !== 'processing' || !mandateId) return false;
    // Without keys the call says so, and what waits for them is seen.
    const keys = await keysOf(tx, true).catch(() => null);
    if (!isTestKey(keys?.secretKey ?? '') || (await allowsSandboxes(tx))) return true;
    await declinePayment(tx, paymentId, 'testKey');
    return false;
  },
  call: async ({ database }, clientId, payment, isRepeated) => {
    const { keys, mandate } = await inClient(
      database,
      clientId,
      async (tx) => ({ keys: await keysOf(tx, true), mandate: await readMandate(tx, payment.mandateId ?? '') }),
      { readOnly: true },
    );
    const { customer = '', paymentMethod = '' } = contextOf(mandate).mandateRepresentation;
    return chargeOffSession(keys, orderOf(payment), { customer, paymentMethod }, isRepeated);
  },
  record: async (tx, payment, answer) => {
    const { paymentId } = payment;
    if (answer.externalRef) await keepExternalRef(tx, paymentId, answer.externalRef);
    if (answer.outcome !== 'decline')
      await tx.sql('update recurring_payment_mandate set last_collected_on = $3 where client_id = $1 and mandate_id = $2', [
        tx.clientId,
        payment.mandateId,
        await clientToday(tx),
      ]);
    if (answer.outcome === 'success' && (await isDifferentAmount(tx, payment, answer.received, answer.externalRef))) return;
    await applyWebhook(tx, STRIPE, {
      providerRef: payment.providerRef ?? '',
      outcome: answer.outcome,
      reason: answer.outcome === 'decline' ? answer.reason : '',
    });
  },
};

/** @returns where a debtor pays a started payment. @throws Fault UNAVAILABLE, CONFLICT */
export async function checkoutOf(
  database: Database,
  clientId: Uuid,
  paymentId: Uuid,
  urls: { readonly success: string; readonly cancel: string },
): Promise<string> {
  const { payment, keys } = await inClient(
    database,
    clientId,
    async (tx) => ({ payment: await readPayment(tx, paymentId), keys: await movingKeys(tx) }),
    { readOnly: true },
  );
  const page = await startCheckout(keys, orderOf(payment), urls);
  await inClient(database, clientId, (tx) => keepPage(tx, paymentId, page.sessionId));
  return page.url;
}

/** Notes Stripe's page of a payment until Stripe names the intent. One that was replaced while Stripe was asked is closed again. */
async function keepPage(tx: Tx, paymentId: Uuid, sessionId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment.externalRef === null) await keepExternalRef(tx, paymentId, sessionId);
  if (payment.status === 'canceled') await orderClosing(tx, { ...payment, externalRef: payment.externalRef ?? sessionId });
}

/** Closes Stripe's page of a payment that was replaced. @throws Fault UNAVAILABLE when nobody knows whether it is closed: ask again */
export async function closeStripePage({ database }: ProviderContext, clientId: Uuid, payment: Payment): Promise<void> {
  if (!payment.externalRef) return;
  const keys = await inClient(database, clientId, (tx) => keysOf(tx, true), { readOnly: true });
  await endCheckout(keys, payment.externalRef);
}

/** Notes Stripe's own id of a payment. */
export async function keepExternalRef(tx: Tx, paymentId: Uuid, externalRef: string): Promise<void> {
  await tx.sql(
    'update payment set external_ref = $3, updated_at = $4 where client_id = $1 and payment_id = $2 and external_ref is distinct from $3',
    [tx.clientId, paymentId, externalRef, isoInstant(now())],
  );
}

/**
 * Compares what Stripe has received with what was asked for. Another sum, another currency included, goes to people with both figures, and so
 * does everything that Stripe tells of such a payment later. @returns whether it did
 */
export async function isDifferentAmount(tx: Tx, known: Payment, told: StripeAmount, externalRef: string | null): Promise<boolean> {
  const payment = await lockPayment(tx, known.paymentId);
  if (payment.statusReason !== AMOUNT_DIFFERS && isSum(told, payment.amount, payment.currency)) return false;
  const currency = told.currency ?? payment.currency;
  const { minor: amount } = fromStripe(told.amount, currency);
  await noteDifference(tx, payment, 'Stripe', {
    key: `${STRIPE}:${payment.paymentId}:${externalRef ?? ''}`,
    amount,
    currency,
    externalRef,
  });
  return true;
}
