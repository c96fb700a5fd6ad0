/** Payments by Stripe: charges under a mandate, money paid back, and the page for a debtor. */
import { fault } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { allowsSandboxes } from '../../../platform/installation.ts';
import { enqueue, type JobReference } from '../../../platform/jobs.ts';
import { type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { openClaims } from '../debit/debit.logic.ts';
import { contextOf, type Mandate, readMandate, STRIPE } from '../debit/mandate.logic.ts';
import { declinePayment, markPaymentPending, startPayment } from '../payment/payment.logic.ts';
import { lockPayment, type Payment, readPayment } from '../payment/payment.read.logic.ts';
import { orderClosing } from '../payment/payment.status.logic.ts';
import { isTestKey } from '../payment/sandbox.logic.ts';
import { AMOUNT_DIFFERS, noteDifference } from './difference.logic.ts';
import type { MandateCharge, ProviderContext, ProviderRefund, RefundAnswer } from './port.ts';
import { fromStripe, isSum, type StripeAmount } from './stripe.amount.ts';
import { isStripeActive, keysOf, movingKeys } from './stripe.setting.logic.ts';
import { chargeOffSession, endCheckout, payBack, startCheckout } from './stripe.ts';
import { applyWebhook } from './webhook.logic.ts';

/** The charge of one payment under its mandate; the job itself is defined in finance.bank.jobs.ts. */
export const chargeJob: JobReference<{ clientId: Uuid; paymentId: Uuid }> = { name: 'finance.charge' };

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
  await enqueue(tx, chargeJob, { clientId: tx.clientId, paymentId: payment.paymentId }, { key: `${chargeJob.name}:${payment.paymentId}` });
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

/** Charges a queued payment. When Stripe does not answer it throws, and the job asks again with the same key. */
export async function chargeQueued(database: Database, clientId: Uuid, paymentId: Uuid): Promise<void> {
  const ready = await inClient(database, clientId, async (tx) => {
    const payment = await readPayment(tx, paymentId);
    if (payment.status !== 'processing' || !payment.mandateId) return null;
    const keys = await keysOf(tx, true);
    if (isTestKey(keys.secretKey) && !(await allowsSandboxes(tx))) return void (await declinePayment(tx, paymentId, 'testKey'));
    return { payment, keys, mandate: await readMandate(tx, payment.mandateId) };
  });
  if (!ready) return;
  const { customer = '', paymentMethod = '' } = contextOf(ready.mandate).mandateRepresentation;
  const answer = await chargeOffSession(ready.keys, orderOf(ready.payment), { customer, paymentMethod });
  await inClient(
    database,
    clientId,
    async (tx) => {
      if (answer.externalRef) await keepExternalRef(tx, paymentId, answer.externalRef);
      if (answer.outcome !== 'decline')
        await tx.sql('update recurring_payment_mandate set last_collected_on = $3 where client_id = $1 and mandate_id = $2', [
          clientId,
          ready.mandate.mandateId,
          await clientToday(tx),
        ]);
      if (answer.outcome === 'success' && (await isDifferentAmount(tx, ready.payment, answer.received, answer.externalRef))) return;
      await applyWebhook(tx, STRIPE, {
        providerRef: ready.payment.providerRef ?? '',
        outcome: answer.outcome,
        reason: answer.outcome === 'decline' ? answer.reason : '',
      });
    },
    { actor: { type: 'provider', id: STRIPE } },
  );
}

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
