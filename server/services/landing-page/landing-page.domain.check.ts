/** What DNS says of a client's domain: whose it is, and whether it leads here. Nothing is connected to. */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { DomainFound } from './landing-page.tables.ts';

/** What stands before a domain in the name of the record that proves whose it is. */
const PROOF = '_quittance';

/** How long a name server is waited for, milliseconds, and how often it is asked. */
const PATIENCE = { timeout: 3_000, tries: 2 };

/** What DNS answers for a name that is not there, or has no record of the kind. */
const NOTHING = ['ENOTFOUND', 'ENODATA'];

/** @returns the TXT record that a client sets to prove that a domain is theirs. */
export const proofOf = (domain: string, token: string) => ({ name: `${PROOF}.${domain}`, value: `quittance=${token}` });

export interface DomainAnswer {
  readonly problem: 'noRecord' | 'otherRecord' | 'noAddress' | 'otherAddress' | 'noAnswer' | null;
  /** null: no name server answered. */
  readonly found: DomainFound | null;
}

/**
 * Asks DNS about a domain. It must carry the record of `proofOf`, and every address of it, directly or over a CNAME, must be one of this installation.
 * @param home the host of PUBLIC_URL. @param servers name servers; none: the system's. @returns problem null: all of it is right.
 */
export async function askAboutDomain(domain: string, token: string, home: string, servers: readonly string[]): Promise<DomainAnswer> {
  const resolver = new Resolver(PATIENCE);
  if (servers.length > 0) resolver.setServers(servers);
  const addressesOf = async (host: string) => {
    if (isIP(host) !== 0) return [host];
    return [...(await there(resolver.resolve4(host))), ...(await there(resolver.resolve6(host)))];
  };
  const { name, value } = proofOf(domain, token);
  try {
    const [records, addresses, expected] = await Promise.all([
      there(resolver.resolveTxt(name)),
      addressesOf(domain),
      addressesOf(home.replace(/^\[|\]$/g, '')),
    ]);
    const texts = records.map((parts) => parts.join(''));
    return { problem: problemOf(texts, value, addresses, expected), found: { texts, addresses, expected } };
  } catch {
    return { problem: 'noAnswer', found: null };
  } finally {
    resolver.cancel();
  }
}

function problemOf(texts: readonly string[], value: string, addresses: readonly string[], expected: readonly string[]) {
  if (texts.length === 0) return 'noRecord';
  if (!texts.some((text) => text.trim() === value)) return 'otherRecord';
  if (addresses.length === 0) return 'noAddress';
  // One that leads elsewhere would fail for some debtors.
  return addresses.every((address) => expected.includes(address)) ? null : 'otherAddress';
}

async function there<Found>(asked: Promise<Found[]>): Promise<Found[]> {
  try {
    return await asked;
  } catch (error) {
    if (NOTHING.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
