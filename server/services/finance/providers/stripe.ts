/** Stripe behind the product's own words: what is asked of it, what it tells, and what its refusals mean. */
import Stripe from 'stripe';
import { Fault, fault, invalid } from '../../../../core/fault.ts';
import type { PaymentOutcome } from '../payment/provider.logic.ts';
import type { ChargeAnswer, RefundAnswer } from './port.ts';
import { type StripeAmount, toStripe } from './stripe.amount.ts';

export interface StripeCredentials {
  /** sk_test_… or sk_live_…, or a restricted key rk_… */
  readonly secretKey: string;
  /** whsec_… of the webhook endpoint. */
  readonly signingSecret: string;
}

/** Where Stripe is; another address for tests and proxies. */
let address: { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' } | null = null;
export function useStripeAddress(url: string | null): void {
  const parsed = url === null ? null : new URL(url);
  address = parsed && {
    host: parsed.hostname,
    port: Number(parsed.port || 443),
    protocol: parsed.protocol === 'http:' ? 'http' : 'https',
  };
}

/** Seconds a notice may be old: Stripe's own tolerance. */
const TOLERANCE = 300;

/** @returns Stripe's client. Lost answers, 409 and 5xx are asked again twice, with the same idempotency key. */
const open = ({ secretKey }: Pick<StripeCredentials, 'secretKey'>) =>
  new Stripe(secretKey, { maxNetworkRetries: 2, timeout: 15_000, telemetry: false, ...(address ?? {}) });

/** What Stripe is asked to move; minor units. */
export interface StripeOrder {
  readonly paymentId: string;
  readonly clientId: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly description: string;
}

/** Stripe's metadata: by it a notice finds the payment, whichever comes first. */
const metadata = ({ paymentId, clientId }: StripeOrder) => ({ paymentId, clientId });

/**
 * Opens a page of Stripe's for a debtor. Asked again with the same payment it gives the same page.
 * @throws Fault UNAVAILABLE when Stripe does not answer, CONFLICT when it refuses
 */
export async function startCheckout(
  credentials: StripeCredentials,
  order: StripeOrder,
  urls: { readonly success: string; readonly cancel: string },
): Promise<{ url: string; sessionId: string }> {
  try {
    const session = await open(credentials).checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: order.paymentId,
        success_url: urls.success,
        cancel_url: urls.cancel,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: order.currency.toLowerCase(),
              unit_amount: toStripe(order.amount, order.currency),
              product_data: { name: order.description },
            },
          },
        ],
        metadata: metadata(order),
        payment_intent_data: { metadata: metadata(order) },
      },
      { idempotencyKey: `checkout:${order.paymentId}` },
    );
    if (!session.url) throw fault('UNAVAILABLE', 'providerNoPage');
    return { url: session.url, sessionId: session.id };
  } catch (error) {
    throw refusal(error);
  }
}

/**
 * Closes Stripe's page for a payment that was replaced, so that nobody pays there any more. A page that was paid or has ended by itself
 * stays as it is: money that came in is told like any other.
 * @param reference the session (cs_…), or the payment intent (pi_…) that began on it. @throws Fault UNAVAILABLE, CONFLICT
 */
export async function endCheckout(credentials: Pick<StripeCredentials, 'secretKey'>, reference: string): Promise<void> {
  try {
    const { sessions } = open(credentials).checkout;
    const ids = reference.startsWith('cs_')
      ? [reference]
      : (await sessions.list({ payment_intent: reference })).data.filter((each) => each.status === 'open').map((each) => each.id);
    for (const id of ids) await sessions.expire(id);
  } catch (error) {
    // "Only Checkout Sessions with a status in ["open"] can be expired": it is over already.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
    throw refusal(error);
  }
}

/**
 * Charges a stored payment method while the debtor is away. The payment's id is the idempotency key: however often it is asked, one charge.
 * Stripe forgets such keys after a day, so a repeated charge is looked for by our id among the customer's first.
 * @throws Fault UNAVAILABLE when nobody knows whether it happened: ask again
 */
