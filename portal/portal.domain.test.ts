/** Clients' own domains: proven by a real name server, used by links, and at home on the debtor's page over HTTP. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setClaimTerms } from '../server/services/account/claim/terms.logic.ts';
import { checkDomainsJob } from '../server/services/landing-page/landing-page.domain.jobs.ts';
import { openNameServer } from './dns.testing.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';

let house: PortalHouse;
let names: Awaited<ReturnType<typeof openNameServer>>;
let url: string;

beforeAll(async () => {
  names = await openNameServer();
  process.env.DNS_SERVERS = names.address;
  house = await openPortalHouse();
  url = await house.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
  names.zone.clear();
  names.state.isBroken = false;
  process.env.DNS_SERVERS = names.address;
});
afterAll(async () => {
  await house.close();
  names.close();
});

interface Domain {
  readonly domain: string;
  readonly isDefault: boolean;
  readonly state: string;
  readonly problem: string | null;
  readonly recordName: string;
  readonly recordValue: string;
  readonly target: string;
  readonly foundAddresses: string[];
}
const FIELDS = '{ domain isDefault state problem recordName recordValue target foundAddresses }';
const PAY = 'pay.nordlicht.example';
const SECOND = 'zahlen.nordlicht.example';

type Wanted = { domain: string; isDefault: boolean };
const set = async (domains: Wanted[], clientId = house.clientA, before: Wanted[] | null = null) =>
  (
    await house.call<{ setClientDomains: Domain[] }>(
      'landing-page',
      `mutation ($clientId: ID!, $domains: [ClientDomainInput!]!, $before: [ClientDomainInput!]) { setClientDomains(clientId: $clientId, domains: $domains, before: $before) ${FIELDS} }`,
      { clientId, domains, before },
      await house.tokenFor(clientId),
    )
  ).setClientDomains;
const check = async (clientId = house.clientA) =>
  (
    await house.call<{ checkClientDomains: Domain[] }>(
      'landing-page',
      `mutation ($clientId: ID!) { checkClientDomains(clientId: $clientId) ${FIELDS} }`,
      { clientId },
      await house.tokenFor(clientId),
    )
  ).checkClientDomains;
const listed = async () =>
  (
    await house.call<{ getClientDomains: Domain[] }>(
      'landing-page',
      `query ($clientId: ID!) { getClientDomains(clientId: $clientId) ${FIELDS} }`,
      { clientId: house.clientA },
    )
  ).getClientDomains;
const states = (domains: readonly Domain[]) => domains.map(({ domain, state, problem }) => [domain, state, problem]);
/** Says in DNS what the screen asks for. */
const prove = ({ domain, recordName, recordValue }: Domain) => {
  names.zone.set(`TXT ${recordName}`, ['v=spf1 -all', recordValue]);
  names.zone.set(`CNAME ${domain}`, ['home.example']).set('A home.example', ['127.0.0.1']);
};
const linkOf = async (accountId: string, externalClaimRef: string | null = null) =>
  (
    await house.call<{ getTinyURL: { fullUrl: string; domain: string } }>(
      'landing-page',
      'query ($clientId: ID!, $accountId: ID!, $externalClaimRef: String) { getTinyURL(clientId: $clientId, accountId: $accountId, externalClaimRef: $externalClaimRef) { fullUrl domain } }',
      { clientId: house.clientA, accountId, externalClaimRef },
    )
  ).getTinyURL;

