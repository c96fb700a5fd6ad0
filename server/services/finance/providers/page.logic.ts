/** Where debtors can be sent to pay. */
import type { Config } from '../../../platform/config.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { PaymentProvider } from './port.ts';
import { activeProviders } from './providers.ts';
import { readProviderSettings } from './stripe.setting.logic.ts';

/** @returns the providers with a page that a client uses. Beside one that moves money there is no sandbox: what it reports would be booked. */
export async function pageProviders(tx: Tx, config: Pick<Config, 'secret' | 'publicUrl'>): Promise<PaymentProvider[]> {
  const movesMoney = (await readProviderSettings(tx, config)).some((each) => each.isActive && !each.isTest);
  return (await activeProviders(tx)).filter((provider) => provider.hasPage && !(provider.isSandbox && movesMoney));
}
