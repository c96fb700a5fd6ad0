/** Payments: an attempt at a provider, what the provider says about it, and what that books. */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { payment } from './finance.tables.ts';

export type Payment = typeof payment.$inferSelect;

export interface NewPayment {
  readonly accountId: Uuid;
  /** Claims to pay; the sum is spread over them, oldest due date first. */
  readonly externalClaimRefs: readonly string[];
  /** Minor units; all that is due on the claims when absent. */
  readonly amount?: bigint | null;
  readonly providerName: string;
  readonly method: string;
  /** A repeated call with the same key answers with the payment of the first one. */
  readonly idempotencyKey: string;
  readonly instalmentId?: Uuid | null;
  readonly promiseToPayId?: Uuid | null;
}

/** Opens a payment in state 'processing'. @throws Fault NOT_FOUND, INVALID_INPUT (amount over what is due), CONFLICT (nothing due, payment under way) */
export async function startPayment(_tx: Tx, _input: NewPayment): Promise<Payment> {
  throw new Fault('UNAVAILABLE', 'Payments are not taken yet');
}

/** The money arrived: books it. However often and in whatever order a provider says so, it is booked once. */
export async function settlePayment(_tx: Tx, _paymentId: Uuid): Promise<Payment> {
  throw new Fault('UNAVAILABLE', 'Payments are not taken yet');
}

/** The provider refused. A settled payment stays settled. */
export async function declinePayment(_tx: Tx, _paymentId: Uuid, _reason: string): Promise<Payment> {
  throw new Fault('UNAVAILABLE', 'Payments are not taken yet');
}

/** The debtor's bank took the money back: what was settled is owed again. */
export async function chargeBack(_tx: Tx, _paymentId: Uuid, _reason: string): Promise<Payment> {
  throw new Fault('UNAVAILABLE', 'Payments are not taken yet');
}