it('uses a domain for links once DNS proves whose it is and that it leads here, and only as long as it does', async () => {
  const { accountId, refs } = await house.owe([5000n]);
  const [fresh] = await set([{ domain: ` ${PAY.toUpperCase()}. `, isDefault: true }]);
  expect(fresh).toMatchObject({ domain: PAY, state: 'failed', problem: 'noRecord', target: '127.0.0.1' });
  expect((await linkOf(accountId)).domain).toBe('127.0.0.1:4000');

  names.zone.set(`TXT ${fresh!.recordName}`, ['quittance=of-somebody-else']);
  expect(states(await check())).toEqual([[PAY, 'failed', 'otherRecord']]);
  names.zone.set(`TXT ${fresh!.recordName}`, [fresh!.recordValue]);
  expect(states(await check())).toEqual([[PAY, 'failed', 'noAddress']]);
  names.zone.set(`A ${PAY}`, ['127.0.0.1', '192.0.2.7']);
  expect(await check()).toMatchObject([{ problem: 'otherAddress', foundAddresses: ['127.0.0.1', '192.0.2.7'] }]);
  names.zone.delete(`A ${PAY}`);
  prove(fresh!);
  expect(states(await check())).toEqual([[PAY, 'verified', null]]);
  expect((await linkOf(accountId)).fullUrl).toMatch(/^http:\/\/pay\.nordlicht\.example:4000\/p\//);

  // A claim's own domain comes first, and may be set before it is verified.
  const [, second] = await set([
    { domain: PAY, isDefault: true },
    { domain: SECOND, isDefault: false },
  ]);
  const claim = { accountId, externalClaimRef: refs[0]! };
  await house.inA((tx) => setClaimTerms(tx, [{ ...claim, change: { domain: SECOND }, actor: undefined }], house.clock.time));
  expect((await linkOf(accountId, refs[0])).domain).toBe(`${PAY}:4000`);
  prove(second!);
  expect(states(await check())).toEqual([
    [PAY, 'verified', null],
    [SECOND, 'verified', null],
  ]);
  expect((await linkOf(accountId, refs[0])).domain).toBe(`${SECOND}:4000`);

  // A name server that fails says nothing about the domain.
  names.state.isBroken = true;
  await checkDomainsJob.run({}, house.database, undefined);
  expect(states(await listed())).toEqual([
    [PAY, 'verified', 'noAnswer'],
    [SECOND, 'verified', 'noAnswer'],
  ]);
  names.state.isBroken = false;
  names.zone.set('A home.example', ['192.0.2.7']);
  await checkDomainsJob.run({}, house.database, undefined);
  expect(states(await listed())).toEqual([
    [PAY, 'failed', 'otherAddress'],
    [SECOND, 'failed', 'otherAddress'],
  ]);
  expect((await linkOf(accountId, refs[0])).domain).toBe('127.0.0.1:4000');
  const told = await house.inA((tx) =>
    tx.sql(
      `select payload ->> 'domain' as domain, payload ->> 'state' as state from event where client_id = $1 and message_type = 'clientDomainChecked' order by message_id`,
      [tx.clientId],
    ),
  );
  expect(told.slice(-2)).toEqual([
    { domain: PAY, state: 'failed' },
    { domain: SECOND, state: 'failed' },
  ]);
});

it('keeps the record of a domain that stays, and refuses what is none', async () => {
  const [before] = await set([{ domain: PAY, isDefault: true }]);
  const [, kept] = await set([
    { domain: 'bücher.example', isDefault: true },
    { domain: PAY, isDefault: false },
  ]);
  expect(kept).toMatchObject({ domain: PAY, isDefault: false, recordValue: before!.recordValue });
  expect((await listed())[0]).toMatchObject({ domain: 'xn--bcher-kva.example', isDefault: true });
  for (const wrong of [
    '',
    'localhost',
    'https://pay.example',
    'pay.example:8080',
    'pay.example/p',
    '127.0.0.1',
    '-a.example',
    'a b.example',
  ])
    await expect(set([{ domain: wrong, isDefault: false }])).rejects.toThrow('Enter a domain');
  await expect(set([PAY, PAY].map((domain) => ({ domain, isDefault: false })))).rejects.toThrow('twice');
  await expect(set([PAY, SECOND].map((domain) => ({ domain, isDefault: true })))).rejects.toThrow('only one default');
  // Two people at once: whoever is second is told, and nothing of the first is lost.
  const read = [{ domain: PAY, isDefault: true }];
  await set(read);
  const both = [...read, { domain: SECOND, isDefault: false }];
  await set(both, house.clientA, read);
  await expect(set([], house.clientA, read)).rejects.toThrow('Someone else changed the domains');
  expect((await listed()).map(({ domain }) => domain)).toEqual([PAY, SECOND]);
  await set(read, house.clientA, both.toReversed());
  // The proof of one client is none for another.
  prove(before!);
  expect(states(await set([{ domain: PAY, isDefault: true }], house.clientB))).toEqual([[PAY, 'failed', 'otherRecord']]);
  expect(await set([])).toEqual([]);
});

/** One request with headers that fetch() would not send. */
function ask(
  path: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string },
) {
  return new Promise<{ status: number; cookie: string; location: string; text: string }>((resolve, reject) => {
    const request = httpRequest(`${url}${path}`, { method, headers }, (response) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          location: response.headers.location ?? '',
          text,
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

it('is at home under a verified domain of its client, and under no other', async () => {
  const { address } = await house.owe([5000n]);
  const [domain] = await set([{ domain: PAY, isDefault: true }]);
  const [foreign] = await set([{ domain: 'pay.sued.example', isDefault: true }], house.clientB);
  prove(domain!);
  prove(foreign!);
  await check();
  await check(house.clientB);
  const answer = async (host: string, origin: string, path = `${address}/identity`) => {
    const page = await ask(address, { headers: { host } });
    const token = /name="token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const key = /name="key" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const body = new URLSearchParams({ token, key, day: '4', month: '3', year: '1988' }).toString();
    const type = 'application/x-www-form-urlencoded';
    const headers = { host, origin, 'sec-fetch-site': 'same-origin', 'content-type': type, cookie: page.cookie };
    return [page.status, (await ask(path, { method: 'POST', headers, body })).status];
  };
  const at = (host: string) => `http://${host}:4000`;
  expect(await answer(`${PAY}:4000`, at(PAY))).toEqual([200, 303]);
  // Whatever host is named shows the page; only who is at home there may act on it.
  expect(await answer('pay.sued.example:4000', at('pay.sued.example'))).toEqual([200, 403]);
  expect(await answer(`${PAY}:4000`, `https://${PAY}`)).toEqual([200, 403]);
  expect(await answer(`${PAY}:4000`, at('evil.example'))).toEqual([200, 403]);
  // Staff don't work under a client's domain.
  expect(await answer(`${PAY}:4000`, at(PAY), '/api/landing-page')).toEqual([200, 403]);
  names.zone.delete(`TXT ${domain!.recordName}`);
  await check();
  expect(await answer(`${PAY}:4000`, at(PAY))).toEqual([200, 403]);
});

it('leads to its client’s page where nothing more is named, and says nothing where there is none', async () => {
  const [domain] = await set([{ domain: PAY, isDefault: true }]);
  const [foreign] = await set([{ domain: 'pay.sued.example', isDefault: true }], house.clientB);
  const root = async (host: string, language = 'de') => {
    const { status, text, location } = await ask('/', { headers: { host, 'accept-language': language } });
    return { status, location, isPage: text.includes('<html'), text };
  };
  // Before it is proven, and under the installation's own host, the server has what it had.
  for (const host of [`${PAY}:4000`, '127.0.0.1:4000', 'nobody.example']) expect(await root(host), host).toMatchObject({ isPage: false });
  prove(domain!);
  prove(foreign!);
  await check();
  await check(house.clientB);
  for (const [host, title] of [
    [`${PAY}:4000`, 'Dieser Link funktioniert nicht'],
    ['pay.sued.example', 'Dieser Link funktioniert nicht'],
  ] as const) {
    const answer = await root(host);
    expect(answer).toMatchObject({ status: 404, isPage: true });
    expect(answer.text).toContain(title);
    expect(answer.text).not.toMatch(/Nordlicht|Süd/);
  }
  for (const clientId of [house.clientA, house.clientB])
    await house.call(
      'cms',
      'mutation ($clientId: ID!, $landingPage: LandingPageInput!) { saveLandingPage(clientId: $clientId, landingPage: $landingPage) { isDefault } }',
      { clientId, landingPage: { displayName: 'Start', type: 'client', pageContents: [] } },
      await house.tokenFor(clientId),
    );
  expect(await root(`${PAY.toUpperCase()}:4000`)).toMatchObject({ status: 302, location: `/p/client/${house.clientA}` });
  expect(await root('pay.sued.example')).toMatchObject({ status: 302, location: `/p/client/${house.clientB}` });
  const page = await ask(`/p/client/${house.clientA}`, { headers: { host: `${PAY}:4000`, 'accept-language': 'de' } });
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Nordlicht') });
  expect(await root('127.0.0.1:4000')).toMatchObject({ isPage: false });
  // One that DNS no longer proves is out at once.
  names.zone.delete(`TXT ${domain!.recordName}`);
  await check();
  expect(await root(`${PAY}:4000`)).toMatchObject({ status: 404, isPage: false });
});
