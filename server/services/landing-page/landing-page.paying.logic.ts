/** Payments that debtors start on their page, and where they can be paid. */
import { fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { offeredBy } from '../account/claim/terms.logic.ts';
import { readDebtorClaims } from '../account/debtor/debtor.logic.ts';
import { startPayment } from '../finance/payment/payment.logic.ts';
import type { Payment } from '../finance/payment/payment.read.logic.ts';
import { pageProviders } from '../finance/providers/page.logic.ts';

/** What is to be paid, and where. */
export interface Wanted {
  readonly refs: readonly string[];
  readonly amount: bigint | null;
  /** A provider's name; the first one that the client uses when it is none of them. */
  readonly provider: string;
  readonly instalmentId?: Uuid | null;
  readonly key: string;
}

/** Starts a payment at a provider that the client uses. @throws as startPayment, and UNAVAILABLE without any provider */
export async function pay(tx: Tx, config: Pick<Config, 'secret' | 'publicUrl'>, accountId: Uuid, wanted: Wanted): Promise<Payment> {
  const providers = offeredBy(await pageProviders(tx, config), await readDebtorClaims(tx, accountId));
  const provider = providers.find((each) => each.providerName === wanted.provider) ?? providers[0];
  if (!provider) throw fault('UNAVAILABLE', 'noProvider');
  return startPayment(tx, {
    accountId,
    externalClaimRefs: wanted.refs,
    amount: wanted.amount,
    providerName: provider.providerName,
    method: provider.methods[0] ?? 'card',
    idempotencyKey: wanted.key,
    instalmentId: wanted.instalmentId ?? null,
  });
}
