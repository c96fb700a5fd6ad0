/** Collecting under a mandate, whatever its provider is: what staff and strategies call. */
import { fault } from '../../../../core/fault.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { usableMandate } from '../debit/debit.logic.ts';
import type { Payment } from '../payment/payment.read.logic.ts';
import type { MandateCharge } from './port.ts';
import { providerNamed } from './providers.ts';

/**
 * Plans a direct debit, or has a card charged once the transaction is committed. A second call with the same key changes nothing.
 * @throws Fault NOT_FOUND, INVALID_INPUT (amount, collectionDate), CONFLICT (mandate disabled or ended, nothing due)
 */
export async function chargeRecurringPaymentMandate(tx: Tx, charge: MandateCharge): Promise<Payment> {
  const mandate = await usableMandate(tx, charge.mandateId);
  const provider = providerNamed(mandate.providerName);
  if (!provider.charge) throw fault('CONFLICT', 'providerNoMandates', { provider: provider.displayName });
  return provider.charge(tx, mandate, charge);
}
