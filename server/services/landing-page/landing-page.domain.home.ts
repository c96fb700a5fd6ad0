/** Which clients' domains the debtor's page is at home under, and whose page a domain leads to. */
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Config } from '../../platform/config.ts';
import type { DebtorsHome } from '../../platform/edge/edge.ts';
import { ownDomains } from '../../platform/ownDomains.ts';
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

/**
 * @param hostname as a request names it, without a port.
 * @returns the client whose verified domain that is; null for a host of the installation, and for nobody's. Of several clients that proved the same
 * domain it is the one whose default it is, else the first.
 */
export async function clientAt(
  database: Database,
  config: Pick<Config, 'publicUrl' | 'ownOrigins'>,
  hostname: string,
): Promise<Uuid | null> {
  const domain = hostname.toLowerCase().replace(/\.$/, '');
  if (ownDomains(config).some((host) => new URL(`http://${host}`).hostname === domain)) return null;
  const { rows } = await database.identity.query<{ client_id: Uuid }>(
    `select client_id from client_domain where domain = $1 and state = 'verified' order by is_default desc, created_at, client_id limit 1`,
    [domain],
  );
  return rows[0]?.client_id ?? null;
}
