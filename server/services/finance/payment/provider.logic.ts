/** What payment providers report, and the sandbox that stands for one until a client has its own. */
import { fault, invalid } from '../../../../core/fault.ts';
import { isSignedBy, sign } from '../../../platform/keyRing.ts';

/** What a provider reports about a payment. A chargeback may come weeks after the success. */
export const PAYMENT_OUTCOMES = ['success', 'decline', 'pending', 'chargeback'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

export interface PaymentWebhook {
  readonly providerRef: string;
  readonly outcome: PaymentOutcome;
  /** The provider's words for people. */
  readonly reason: string;
  /** Of a chargeback: minor units, where the provider tells that they may be a part. */
  readonly amount?: bigint | null;
}

/** The header that carries a provider's signature. */
export const SIGNATURE_HEADER = 'x-payment-signature';

const PURPOSE = 'payment callbacks of the sandbox';

/** Writes and signs a notice as the sandbox does. */
export function sandboxWebhook(notice: PaymentWebhook): { body: string; signature: string } {
  const body = JSON.stringify(notice);
  return { body, signature: sign(PURPOSE, body) };
}

/** The provider that stands for one until a client has its own. */
export const SANDBOX = { providerName: 'sandbox', displayName: 'Sandbox', methods: ['card', 'bankTransfer'], isSandbox: true } as const;

/** Proves that a notice is the sandbox's and reads it. @throws Fault UNAUTHENTICATED, INVALID_INPUT */
export function readSandboxWebhook(body: Buffer, signature: string): PaymentWebhook {
  if (!isSignedBy(PURPOSE, body, signature)) throw fault('UNAUTHENTICATED', 'signatureWrong');
  const notice = parse(body);
  const outcome = PAYMENT_OUTCOMES.find((each) => each === notice.outcome);
  if (!outcome || typeof notice.providerRef !== 'string')
    throw invalid('outcome', 'noticeShape', { outcomes: PAYMENT_OUTCOMES.join(', ') });
  return { providerRef: notice.providerRef, outcome, reason: typeof notice.reason === 'string' ? notice.reason.slice(0, 500) : '' };
}

function parse(body: Buffer): Partial<Record<keyof PaymentWebhook, unknown>> {
  try {
    return (JSON.parse(body.toString('utf8')) ?? {}) as Partial<Record<keyof PaymentWebhook, unknown>>;
  } catch {
    throw invalid('body', 'jsonWrong');
  }
}