export async function chargeOffSession(
  credentials: StripeCredentials,
  order: StripeOrder,
  method: { readonly customer: string; readonly paymentMethod: string },
  isRepeated: boolean,
): Promise<ChargeAnswer> {
  try {
    const stripe = open(credentials);
    if (isRepeated)
      for await (const made of stripe.paymentIntents.list({ customer: method.customer, limit: 100 }))
        if (made.metadata.paymentId === order.paymentId) return chargeAnswer(made);
    const intent = await stripe.paymentIntents.create(
      {
        amount: toStripe(order.amount, order.currency),
        currency: order.currency.toLowerCase(),
        customer: method.customer,
        payment_method: method.paymentMethod,
        off_session: true,
        confirm: true,
        description: order.description,
        metadata: metadata(order),
      },
      { idempotencyKey: order.paymentId },
    );
    return chargeAnswer(intent);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return {
        outcome: 'decline',
        reason: [error.decline_code ?? error.code, error.message].filter(Boolean).join(': ').slice(0, 500),
        externalRef: error.payment_intent?.id ?? null,
      };
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return { outcome: 'decline', reason: error.message.slice(0, 500), externalRef: null };
    throw refusal(error);
  }
}

function chargeAnswer(intent: Stripe.PaymentIntent): ChargeAnswer {
  if (intent.status === 'succeeded') return { outcome: 'success', externalRef: intent.id, received: received(intent) };
  if (intent.status === 'processing') return { outcome: 'pending', externalRef: intent.id };
  const failed = intent.last_payment_error;
  const reason = failed ? [failed.decline_code ?? failed.code, failed.message].filter(Boolean).join(': ').slice(0, 500) : intent.status;
  return { outcome: 'decline', reason, externalRef: intent.id };
}

const currencyOf = (code: string | undefined): string | null => code?.toUpperCase() ?? null;
const received = (intent: Stripe.PaymentIntent): StripeAmount => ({
  amount: BigInt(intent.amount_received ?? 0),
  currency: currencyOf(intent.currency),
});

/** @throws Fault INVALID_INPUT (credentials.secretKey) when Stripe does not accept the key, UNAVAILABLE */
export async function checkKey(secretKey: string): Promise<void> {
  try {
    await open({ secretKey }).balance.retrieve({}, { maxNetworkRetries: 0, timeout: 8_000 });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
      throw invalid('credentials.secretKey', 'stripeKeyRefused');
    throw refusal(error);
  }
}

/**
 * Pays back a charge, whole or in part. What was asked for with the same key before is found by Stripe's own list, because Stripe forgets
 * idempotency keys after a day. @throws Fault UNAVAILABLE when nobody knows whether it happened: ask again
 */
export async function payBack(
  credentials: Pick<StripeCredentials, 'secretKey'>,
  refund: {
    readonly paymentIntent: string;
    readonly amount: bigint;
    readonly currency: string;
    readonly key: string;
    readonly paymentId: string;
    readonly clientId: string;
  },
): Promise<RefundAnswer> {
  const { paymentIntent, amount, currency, key, paymentId, clientId } = refund;
  try {
    const stripe = open(credentials);
    for await (const made of stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 }))
      if (made.metadata?.refundKey === key) return refundAnswer(made);
    const made = await stripe.refunds.create(
      { payment_intent: paymentIntent, amount: toStripe(amount, currency), metadata: { refundKey: key, paymentId, clientId } },
      { idempotencyKey: `refund:${key}` },
    );
    return refundAnswer(made);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError)
      return { outcome: 'refused', reason: error.message.slice(0, 500) };
    throw refusal(error);
  }
}

const refundAnswer = (made: Stripe.Refund): RefundAnswer =>
  made.status === 'failed' || made.status === 'canceled'
    ? { outcome: 'refused', reason: made.failure_reason ?? made.status }
    : { outcome: 'accepted' };

function refusal(error: unknown): Error {
  if (error instanceof Fault) return error;
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
    return fault('CONFLICT', 'providerKey');
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return fault('CONFLICT', 'providerRefuses', { reason: error.message });
  if (error instanceof Stripe.errors.StripeError) return fault('UNAVAILABLE', 'providerSilent');
  return error instanceof Error ? error : new Error(String(error));
}

