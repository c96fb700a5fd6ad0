/** Domains of the client's own that links to the debtor's page start with. */
import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { and, asc, eq, notInArray } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import { addressOf, ownDomains } from '../../platform/ownDomains.ts';
import { type Database, inClient, type Reading, SYSTEM, type Tx } from '../../platform/tenancy.ts';
import { askAboutDomain, type DomainAnswer } from './landing-page.domain.check.ts';
import { clientDomain } from './landing-page.tables.ts';

export type ClientDomain = typeof clientDomain.$inferSelect;

/** Domains of one client: each of them is asked about every hour. */
export const MOST_DOMAINS = 20;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?=.{4,253}$)(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);

/** @returns a domain as DNS writes it; empty: it is none. Whoever pastes an address is told so, and not given a part of it. */
function asDns(typed: string): string {
  const name = typed.trim().replace(/\.$/, '');
  const ascii = /[\s/:@?#%\\]/.test(name) ? '' : domainToASCII(name).toLowerCase();
  return DOMAIN.test(ascii) ? ascii : '';
}

/** @returns them, the default first. */
export async function listClientDomains(tx: Tx): Promise<ClientDomain[]> {
  const rows = await tx.db.select().from(clientDomain).where(eq(clientDomain.clientId, tx.clientId)).orderBy(asc(clientDomain.domain));
  return [...rows.filter((row) => row.isDefault), ...rows.filter((row) => !row.isDefault)];
}

interface WantedDomain {
  readonly domain: string;
  readonly isDefault: boolean;
}

/** The same for the same domains, in whatever order. */
const signOf = (domains: readonly WantedDomain[]) =>
  domains
    .map(({ domain, isDefault }) => `${domain} ${isDefault}`)
    .sort()
    .join(',');

/**
 * Makes these the client's domains. One that was there keeps its record and its state; links of one that isn't named any more still open as long as it leads here.
 * @param wanted at most one is the default. @param read as they were when they were read; null changes them whatever they are now.
 * @throws Fault INVALID_INPUT naming the field, e.g. "domains.1.domain"; CONFLICT when somebody changed them since they were read
 */
export async function writeClientDomains(
  tx: Tx,
  wanted: readonly WantedDomain[],
  read: readonly WantedDomain[] | null = null,
): Promise<ClientDomain[]> {
  await tx.sql(`select pg_advisory_xact_lock(hashtextextended('domains ' || $1, 0))`, [tx.clientId]);
  const before = await listClientDomains(tx);
  if (read && signOf(read) !== signOf(before)) throw fault('CONFLICT', 'domainsChanged');
  const domains = wanted.map(({ domain }) => asDns(domain));
  collectFaults((check) => {
    check(() => {
      if (domains.length > MOST_DOMAINS) throw invalid('domains', 'domainsMost', { number: MOST_DOMAINS });
    });
    for (const [place, domain] of domains.entries())
      check(() => {
        if (domain === '') throw invalid(`domains.${place}.domain`, 'domainName');
        if (domains.indexOf(domain) < place) throw invalid(`domains.${place}.domain`, 'domainTwice');
      });
    check(() => {
      if (wanted.filter(({ isDefault }) => isDefault).length > 1) throw invalid('domains', 'domainsDefault');
    });
  });
  const kept = new Map(before.map((row) => [row.domain, row]));
  const rows = wanted.map(({ isDefault }, place): ClientDomain => {
    const domain = domains[place] ?? '';
    const fresh = { token: randomBytes(16).toString('hex'), state: 'unchecked', problem: null, found: null, checkedAt: null } as const;
    return { clientId: tx.clientId, domain, createdAt: now(), ...fresh, ...kept.get(domain), isDefault };
  });
  const isSame = rows.length === before.length && rows.every((row) => kept.get(row.domain)?.isDefault === row.isDefault);
  if (isSame) return before;
  await tx.db
    .delete(clientDomain)
    .where(and(eq(clientDomain.clientId, tx.clientId), domains.length > 0 ? notInArray(clientDomain.domain, domains) : undefined));
  // Only one may be the default at any moment.
  await tx.db.update(clientDomain).set({ isDefault: false }).where(eq(clientDomain.clientId, tx.clientId));
  for (const row of [...rows.filter((each) => !each.isDefault), ...rows.filter((each) => each.isDefault)])
    await tx.db
      .insert(clientDomain)
      .values(row)
      .onConflictDoUpdate({ target: [clientDomain.clientId, clientDomain.domain], set: { isDefault: row.isDefault } });
  const standing = rows.map(({ domain, isDefault }) => ({ domain, isDefault }));
  await appendEvents(tx, [{ messageType: 'clientDomainsChanged', payload: { domains: standing } }]);
  return listClientDomains(tx);
}

/**
 * Asks DNS about all domains of a client and notes what it says. Where no name server answers, a domain keeps its state: an outage elsewhere
 * changes no links. @returns them as they are then.
 */
export async function checkClientDomains(
  database: Database,
  clientId: Uuid,
  { publicUrl, dnsServers }: Pick<Config, 'publicUrl' | 'dnsServers'>,
): Promise<ClientDomain[]> {
  const home = new URL(publicUrl).hostname;
  const rows = await inClient(database, clientId, listClientDomains, { readOnly: true });
  const answers = await Promise.all(rows.map(({ domain, token }) => askAboutDomain(domain, token, home, dnsServers)));
  return inClient(
    database,
    clientId,
    async (tx) => {
      for (const [place, row] of rows.entries()) await noteAnswer(tx, row, answers[place]!);
      return listClientDomains(tx);
    },
    { actor: SYSTEM },
  );
}

async function noteAnswer(tx: Tx, { domain, token, state: before }: ClientDomain, { problem, found }: DomainAnswer): Promise<void> {
  const state = problem === null ? 'verified' : problem === 'noAnswer' ? before : 'failed';
  const changed = await tx.db
    .update(clientDomain)
    .set({ state, problem, ...(found ? { found } : {}), checkedAt: now() })
    // Removed and added again meanwhile, it has another record.
    .where(and(eq(clientDomain.clientId, tx.clientId), eq(clientDomain.domain, domain), eq(clientDomain.token, token)))
    .returning({ domain: clientDomain.domain });
  if (changed.length === 0 || state === before || state === 'unchecked') return;
  const event: NewEvent = { messageType: 'clientDomainChecked', payload: { domain, state, problem } };
  await appendEvents(tx, [event]);
}

/** @returns the client's domains that links may start with. */
export async function verifiedDomains(tx: Reading): Promise<{ domain: string; isDefault: boolean }[]> {
  return tx.sql(
    `select domain, is_default as "isDefault" from client_domain where client_id = $1 and state = 'verified' order by is_default desc, domain`,
    [tx.clientId],
  );
}

/** The address of a client's domain: reached as PUBLIC_URL is, by the same scheme and port. */
function addressAt(domain: string, publicUrl: string): string {
  const url = new URL(publicUrl);
  url.hostname = domain;
  return url.origin;
}

/**
 * @returns how links of this client start: at the claim's own domain where that is verified or the installation's, else at the client's default
 * domain where that is verified, else at PUBLIC_URL.
 */
export async function linkAddresses(
  tx: Reading,
  config: Pick<Config, 'publicUrl' | 'ownOrigins'>,
): Promise<(domain: string | null | undefined) => string> {
  const verified = await verifiedDomains(tx);
  const usual = verified.find(({ isDefault }) => isDefault);
  return (domain) => {
    const own = verified.find((each) => each.domain === domain);
    if (own) return addressAt(own.domain, config.publicUrl);
    if (domain && ownDomains(config).includes(domain)) return addressOf(config, domain);
    return usual ? addressAt(usual.domain, config.publicUrl) : config.publicUrl;
  };
}

/** @returns whether an origin is that of a verified domain. */
export async function isVerifiedAddress(tx: Reading, config: Pick<Config, 'publicUrl'>, origin: string): Promise<boolean> {
  return (await verifiedDomains(tx)).some(({ domain }) => addressAt(domain, config.publicUrl) === origin);
}

/** @param host as a request names it, with its port. @returns the address that a debtor's page is open at: a verified domain's or one of the installation's. */
export async function openAddress(tx: Reading, config: Pick<Config, 'publicUrl' | 'ownOrigins'>, host: string): Promise<string> {
  const verified = (await verifiedDomains(tx)).map(({ domain }) => addressAt(domain, config.publicUrl));
  return verified.find((address) => new URL(address).host === host) ?? addressOf(config, host);
}
