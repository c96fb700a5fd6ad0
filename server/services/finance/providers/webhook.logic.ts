/** What a provider tells about payments, whether it calls us or its sandbox is asked to. */
import type { Uuid } from '../../../../core/id.ts';
import { type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { chargeBack } from '../payment/chargeback.logic.ts';
import { declinePayment, markPaymentPending, settlePayment } from '../payment/payment.logic.ts';
import { type Payment, paymentByProviderRef } from '../payment/payment.read.logic.ts';
import { hasPassed } from '../payment/payment.status.logic.ts';
import { type PaymentOutcome, type PaymentWebhook, readSandboxWebhook, sandboxWebhook } from '../payment/provider.logic.ts';
import { refuseSandbox } from '../payment/sandbox.logic.ts';

/** Does what a proven notice says. A notice may come late, twice and out of order. @throws Fault NOT_FOUND for an unknown reference. */
export async function applyWebhook(tx: Tx, providerName: string, notice: PaymentWebhook): Promise<Payment> {
  await refuseSandbox(tx, providerName);
  const known = await paymentByProviderRef(tx, providerName, notice.providerRef);
  // Most repeats end here: a payment only moves up, so what it has passed it need not be locked for.
  if (hasPassed(known, notice.outcome)) return known;
  const { paymentId } = known;
  if (notice.outcome === 'success') return settlePayment(tx, paymentId);
  if (notice.outcome === 'decline') return declinePayment(tx, paymentId, notice.reason);
  if (notice.outcome === 'chargeback') return chargeBack(tx, paymentId, notice.reason, notice.amount ?? null);
  return markPaymentPending(tx, paymentId);
}

/**
 * Takes the sandbox's callback for one client. @param body the bytes as they came: the signature is over them.
 * @throws Fault UNAUTHENTICATED for a wrong signature, NOT_FOUND, INVALID_INPUT
 */
export async function receiveWebhook(
  database: Database,
  clientId: Uuid,
  providerName: string,
  body: Buffer,
  signature: string,
): Promise<Payment> {
  const notice = readSandboxWebhook(body, signature);
  return inClient(database, clientId, (tx) => applyWebhook(tx, providerName, notice), { actor: { type: 'provider', id: providerName } });
}

/** What the sandbox gives as the reason of an outcome: keys, which each reader's language has words for. */
export const SANDBOX_REASONS: Record<PaymentOutcome, string> = {
  success: '',
  decline: 'bankDeclined',
  pending: '',
  chargeback: 'bankReturned',
};

/** Has the sandbox report about a payment the way a provider does: signed, through the same door. @throws Fault NOT_FOUND */
export async function reportSandbox(database: Database, row: Payment, outcome: PaymentOutcome): Promise<Payment> {
  const { body, signature } = sandboxWebhook({ providerRef: row.providerRef ?? '', outcome, reason: SANDBOX_REASONS[outcome] });
  return receiveWebhook(database, row.clientId, row.providerName, Buffer.from(body), signature);
}