/** What Stripe told: by its own id, about a payment of ours. */
export interface StripeWebhook {
  readonly noticeId: string;
  readonly type: string;
  readonly paymentId: string | null;
  /** The payment intent, by which disputes name what they are about. */
  readonly externalRef: string | null;
  /** null: nothing that moves a payment. */
  readonly outcome: PaymentOutcome | 'refund' | 'refundFailed' | 'reinstated' | null;
  /** Of a refund of ours: what it was asked for with. */
  readonly refundKey: string | null;
  readonly reason: string;
  /** What arrived, was paid back by now, or is disputed, as Stripe counts (providers/stripe.amount.ts); null when the notice does not say. */
  readonly amount: bigint | null;
  /** Its currency, which may be another one than the payment's: ISO 4217. */
  readonly currency: string | null;
  /** Of a refund: what had arrived before it. */
  readonly captured: bigint | null;
  readonly isTest: boolean;
}

/** @returns whether Stripe has signed the notice, and lately. @param signature as its header has it */
export function isStripes(body: Buffer, signature: unknown, signingSecret: string): boolean {
  try {
    return Stripe.webhooks.signature!.verifyHeader(body, String(signature ?? ''), signingSecret, TOLERANCE);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** Reads a notice that is proven. @throws Fault INVALID_INPUT */
export function readStripeWebhook(body: Buffer): StripeWebhook {
  let event: Stripe.Event;
  try {
    event = JSON.parse(body.toString('utf8')) as Stripe.Event;
  } catch {
    throw invalid('body', 'jsonWrong');
  }
  const about = {
    noticeId: event.id,
    type: event.type,
    isTest: !event.livemode,
    amount: null,
    currency: null,
    captured: null,
    reason: '',
    refundKey: null,
  };
  const idOf = (value: string | { id: string } | null | undefined) => (typeof value === 'string' ? value : (value?.id ?? null));
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = event.data.object;
      const failed = intent.last_payment_error;
      return {
        ...about,
        paymentId: intent.metadata.paymentId ?? null,
        externalRef: intent.id,
        outcome: event.type === 'payment_intent.succeeded' ? 'success' : event.type === 'payment_intent.processing' ? 'pending' : 'decline',
        ...(event.type === 'payment_intent.succeeded' ? received(intent) : {}),
        reason: [failed?.decline_code ?? failed?.code, failed?.message ?? intent.cancellation_reason]
          .filter(Boolean)
          .join(': ')
          .slice(0, 500),
      };
    }
    case 'charge.refunded': {
      const charge = event.data.object;
      return {
        ...about,
        paymentId: charge.metadata.paymentId ?? null,
        externalRef: idOf(charge.payment_intent),
        outcome: 'refund',
        amount: BigInt(charge.amount_refunded),
        captured: BigInt(charge.amount_captured ?? charge.amount ?? 0),
        currency: currencyOf(charge.currency),
      };
    }
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated': {
      const made = event.data.object;
      const isLost = made.status === 'failed' || made.status === 'canceled';
      return {
        ...about,
        paymentId: made.metadata?.paymentId ?? null,
        externalRef: idOf(made.payment_intent),
        outcome: isLost && made.metadata?.refundKey ? 'refundFailed' : null,
        refundKey: made.metadata?.refundKey ?? null,
        reason: made.failure_reason ?? made.status ?? '',
      };
    }
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_reinstated': {
      const dispute = event.data.object;
      return {
        ...about,
        paymentId: dispute.metadata.paymentId ?? null,
        externalRef: idOf(dispute.payment_intent),
        outcome: event.type === 'charge.dispute.funds_reinstated' || dispute.status === 'won' ? 'reinstated' : null,
        reason: dispute.status,
      };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn': {
      const dispute = event.data.object;
      return {
        ...about,
        paymentId: dispute.metadata.paymentId ?? null,
        externalRef: idOf(dispute.payment_intent),
        // An inquiry (warning_…) moves no money; when it becomes a dispute, Stripe tells that the funds were withdrawn.
        outcome: event.type === 'charge.dispute.created' && dispute.status?.startsWith('warning_') ? null : 'chargeback',
        amount: Number.isInteger(dispute.amount) ? BigInt(dispute.amount) : null,
        currency: currencyOf(dispute.currency),
        reason: dispute.reason,
      };
    }
    default:
      return { ...about, paymentId: null, externalRef: null, outcome: null };
  }
}
