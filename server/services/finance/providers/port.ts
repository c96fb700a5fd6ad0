/** What every payment provider is to the product: the sandbox, Stripe and SEPA alike. A new one is one of these and a line in providers/providers.ts. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Tx } from '../../../platform/tenancy.ts';
import type { Mandate } from '../debit/mandate.logic.ts';
import type { Payment } from '../payment/payment.read.logic.ts';
import type { StripeAmount } from './stripe.amount.ts';

export interface MandateCharge {
  readonly mandateId: Uuid;
  /** Minor units; all that is due on the claims when absent. */
  readonly amount?: bigint | null;
  /** All open claims of the account when empty. */
  readonly externalClaimRefs: readonly string[];
  /** Of direct debits: when. */
  readonly collectionDate?: CalendarDate | null;
  /** Of direct debits: the last one under the mandate (FNAL). */
  readonly isFinal?: boolean;
  readonly idempotencyKey: string;
}

export interface ProviderRefund {
  readonly payment: Payment;
  /** Minor units. */
  readonly amount: bigint;
  /** However often it is asked for, it is paid back once. */
  readonly key: string;
}

export type RefundAnswer = { readonly outcome: 'accepted' } | { readonly outcome: 'refused'; readonly reason: string };

/** Where a provider works when no transaction is open: asking somebody outside takes its time. */
export interface ProviderContext {
  readonly database: Database;
  readonly config: Pick<Config, 'secret'>;
}

/** What a provider answers to a charge. */
export type ChargeAnswer =
  | { readonly outcome: 'success'; readonly externalRef: string; readonly received: StripeAmount }
  | { readonly outcome: 'pending'; readonly externalRef: string }
  | { readonly outcome: 'decline'; readonly reason: string; readonly externalRef: string | null };

export interface Charging {
  /** @returns whether the payment is still to be charged; what can't be is declined. */
  readonly prepare: (tx: Tx, payment: Payment) => Promise<boolean>;
  /** @param isRepeated an earlier try may have got through. @throws Fault UNAVAILABLE when nobody knows whether it happened */
  readonly call: (house: ProviderContext, clientId: Uuid, payment: Payment, isRepeated: boolean) => Promise<ChargeAnswer>;
  /** Books what was answered, in the provider's name. */
  readonly record: (tx: Tx, payment: Payment, answer: ChargeAnswer) => Promise<void>;
}

export interface PaymentProvider {
  readonly providerName: string;
  readonly displayName: string;
  readonly methods: readonly string[];
  readonly isSandbox: boolean;
  /** Whether debtors can be sent to a page where they pay. */
  readonly hasPage: boolean;
  /** How the product hears what became of a payment: the provider calls, or a bank statement tells. */
  readonly reports: 'notices' | 'statements';
  /** Whether the client uses it. */
  readonly isActive: (tx: Tx) => Promise<boolean>;
  /** Collects under a mandate: what is to be asked of somebody outside is queued (payment/call.logic.ts), and asked after the transaction. */
  readonly charge?: (tx: Tx, mandate: Mandate, charge: MandateCharge) => Promise<Payment>;
  /** How a queued charge is made. Absent: none is queued. */
  readonly charging?: Charging;
  /**
   * Pays money of one of its payments back. Absent: staff does so, and books it with a reason.
   * @throws Fault UNAVAILABLE when nobody knows whether it happened: it is asked again with the same key
   */
  readonly refund?: (house: ProviderContext, clientId: Uuid, refund: ProviderRefund) => Promise<RefundAnswer>;
  /**
   * Closes the page of a payment that another one has replaced. Absent: the provider's page is ours, and asks whether its payment lives.
   * @throws Fault UNAVAILABLE when nobody knows whether it is closed: it is asked again
   */
  readonly closePage?: (house: ProviderContext, clientId: Uuid, payment: Payment) => Promise<void>;
  /** Takes a notice as it came: the signature, in the header of this name, is over its bytes. @throws Fault UNAUTHENTICATED, INVALID_INPUT, NOT_FOUND */
  readonly webhooks?: {
    readonly signatureHeader: string;
    readonly receive: (house: ProviderContext, clientId: Uuid, body: Buffer, signature: string) => Promise<unknown>;
  };
}
