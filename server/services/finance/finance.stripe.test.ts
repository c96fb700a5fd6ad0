import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { chargeRecurringPaymentMandate } from './finance.charge.logic.ts';
import { createMandate, STRIPE } from './finance.mandate.logic.ts';
import { startPayment } from './finance.payment.logic.ts';
import { refundQueued } from './finance.refund.job.logic.ts';
import { chargeQueued, checkoutOf, saveProviderSetting } from './finance.stripe.logic.ts';
import { useStripeAddress } from './finance.stripe.ts';
import { financeDesk } from './finance.testing.ts';

const desk = financeDesk();
const { accountWith, claimOf, typesOf } = desk;
const SIGNING = 'whsec_test_secret';

/** A server that speaks Stripe's protocol: an idempotency key answers as it did the first time. */
const asked: { path: string; key: string; body: URLSearchParams }[] = [];
const done = new Map<string, { status: number; body: object }>();
/** What becomes of the next questions; 'fine' lets one pass. */
let failures: ('fine' | 'timeout' | 429 | 500 | 'card_declined' | 'refused')[] = [];
const refunds: { id: string; object: string; status: string; metadata: { refundKey: string } }[] = [];
const server = createServer(async (request, reply) => {
  const body = new URLSearchParams(await textOf(request));
  const key = String(request.headers['idempotency-key'] ?? '');
  asked.push({ path: request.url ?? '', key, body });
  const failure = failures.shift();
  const answer = (status: number, json: object) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  if (failure === 429) return answer(429, { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' } });
  if (failure === 500) return answer(500, { error: { type: 'api_error', message: 'Something went wrong' } });
  if (failure === 'card_declined')
    return answer(402, {
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card was declined.',
        payment_intent: { id: 'pi_declined' },
      },
    });
  if (failure === 'refused') return answer(400, { error: { type: 'invalid_request_error', message: 'Your balance is too small.' } });
  if (request.url?.startsWith('/v1/balance'))
    return request.headers.authorization?.endsWith('sk_test_refused')
      ? answer(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } })
      : answer(200, { object: 'balance', livemode: false });
  if (request.url?.startsWith('/v1/refunds') && request.method === 'GET')
    return answer(200, { object: 'list', url: '/v1/refunds', has_more: false, data: refunds });
  if (request.url?.startsWith('/v1/refunds') && !done.has(key)) {
    const made = {
      id: `re_${done.size}`,
      object: 'refund',
      status: 'succeeded',
      metadata: { refundKey: body.get('metadata[refundKey]') ?? '' },
    };
    refunds.push(made);
    done.set(key, { status: 200, body: made });
  }
  const made = done.get(key) ?? {
    status: 200,
    body: request.url?.includes('checkout')
      ? { id: `cs_${done.size}`, object: 'checkout.session', url: `https://checkout.stripe.example/${key}` }
      : { id: `pi_${done.size}`, object: 'payment_intent', status: 'succeeded' },
  };
  done.set(key, made);
  // The charge happened, and its answer is lost.
  if (failure === 'timeout') return request.socket.destroy();
  return answer(made.status, made.body);
});
async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const SAVE = `mutation ($clientId: ID!, $credentials: JSON!, $revision: Int!) {
  savePaymentProviderSetting(clientId: $clientId, providerName: "stripe", isActive: true, credentials: $credentials, revision: $revision) { credentials isTest revision webhookUrl } }`;
const REFUND = `mutation ($clientId: ID!, $accountId: ID!, $paymentId: ID!, $amount: Money, $byHand: Boolean, $key: ID) {
  refundPayment(clientId: $clientId, accountId: $accountId, paymentId: $paymentId, amount: $amount, description: "paid twice", byHand: $byHand, idempotencyKey: $key) { id } }`;
const save = (credentials: object, revision: number) =>
  desk.house.raw('finance', SAVE, { clientId: desk.house.clientA, credentials, revision });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  useStripeAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  useStripeAddress(null);
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  failures = [];
});

const notice = (type: string, object: object, id = `evt_${uuidv7()}`) =>
  JSON.stringify({ id, object: 'event', type, livemode: false, data: { object } });
const signed = (body: string, secret = SIGNING, timestamp?: number) =>
  Stripe.webhooks.generateTestHeaderString({ payload: body, secret, ...(timestamp === undefined ? {} : { timestamp }) });
const knock = (body: string, signature = signed(body), clientId: Uuid = desk.house.clientA) =>
  desk.house.app.inject({
    method: 'POST',
    url: `/api/payments/stripe/${clientId}`,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload: body,
  });
