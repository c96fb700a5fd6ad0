/** What Stripe tells of payments: each notice counts once, and another sum than was asked for goes to people. */
import { fault } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { now } from '../../../platform/clock.ts';
import { readConfig } from '../../../platform/config.ts';
import { allowsSandboxes } from '../../../platform/installation.ts';
import { outboundOf } from '../../../platform/outbound.ts';
import { type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { STRIPE } from '../debit/mandate.logic.ts';
import { paymentNotice } from '../ground/bank.tables.ts';
import { reinstatePayment } from '../payment/chargeback.logic.ts';
import { lockPayment, type Payment, readPayment } from '../payment/payment.read.logic.ts';
import { RANK } from '../payment/payment.status.logic.ts';
import { refundPayment, reverseRefund } from '../payment/refund.logic.ts';
import { isTestKey } from '../payment/sandbox.logic.ts';
import { AMOUNT_DIFFERS, noteDifference } from './difference.logic.ts';
import { stripeAdapter } from './stripe.adapter.ts';
import { fromStripe } from './stripe.amount.ts';
import { isDifferentAmount, keepExternalRef } from './stripe.logic.ts';
import { keysOf } from './stripe.setting.logic.ts';
import type { StripeWebhook } from './stripe.ts';
import { applyWebhook } from './webhook.logic.ts';

/** Takes Stripe's callback for one client; each notice counts once. @throws Fault UNAUTHENTICATED, INVALID_INPUT, CONFLICT */
export async function receiveStripe(database: Database, clientId: Uuid, body: Buffer, signature: string): Promise<void> {
  await inClient(
    database,
    clientId,
    async (tx) => {
      const keys = await keysOf(tx, true);
      const request = { url: '', headers: { 'stripe-signature': signature }, body };
      const { isSigned, read } = stripeAdapter.receive!;
      if (!(await isSigned(request, { ...keys }, outboundOf(readConfig())))) throw fault('UNAUTHENTICATED', 'signatureWrong');
      const notice = read(request);
      if (!notice) return;
      const payment = await paymentOf(tx, notice);
      // Stripe's test mode moves no money: in a live database it is noted, and that is all.
      const isInvented = (notice.isTest || isTestKey(keys.secretKey)) && !(await allowsSandboxes(tx));
      const [fresh] = await tx.db
        .insert(paymentNotice)
        .values({
          clientId,
          providerName: STRIPE,
          noticeId: notice.noticeId,
          paymentId: payment?.paymentId ?? null,
          outcome: isInvented ? 'testMode' : (notice.outcome ?? notice.type),
          reason: notice.reason,
          receivedAt: now(),
        })
        .onConflictDoNothing()
        .returning();
      // Of what Stripe moves beside our payments nothing is known here; it is kept, and that is all.
      if (!fresh || !payment || notice.outcome === null || isInvented) return;
      if (notice.externalRef) await keepExternalRef(tx, payment.paymentId, notice.externalRef);
      const told = { amount: notice.amount ?? 0n, currency: notice.currency };
      if (notice.outcome === 'success' && (await isDifferentAmount(tx, payment, told, notice.externalRef))) return;
      if (notice.outcome === 'refund') return refund(tx, payment, notice);
      if (notice.outcome === 'refundFailed') return reverseRefund(tx, payment, notice.refundKey ?? '', notice.reason);
      if (notice.outcome === 'reinstated') return void (await reinstatePayment(tx, payment.paymentId));
      // A dispute that was won is over, also when its beginning is told after its end.
      if (notice.outcome === 'chargeback' && (await wasReinstated(tx, payment.paymentId))) return;
      if (notice.outcome === 'chargeback' && payment.statusReason === AMOUNT_DIFFERS) return noteBack(tx, payment, notice);
      await applyWebhook(tx, STRIPE, {
        providerRef: payment.providerRef ?? '',
        outcome: notice.outcome,
        reason: notice.reason,
        amount: notice.amount !== null && notice.currency === payment.currency ? fromStripe(notice.amount, payment.currency).minor : null,
      });
    },
    { actor: { type: 'provider', id: STRIPE } },
  );
}

/** What Stripe took or paid back of money that people book: they book that as well. */
async function noteBack(tx: Tx, payment: Payment, notice: StripeWebhook): Promise<void> {
  const currency = notice.currency ?? payment.currency;
  const { minor } = fromStripe(notice.amount ?? 0n, currency);
  const { noticeId, externalRef } = notice;
  await noteDifference(tx, payment, 'Stripe', { key: `${STRIPE}:${noticeId}`, amount: -minor, currency, externalRef });
}

async function wasReinstated(tx: Tx, paymentId: Uuid): Promise<boolean> {
  const rows = await tx.sql(`select 1 from payment_notice where client_id = $1 and payment_id = $2 and outcome = 'reinstated' limit 1`, [
    tx.clientId,
    paymentId,
  ]);
  return rows.length > 0;
}

/** By our id in Stripe's metadata, or by the payment intent that was noted before. */
async function paymentOf(tx: Tx, notice: StripeWebhook): Promise<Payment | null> {
  const [row] = await tx.sql<{ payment_id: Uuid }>(
    `select payment_id from payment where client_id = $1 and provider_name = '${STRIPE}' and (payment_id = $2::uuid or external_ref = $3) limit 1`,
    [tx.clientId, isUuid(notice.paymentId) ? notice.paymentId : null, notice.externalRef],
  );
  return row ? readPayment(tx, row.payment_id) : null;
}

/** Stripe tells how much was paid back in all: what is not booked yet of it is booked. A refund that is told before the payment settles it first. */
async function refund(tx: Tx, payment: Payment, notice: StripeWebhook): Promise<void> {
  const captured = { amount: notice.captured ?? 0n, currency: notice.currency };
  const isOpen = RANK[payment.status] < RANK.settled;
  if ((isOpen && (await isDifferentAmount(tx, payment, captured, notice.externalRef))) || notice.currency !== payment.currency)
    return noteBack(tx, await lockPayment(tx, payment.paymentId), notice);
  await applyWebhook(tx, STRIPE, { providerRef: payment.providerRef ?? '', outcome: 'success', reason: '' });
  const [row] = await tx.sql<{ refunded: bigint }>(
    `select coalesce(sum(e.amount), 0)::bigint as refunded from ledger_entry e
     left join ledger_entry back on back.client_id = $1 and back.entry_id = e.reverses_entry_id
     where e.client_id = $1 and e.account_id = $2 and e.payment_id = $3 and (e.kind = 'refund' or (e.kind = 'correction' and back.kind = 'refund'))`,
    [tx.clientId, payment.accountId, payment.paymentId],
  );
  const rest = fromStripe(notice.amount ?? 0n, payment.currency).minor - (row?.refunded ?? 0n);
  if (rest <= 0n) return;
  await refundPayment(tx, {
    accountId: payment.accountId,
    paymentId: payment.paymentId,
    amount: rest,
    description: 'Refunded in Stripe',
    valueDate: null,
    idempotencyKey: `stripe:${notice.noticeId}`,
  });
}
