/** Money that goes back at Stripe: refunds, disputes, and those that are won. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { financeFixture } from '../finance.testing.ts';
import { notice, stripeFixture, stripeServer } from './stripe.testing.ts';

const fixture = financeFixture();
const { claimOf, typesOf } = fixture;
const stripe = stripeServer();
const { knock, started, useStripe, deliver } = stripeFixture(fixture);
beforeAll(useStripe);

/** A charge of 10.00 EUR, as Stripe tells it. */
const CHARGE = { currency: 'eur', amount: 1_000, amount_captured: 1_000 };
const REFUND = `mutation ($clientId: ID!, $accountId: ID!, $paymentId: ID!, $amount: Money, $byHand: Boolean, $key: ID) {
  refundPayment(clientId: $clientId, accountId: $accountId, paymentId: $paymentId, amount: $amount, description: "paid twice", byHand: $byHand, idempotencyKey: $key) { id } }`;
const statusOf = async (paymentId: Uuid) =>
  (
    await fixture.house.inA((tx) =>
      tx.sql<{ status: string; status_reason: string | null }>(
        'select status, status_reason from payment where client_id = $1 and payment_id = $2',
        [tx.clientId, paymentId],
      ),
    )
  )[0];

describe('money that goes back at Stripe', () => {
  it('takes back what Stripe paid back or lost in a dispute, whatever comes first', async () => {
    const refunded = await started(1_000n);
    const charge = (amount: number) =>
      notice('charge.refunded', {
        payment_intent: refunded.intent.id,
        ...CHARGE,
        amount_refunded: amount,
        metadata: refunded.intent.metadata,
      });
    expect((await knock(charge(300))).statusCode).toBe(204);
    expect((await claimOf(refunded.ref)).balance).toBe(300n);
    await knock(charge(1_000));
    await knock(charge(300));
    expect(await claimOf(refunded.ref)).toMatchObject({ balance: 1_000n, ledger: 1_000n });
    const disputed = await started(800n);
    await knock(notice('payment_intent.succeeded', disputed.intent));
    await knock(notice('charge.dispute.created', { payment_intent: disputed.intent.id, reason: 'fraudulent', metadata: {} }));
    await knock(notice('charge.dispute.funds_withdrawn', { payment_intent: disputed.intent.id, reason: 'fraudulent', metadata: {} }));
    expect(await claimOf(disputed.ref)).toMatchObject({ balance: 800n, ledger: 800n, status: 'open' });
  });

  it('gives back what a won dispute had taken, whatever comes first', async () => {
    const dispute = (type: string, { intent }: { intent: { id: string } }, status: string) =>
      knock(notice(`charge.dispute.${type}`, { payment_intent: intent.id, reason: 'fraudulent', status, metadata: {} }));
    const [late, early] = [await started(800n), await started(800n)];
    for (const each of [late, early]) await knock(notice('payment_intent.succeeded', each.intent));
    await dispute('created', late, 'needs_response');
    expect(await claimOf(late.ref)).toMatchObject({ balance: 800n, status: 'open' });
    await dispute('closed', late, 'lost');
    expect((await claimOf(late.ref)).balance).toBe(800n);
    await dispute('funds_reinstated', late, 'won');
    await dispute('closed', late, 'won');
    await dispute('funds_withdrawn', late, 'needs_response');
    for (const type of ['closed', 'created', 'funds_withdrawn']) await dispute(type, early, type === 'closed' ? 'won' : 'needs_response');
    for (const { ref, payment } of [late, early]) {
      expect(await claimOf(ref)).toMatchObject({ balance: 0n, ledger: 0n, status: 'resolved' });
      expect((await statusOf(payment.paymentId))?.status).toBe('settled');
    }
    expect((await typesOf(late.accountId)).filter((type) => type === 'paymentReinstated')).toHaveLength(1);
  });

  it('pays back once what is booked as paid back, and a refusal takes the booking back', async () => {
    const { accountId, ref, payment, intent } = await started(1_000n);
    await knock(notice('payment_intent.succeeded', intent));
    const refund = async (amount: string, byHand = false) => {
      const key = uuidv7();
      const order = () =>
        fixture.house.call('finance', REFUND, {
          clientId: fixture.house.clientA,
          accountId,
          paymentId: payment.paymentId,
          amount,
          byHand,
          key,
        });
      await Promise.all([order(), order()]);
      return `staff:${fixture.house.userA}:${key}`;
    };
    await deliver();
    await refund('4.00');
    expect(await claimOf(ref)).toMatchObject({ balance: 400n, ledger: 400n, status: 'open' });
    stripe.failures = ['fine', 'timeout', 'timeout', 'timeout'];
    for (const _ of [1, 2, 3]) await deliver();
    expect(stripe.refunds).toHaveLength(1);
    // Stripe tells of it as well: it is booked already.
    await knock(notice('charge.refunded', { payment_intent: intent.id, ...CHARGE, amount_refunded: 400, metadata: intent.metadata }));
    expect((await claimOf(ref)).balance).toBe(400n);
    await refund('5.00');
    stripe.failures = ['fine', 'refused'];
    for (const _ of [1, 2]) await deliver();
    expect(await claimOf(ref)).toMatchObject({ balance: 400n, ledger: 400n });
    // One that Stripe accepted, and the debtor's bank did not.
    const third = await refund('1.00');
    await deliver();
    for (const type of ['refund.failed', 'charge.refund.updated'])
      await knock(
        notice(type, {
          object: 'refund',
          status: 'failed',
          failure_reason: 'expired_or_canceled_card',
          payment_intent: intent.id,
          metadata: { refundKey: third, paymentId: payment.paymentId },
        }),
      );
    expect(await claimOf(ref)).toMatchObject({ balance: 400n, ledger: 400n });
    expect((await typesOf(accountId)).filter((type) => type === 'paymentRefundFailed')).toHaveLength(2);
  });

  it('is a part where the dispute is about a part, and nothing while the bank only inquires', async () => {
    const { intent, ref, accountId, payment } = await started(1_000n);
    await knock(notice('payment_intent.succeeded', intent));
    await knock(notice('charge.refunded', { payment_intent: intent.id, ...CHARGE, amount_refunded: 300, metadata: intent.metadata }));
    const dispute = (type: string, status: string, more: object = {}) =>
      knock(
        notice(`charge.dispute.${type}`, {
          payment_intent: intent.id,
          reason: 'product_not_received',
          status,
          amount: 600,
          currency: 'eur',
          metadata: {},
          ...more,
        }),
      );
    await dispute('created', 'warning_needs_response');
    expect(await claimOf(ref)).toMatchObject({ balance: 300n, ledger: 300n });
    for (const _ of [1, 2]) await dispute('funds_withdrawn', 'needs_response');
    await dispute('created', 'needs_response');
    expect(await claimOf(ref)).toMatchObject({ balance: 900n, ledger: 900n, status: 'open' });
    const [event] = await fixture.house.inA((tx) =>
      tx.sql<{ payload: { amount: string } }>(
        `select payload from event where client_id = $1 and account_id = $2 and message_type = 'paymentChargedBack'`,
        [tx.clientId, accountId],
      ),
    );
    expect(event?.payload.amount).toBe('6.00');
    await dispute('closed', 'won');
    expect(await claimOf(ref)).toMatchObject({ balance: 300n, ledger: 300n });
    expect((await statusOf(payment.paymentId))?.status).toBe('settled');
  });

  it('is all of it where the dispute names another currency than was paid in', async () => {
    const { intent, ref } = await started(1_000n);
    await knock(notice('payment_intent.succeeded', intent));
    await knock(
      notice('charge.dispute.created', {
        payment_intent: intent.id,
        reason: 'fraudulent',
        status: 'needs_response',
        amount: 110,
        currency: 'usd',
        metadata: {},
      }),
    );
    expect(await claimOf(ref)).toMatchObject({ balance: 1_000n, ledger: 1_000n });
  });
});