const started = async (amount: bigint) => {
  const { accountId, refs } = await accountWith([amount]);
  const payment = await desk.house.inA((tx) =>
    startPayment(tx, { accountId, externalClaimRefs: refs, providerName: STRIPE, method: 'card', idempotencyKey: uuidv7() }),
  );
  const intent = { id: `pi_${payment.paymentId.slice(-8)}`, amount_received: Number(amount), metadata: { paymentId: payment.paymentId } };
  return { accountId, ref: refs[0] ?? '', payment, intent };
};
const charged = async (amount: bigint) => {
  const { accountId, refs } = await accountWith([amount]);
  const payment = await desk.house.inA(async (tx) => {
    const mandate = await createMandate(tx, { accountId, providerName: STRIPE, customer: 'cus_1', paymentMethod: 'pm_1' }, 'debtor');
    return chargeRecurringPaymentMandate(tx, { mandateId: mandate.mandateId, externalClaimRefs: refs, idempotencyKey: uuidv7() });
  });
  return {
    ref: refs[0] ?? '',
    payment,
    charge: () => chargeQueued(desk.house.database, desk.house.config, desk.house.clientA, payment.paymentId),
  };
};
const statusOf = async (paymentId: Uuid) =>
  (
    await desk.house.inA((tx) =>
      tx.sql<{ status: string; status_reason: string | null }>(
        'select status, status_reason from payment where client_id = $1 and payment_id = $2',
        [tx.clientId, paymentId],
      ),
    )
  )[0];

