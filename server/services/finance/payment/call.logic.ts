/** What payment providers are asked to do: written in the transaction that decides it, done by the outbox once that has committed. */
import type { Uuid } from '../../../../core/id.ts';
import { queueRows } from '../../../platform/outbox/queue.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { Payment } from './payment.read.logic.ts';

export interface PaymentCall {
  /** Charge under a mandate, pay back what is booked as paid back, or close the page of a payment that was replaced. */
  readonly act: 'charge' | 'refund' | 'closePage';
  readonly paymentId: Uuid;
  /** Of a refund: the key of its booking. */
  readonly key?: string;
}

/** @returns the outbox's name of what one provider is asked: each has its own outages. */
export const callKind = (providerName: string) => `payment.${providerName}`;

/** Has a provider asked, once the transaction is committed. @param once makes it one call, however often it is queued */
export async function queueCall(tx: Tx, { providerName }: Pick<Payment, 'providerName'>, call: PaymentCall, once: string): Promise<void> {
  const key = `${call.act}:${once}`;
  // In the midst of transactions that go on to lock accounts: none of them may wait here for another.
  await queueRows(tx, [{ kind: callKind(providerName), key, request: call }], key);
}
