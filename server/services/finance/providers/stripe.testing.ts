/** What tests of Stripe share: a server that speaks its documented protocol, notices as it signs them, and payments that began there. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { drainOutbox } from '../../../platform/outbox/drain.ts';
import { STRIPE } from '../debit/mandate.logic.ts';
import type { FinanceFixture } from '../finance.testing.ts';
import { callKind } from '../payment/call.logic.ts';
import { startPayment } from '../payment/payment.logic.ts';
import { saveProviderSetting } from './stripe.setting.logic.ts';
import { useStripeAddress } from './stripe.ts';

export const SIGNING = 'whsec_test_secret';

type Failure = 'fine' | 'timeout' | 429 | 500 | 'card_declined' | 'refused';
interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly url: string;
  /** Once somebody has begun to pay on it. */
  payment_intent: string | null;
  status: 'open' | 'complete' | 'expired';
}

/** Starts the server for a test file and stops it after its last test. An idempotency key answers as it did the first time. */
export function stripeServer() {
  const asked: { path: string; key: string; body: URLSearchParams }[] = [];
  const done = new Map<string, { status: number; body: object }>();
  const refunds: { id: string; object: string; status: string; metadata: { refundKey: string } }[] = [];
  const intents: object[] = [];
  const sessions = new Map<string, Session>();
  const state = {
    /** What it was asked, in order. */
    asked,
    /** Its answers, by idempotency key. */
    done,
    refunds,
    intents,
    /** Pages, by their id. */
    sessions,
    /** What becomes of the next questions; 'fine' lets one pass. */
    failures: [] as Failure[],
    /** Looked at while somebody waits for the answer. */
    whileAsked: (): unknown => null,
    /** What a charge brought in instead of what was asked for. */
    received: {} as { amount_received?: number; currency?: string },
  };
  const sessionsOf = (url: string) => {
    const intent = new URLSearchParams(url.split('?')[1]).get('payment_intent');
    return [...sessions.values()].filter((each) => each.payment_intent === intent);
  };
  const server = createServer(async (request, reply) => {
    const body = new URLSearchParams(await textOf(request));
    const key = String(request.headers['idempotency-key'] ?? '');
    asked.push({ path: request.url ?? '', key, body });
    await state.whileAsked();
    const failure = state.failures.shift();
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
    const [, sessionId] = /^\/v1\/checkout\/sessions\/(\w+)\/expire/.exec(request.url ?? '') ?? [];
    if (sessionId) {
      const session = sessions.get(sessionId);
      if (!session) return answer(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such session' } });
      if (session.status !== 'open')
        return answer(400, {
          error: {
            type: 'invalid_request_error',
            message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
          },
        });
      session.status = 'expired';
      return answer(200, session);
    }
    if (request.url?.startsWith('/v1/checkout/sessions?'))
      return answer(200, { object: 'list', url: '/v1/checkout/sessions', has_more: false, data: sessionsOf(request.url) });
    if (request.url?.includes('checkout') && !done.has(key)) {
      const id = `cs_test_${done.size}`;
      sessions.set(id, {
        id,
        object: 'checkout.session',
        url: `https://checkout.stripe.example/${key}`,
        payment_intent: null,
        status: 'open',
      });
      done.set(key, { status: 200, body: sessions.get(id)! });
    }
    if (request.url?.startsWith('/v1/payment_intents?'))
      return answer(200, { object: 'list', url: '/v1/payment_intents', has_more: false, data: intents });
    const isNew = !done.has(key);
    const made = done.get(key) ?? {
      status: 200,
      body: {
        id: `pi_${intents.length}_${done.size}`,
        object: 'payment_intent',
        status: 'succeeded',
        amount_received: Number(body.get('amount')),
        currency: body.get('currency'),
        metadata: { paymentId: body.get('metadata[paymentId]') },
        ...state.received,
      },
    };
    done.set(key, made);
    if (isNew && request.url?.startsWith('/v1/payment_intents')) intents.push(made.body);
    // The charge happened, and its answer is lost.
    if (failure === 'timeout') return request.socket.destroy();
    return answer(made.status, made.body);
  });
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
    state.failures = [];
    state.whileAsked = () => null;
    state.received = {};
  });
  return state;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** @returns a notice as Stripe writes it. */
export const notice = (type: string, object: object, id = `evt_${uuidv7()}`) =>
  JSON.stringify({ id, object: 'event', type, livemode: false, data: { object } });
/** @returns its signature. */
export const signed = (body: string, secret = SIGNING, timestamp?: number) =>
  Stripe.webhooks.generateTestHeaderString({ payload: body, secret, ...(timestamp === undefined ? {} : { timestamp }) });

/** What a fixture does with Stripe: it takes notices, and debtors begin payments there. */
export function stripeFixture(fixture: FinanceFixture) {
  const knock = (body: string, signature = signed(body), clientId: Uuid = fixture.house.clientA) =>
    fixture.house.app.inject({
      method: 'POST',
      url: `/api/payments/stripe/${clientId}`,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    });
  const started = async (amount: bigint) => {
    const { accountId, refs } = await fixture.accountWith([amount]);
    const payment = await fixture.house.inA((tx) =>
      startPayment(tx, { accountId, externalClaimRefs: refs, providerName: STRIPE, method: 'card', idempotencyKey: uuidv7() }),
    );
    const intent = {
      id: `pi_${payment.paymentId.slice(-8)}`,
      amount_received: Number(amount),
      currency: 'eur',
      metadata: { paymentId: payment.paymentId },
    };
    return { accountId, ref: refs[0] ?? '', payment, intent };
  };
  /** Lets the client use Stripe, with keys that are sealed. */
  const useStripe = () =>
    fixture.house.inA(async (tx) => {
      await tx.sql('delete from payment_provider_setting where client_id = $1', [tx.clientId]);
      const credentials = { secretKey: 'sk_test_abcdef', signingSecret: SIGNING };
      await saveProviderSetting(tx, { providerName: STRIPE, isActive: true, credentials, revision: 0 }, fixture.house.userA);
    });
  /** Asks Stripe what is queued for it, as though every pause had passed. */
  const deliver = async () => {
    const kind = callKind(STRIPE);
    await fixture.house.inA(async (tx) => {
      await tx.sql(`update outbox set next_attempt_at = $3 where client_id = $1 and channel = $2 and status in ('queued', 'sending')`, [
        tx.clientId,
        kind,
        isoInstant(now()),
      ]);
      await tx.sql('delete from delivery_health where client_id = $1 and channel = $2', [tx.clientId, kind]);
    });
    await drainOutbox(fixture.house.database, fixture.house.clientA, kind, fixture.house.config);
  };
  return { knock, started, useStripe, deliver };
}