describe('Stripe', () => {
  it('keeps its keys sealed: they go in and never come out', async () => {
    expect((await save({ secretKey: 'wrong', signingSecret: SIGNING }, 0)).errors?.[0]?.extensions?.field).toBe('credentials.secretKey');
    const first = (await save({ secretKey: 'sk_test_abcdef', signingSecret: SIGNING }, 0)).data?.savePaymentProviderSetting;
    expect(first).toMatchObject([{ credentials: { secretKey: '********', signingSecret: '********' }, isTest: true, revision: 1 }]);
    expect((await save({ secretKey: '********', signingSecret: '********' }, 1)).errors).toBeUndefined();
    expect((await save({ secretKey: '********', signingSecret: '********' }, 1)).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    const kept = JSON.stringify(
      await desk.house.inA((tx) => tx.sql('select credentials from payment_provider_setting where client_id = $1', [tx.clientId])),
    );
    expect(kept).not.toContain('abcdef');
    // What comes next is told to the house, whose secret is another one than the environment's.
    await desk.house.inA(async (tx) => {
      await tx.sql('delete from payment_provider_setting where client_id = $1', [tx.clientId]);
      const credentials = { secretKey: 'sk_test_abcdef', signingSecret: SIGNING };
      await saveProviderSetting(
        tx,
        { providerName: STRIPE, isActive: true, credentials, revision: 0 },
        desk.house.config,
        desk.house.userA,
      );
    });
    const log = JSON.stringify(
      await desk.house.inA((tx) =>
        tx.sql(`select payload from event where client_id = $1 and message_type = 'paymentProviderChanged'`, [tx.clientId]),
      ),
    );
    expect(log).not.toContain('sk_test');
  });

  it('charges a mandate once, however often its answer is lost', async () => {
    const { ref, payment, charge } = await charged(2_500n);
    expect(await statusOf(payment.paymentId)).toMatchObject({ status: 'processing', status_reason: 'pending' });
    failures = ['timeout', 500, 'timeout'];
    await expect(charge()).rejects.toThrow('does not answer');
    expect((await claimOf(ref)).balance).toBe(2_500n);
    await charge();
    await charge();
    expect(await claimOf(ref)).toMatchObject({ balance: 0n, ledger: 0n });
    const own = asked.filter((each) => each.key === payment.paymentId);
    expect(own.length).toBeGreaterThan(2);
    expect([...new Set(own.map((each) => each.body.get('amount')))]).toEqual(['2500']);
    expect([...done.keys()].filter((key) => key === payment.paymentId)).toHaveLength(1);
  });

  it('tells a declined card in its words, and that it is asked too often', async () => {
    const declined = await charged(1_000n);
    failures = ['card_declined'];
    await declined.charge();
    expect(await statusOf(declined.payment.paymentId)).toEqual({
      status: 'declined',
      status_reason: 'insufficient_funds: Your card was declined.',
    });
    const busy = await charged(1_000n);
    failures = [429, 429, 429];
    await expect(busy.charge()).rejects.toThrow('does not answer');
    expect((await statusOf(busy.payment.paymentId))?.status).toBe('processing');
  });

  it('opens one page for one payment', async () => {
    const { payment } = await started(700n);
    const page = () =>
      checkoutOf(desk.house.database, desk.house.config, desk.house.clientA, payment.paymentId, {
        success: 'https://x.example/s',
        cancel: 'https://x.example/c',
      });
    expect(await page()).toBe(await page());
    expect(asked.at(-1)?.body.get('payment_intent_data[metadata][paymentId]')).toBe(payment.paymentId);
  });

  it('is believed only with its signature, for its client, and while the notice is fresh', async () => {
    const { ref, intent } = await started(500n);
    const body = notice('payment_intent.succeeded', intent);
    expect((await knock(body, signed(body, 'whsec_other'))).statusCode).toBe(401);
    expect((await knock(body.replace('500', '400'), signed(body))).statusCode).toBe(401);
    expect((await knock(body, signed(body, SIGNING, Math.floor(Date.now() / 1000) - 400))).statusCode).toBe(401);
    expect((await knock(body, signed(body), desk.house.clientB)).statusCode).toBe(409);
    const other = notice('payment_intent.succeeded', { ...intent, amount_received: 400 });
    expect((await knock(other)).statusCode).toBe(409);
    expect((await claimOf(ref)).balance).toBe(500n);
    expect((await knock(body)).statusCode).toBe(204);
    expect((await claimOf(ref)).balance).toBe(0n);
    expect((await knock(notice('customer.created', { id: 'cus_9' }))).statusCode).toBe(204);
  });

  it('told five times, shuffled and twenty at a time, books every payment once', async () => {
    const payments = await Promise.all(Array.from({ length: 6 }, () => started(1_000n)));
    const notices = payments.flatMap(({ intent }) => [
      notice('payment_intent.processing', intent),
      notice('payment_intent.payment_failed', { ...intent, last_payment_error: { code: 'x', message: 'first try' } }),
      notice('payment_intent.succeeded', intent),
    ]);
    const all = Array.from({ length: 5 }, () => notices)
      .flat()
      .map((body, index) => ({ body, order: (index * 37) % 90 }))
      .sort((a, b) => a.order - b.order);
    for (let from = 0; from < all.length; from += 20)
      for (const answer of await Promise.all(all.slice(from, from + 20).map(({ body }) => knock(body))))
        expect(answer.statusCode).toBe(204);
    for (const { ref, accountId } of payments) {
      expect(await claimOf(ref)).toMatchObject({ balance: 0n, ledger: 0n });
      expect((await typesOf(accountId)).filter((type) => type === 'paymentSettled')).toHaveLength(1);
    }
    const [kept] = await desk.house.inA((tx) =>
      tx.sql<{ count: number }>(`select count(*)::int as count from payment_notice where client_id = $1 and payment_id = any($2)`, [
        tx.clientId,
        payments.map(({ payment }) => payment.paymentId),
      ]),
    );
    expect(kept?.count).toBe(18);
  });

  it('takes back what Stripe paid back or lost in a dispute, whatever comes first', async () => {
    const refunded = await started(1_000n);
    const charge = (amount: number) =>
      notice('charge.refunded', { payment_intent: refunded.intent.id, amount_refunded: amount, metadata: refunded.intent.metadata });
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
        desk.house.call('finance', REFUND, { clientId: desk.house.clientA, accountId, paymentId: payment.paymentId, amount, byHand, key });
      await Promise.all([order(), order()]);
      return `staff:${desk.house.userA}:${key}`;
    };
    const pay = (key: string) =>
      refundQueued({ database: desk.house.database, config: desk.house.config }, desk.house.clientA, payment.paymentId, key);
    const first = await refund('4.00');
    expect(await claimOf(ref)).toMatchObject({ balance: 400n, ledger: 400n, status: 'open' });
    failures = ['fine', 'timeout', 'timeout', 'timeout'];
    await expect(pay(first)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (const _ of [1, 2]) await pay(first);
    expect(refunds).toHaveLength(1);
    // Stripe tells of it as well: it is booked already.
    await knock(notice('charge.refunded', { payment_intent: intent.id, amount_refunded: 400, metadata: intent.metadata }));
    expect((await claimOf(ref)).balance).toBe(400n);
    const second = await refund('5.00');
    failures = ['fine', 'refused'];
    for (const _ of [1, 2]) await pay(second);
    expect(await claimOf(ref)).toMatchObject({ balance: 400n, ledger: 400n });
    // One that Stripe accepted, and the debtor's bank did not.
    const third = await refund('1.00');
    await pay(third);
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

  it('says whether it accepts a key before that is saved', async () => {
    const test = (secretKey: string) =>
      desk.house.raw(
        'finance',
        `mutation ($clientId: ID!, $credentials: JSON!) { testPaymentProviderSetting(clientId: $clientId, providerName: "stripe", credentials: $credentials) { isTest } }`,
        { clientId: desk.house.clientA, credentials: { secretKey } },
      );
    expect((await test('sk_test_fine')).data).toMatchObject({ testPaymentProviderSetting: { isTest: true } });
    for (const wrong of ['sk_test_refused', 'something'])
      expect((await test(wrong)).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'credentials.secretKey' });
  });
});
