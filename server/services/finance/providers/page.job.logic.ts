/** Pages of providers that are to be closed. */
import type { Uuid } from '../../../../core/id.ts';
import { inClient } from '../../../platform/tenancy.ts';
import { readPayment } from '../payment/payment.read.logic.ts';
import type { ProviderContext } from './port.ts';
import { findProvider } from './providers.ts';

/** Has the page of a payment closed that was replaced. When the provider does not answer it throws, and the job asks again. */
export async function closeReplaced(house: ProviderContext, clientId: Uuid, paymentId: Uuid): Promise<void> {
  const payment = await inClient(house.database, clientId, (tx) => readPayment(tx, paymentId), { readOnly: true });
  await findProvider(payment.providerName)?.closePage?.(house, clientId, payment);
}
