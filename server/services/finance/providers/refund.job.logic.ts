/** Refunds that are booked and that a provider has yet to pay. */
import type { Uuid } from '../../../../core/id.ts';
import { inClient } from '../../../platform/tenancy.ts';
import { readEntriesByKey } from '../ground/read.logic.ts';
import { readPayment } from '../payment/payment.read.logic.ts';
import { reverseRefund } from '../payment/refund.logic.ts';
import type { ProviderContext } from './port.ts';
import { findProvider } from './providers.ts';

/** Has a booked refund paid. When the provider does not answer it throws, and the job asks again; when it refuses, the booking is taken back. */
export async function refundQueued(house: ProviderContext, clientId: Uuid, paymentId: Uuid, key: string): Promise<void> {
  const ready = await inClient(
    house.database,
    clientId,
    async (tx) => {
      const payment = await readPayment(tx, paymentId);
      const made = await readEntriesByKey(tx, payment.accountId, key);
      return { payment, amount: made.reduce((sum, entry) => sum + entry.amount, 0n) };
    },
    { readOnly: true },
  );
  const provider = findProvider(ready.payment.providerName);
  if (!provider?.refund || ready.amount <= 0n) return;
  const answer = await provider.refund(house, clientId, { ...ready, key });
  if (answer.outcome === 'accepted') return;
  await inClient(house.database, clientId, (tx) => reverseRefund(tx, ready.payment, key, answer.reason), {
    actor: { type: 'provider', id: provider.providerName },
  });
}
