/** Which clients' domains the debtor's page is at home under. */
import { isUuid } from '../../../core/id.ts';
import type { Config } from '../../platform/config.ts';
import type { DebtorsHome } from '../../platform/edge/edge.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { isVerifiedAddress } from './landing-page.domain.logic.ts';
import { clientsOf } from './landing-page.logic.ts';

/** @returns whether the page of an address may be opened, and acted on, under an origin. Nothing is remembered: a domain that fails is out at once. */
export function debtorsHome(database: Database, config: Pick<Config, 'publicUrl'>): DebtorsHome {
  return async (origin, address) => {
    const [, code] = /^\/p\/([^/?]+)/.exec(address) ?? [];
    const [, own] = /^\/p\/client\/([^/?]+)/.exec(address) ?? [];
    for (const clientId of own ? [own].filter(isUuid) : await clientsOf(database, code ?? ''))
      if (await inClient(database, clientId, (tx) => isVerifiedAddress(tx, config, origin), { readOnly: true })) return true;
    return false;
  };
}
