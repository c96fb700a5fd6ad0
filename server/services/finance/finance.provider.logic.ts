/** What a payment provider is to the product, and the sandbox that stands for one until a client has its own. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Fault, invalid } from '../../../core/fault.ts';

/** What a provider reports about a payment. A chargeback may come weeks after the success. */
export const PAYMENT_OUTCOMES = ['success', 'decline', 'pending', 'chargeback'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

export interface PaymentNotice {
  readonly providerRef: string;
  readonly outcome: PaymentOutcome;
  /** The provider's words for people. */
  readonly reason: string;
}

export interface PaymentProvider {
  readonly providerName: string;
  readonly displayName: string;
  readonly methods: readonly string[];
  readonly isSandbox: boolean;
  /** Proves who sent a notice and reads it. @throws Fault UNAUTHENTICATED, INVALID_INPUT */
  readonly readNotice: (body: Buffer, signature: string, secret: string) => PaymentNotice;
}

/** The header that carries a provider's signature. */
export const SIGNATURE_HEADER = 'x-payment-signature';

const sign = (body: Buffer | string, secret: string) =>
  createHmac('sha256', `payment callbacks of the sandbox ${secret}`).update(body).digest('hex');

/** Writes and signs a notice as the sandbox does. @param secret the installation's. */
export function sandboxNotice(notice: PaymentNotice, secret: string): { body: string; signature: string } {
  const body = JSON.stringify(notice);
  return { body, signature: sign(body, secret) };
}

const sandbox: PaymentProvider = {
  providerName: 'sandbox',
  displayName: 'Sandbox',
  methods: ['card', 'bankTransfer'],
  isSandbox: true,
  readNotice: (body, signature, secret) => {
    const expected = Buffer.from(sign(body, secret));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new Fault('UNAUTHENTICATED', 'The signature does not fit the notice');
    const notice = parse(body);
    const outcome = PAYMENT_OUTCOMES.find((each) => each === notice.outcome);
    if (!outcome || typeof notice.providerRef !== 'string')
      throw invalid('outcome', `A notice names a providerRef and an outcome: ${PAYMENT_OUTCOMES.join(', ')}`);
    return { providerRef: notice.providerRef, outcome, reason: typeof notice.reason === 'string' ? notice.reason.slice(0, 500) : '' };
  },
};

function parse(body: Buffer): Partial<Record<keyof PaymentNotice, unknown>> {
  try {
    return (JSON.parse(body.toString('utf8')) ?? {}) as Partial<Record<keyof PaymentNotice, unknown>>;
  } catch {
    throw invalid('body', 'A notice is written in JSON');
  }
}

const PROVIDERS: readonly PaymentProvider[] = [sandbox];

/** @returns the providers that debtors may be sent to. */
export function allowedProviders(): readonly PaymentProvider[] {
  return PROVIDERS;
}

/** @throws Fault NOT_FOUND */
export function providerNamed(providerName: string): PaymentProvider {
  const provider = PROVIDERS.find((each) => each.providerName === providerName);
  if (!provider) throw new Fault('NOT_FOUND', 'Payment provider not found');
  return provider;
}
