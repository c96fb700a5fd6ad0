/** The debtor's page as a door: what a link shows, to whom, how often, and under which policy. */
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../core/html.ts';
import { DAY, HOUR, instant, MINUTE } from '../core/time.ts';
import { now } from '../server/platform/clock.ts';
import { DEBTORS_PER_MINUTE } from '../server/platform/edge/edge.ts';
import { secretsFor } from '../server/platform/keyRing.ts';
import { revokeLinks } from '../server/services/landing-page/landing-page.logic.ts';
import { mountPortal } from './mount.ts';
import { openPortalHouse, type PortalHouse, START } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const SET = `mutation ($clientId: ID!, $identityField: String!, $maxTries: Int!, $linkDays: Int!, $contactPhone: String, $contactEmail: String, $complaintsUrl: String, $privacyUrl: String) {
  setPortalSetting(clientId: $clientId, identityField: $identityField, maxTries: $maxTries, linkDays: $linkDays, contactPhone: $contactPhone, contactEmail: $contactEmail, complaintsUrl: $complaintsUrl, privacyUrl: $privacyUrl) { contactPhone } }`;

/** What staff sees of an account's links. */
const linkStates = async (accountId: string) =>
  (
    await house.call<{ getAccountLinks: { status: string; lockedUntil: string | null }[] }>(
      'landing-page',
      'query ($clientId: ID!, $accountId: ID!) { getAccountLinks(clientId: $clientId, accountId: $accountId) { status lockedUntil } }',
      { clientId: house.clientA, accountId },
    )
  ).getAccountLinks.map(({ status, lockedUntil }) => `${status} ${lockedUntil}`);

describe('a link', () => {
  it('shows nothing personal before the identity check', async () => {
    const { address, accountId, refs } = await house.owe([74520n]);
    const page = await house.browser().get(address);
    expect(page.status).toBe(200);
    expect(page.body).toContain('Nordlicht Energie');
    for (const personal of ['Hannah', 'Brandt', refs[0] ?? '', '745.20', 'Electricity', 'owe', 'debt advice'])
      expect(page.body).not.toContain(personal);
    expect(await house.events(accountId)).toContain('portalOpened');
    const inside = await page.enter(address);
    for (const personal of ['Hannah', refs[0] ?? '', '€745.20', 'Electricity 1']) expect(inside.body).toContain(personal);
    expect(await house.events(accountId)).toEqual(expect.arrayContaining(['portalIdentityConfirmed', 'portalVisited']));
  });

  it("names its sender when it has expired or was revoked, and nobody when it is unknown or another client's", async () => {
    const [expired, revoked] = [await house.owe([100n]), await house.owe([100n])];
    await house.inA((tx) => revokeLinks(tx, revoked.accountId));
    house.clock.time = instant(START + 31 * DAY);
    const living = await house.owe([100n]);
    const pages = await Promise.all(
      [
        expired.address,
        revoked.address,
        `${living.address.slice(0, -1)}${living.address.endsWith('A') ? 'B' : 'A'}`,
        living.address.replace(/^\/p\/[^-]+/, `/p/${house.clientB.slice(-8)}`),
        '/p/nonsense',
      ].map((address) => house.browser().get(address)),
    );
    house.clock.time = START;
    const [ended, unknown] = [pages.slice(0, 2), pages.slice(2)];
    // But for the address that a new link is asked for by.
    const bodies = ended.map((page, place) => page.body.replaceAll([expired, revoked][place]!.address, ''));
    for (const [place, page] of ended.entries()) expect([page.status, bodies[place]]).toEqual([404, bodies[0]]);
    for (const page of unknown) expect([page.status, page.body]).toEqual([404, unknown[0]?.body]);
    // Who holds a real code was sent it by the client; anybody else learns of nobody, and neither page of a debtor.
    expect(ended[0]?.body).toContain('This link is from Nordlicht Energie');
    expect(unknown[0]?.body).toContain('Open the link in the latest message');
    expect(unknown[0]?.body).not.toContain('Nordlicht');
    for (const personal of ['Hannah', 'Brandt', expired.refs[0]!]) expect(ended[0]?.body).not.toContain(personal);
  });

  it('says whom to turn to: the creditor as configured, and debt advice of its country', async () => {
    const { address, accountId } = await house.owe([100n]);
    const set = (changes: { [field: string]: string | undefined }) =>
      house.call('landing-page', SET, { clientId: house.clientA, identityField: 'birthday', maxTries: 5, linkDays: 30, ...changes });
    const footer = async () => /<footer[\s\S]*<\/footer>/.exec((await house.browser().enter(address)).body)?.[0] ?? '';
    const inCountry = (country: string) =>
      house.inA((tx) => tx.sql('update client set country_code = $2 where client_id = $1', [tx.clientId, country]));
    expect(await footer()).toContain('You owe this money to Nordlicht Energie.');
    expect(await footer()).not.toMatch(/tel:|mailto:|complaint|Privacy/);
    for (const wrong of [
      { contactPhone: 'call us' },
      { contactEmail: 'nobody' },
      { complaintsUrl: 'http://nordlicht.example' },
      { privacyUrl: 'javascript:alert(1)' },
    ])
      await expect(set(wrong)).rejects.toThrow(/Enter a|isn’t a valid/);
    await set({
      contactPhone: '+49 30 123456',
      contactEmail: 'help@nordlicht.example',
      complaintsUrl: 'https://nordlicht.example/complaints',
      privacyUrl: 'https://nordlicht.example/privacy',
    });
    const shown = await footer();
    for (const each of ['tel:+4930123456', 'mailto:help@nordlicht.example', 'nordlicht.example/complaints', 'nordlicht.example/privacy'])
      expect(shown).toContain(each);
    expect(shown).toContain('Schuldnerberatung');
    for (const [country, name] of [
      ['GB', 'StepChange'],
      ['NL', 'Geldfit'],
      ['US', 'NFCC'],
    ] as const) {
      await inCountry(country);
      const there = await footer();
      expect([there.includes(name), there.includes('Schuldnerberatung')]).toEqual([true, false]);
    }
    await inCountry('BR');
    expect(await footer()).not.toContain('debt advice');
    await inCountry('DE');
    await house.inA((tx) => revokeLinks(tx, accountId));
    const gone = (await house.browser().get(address)).body;
    expect(gone).toContain('tel:+4930123456');
    // Whoever finds an old link does not read that money is owed.
    expect(gone).not.toMatch(/owe|debt/);
    // Settings saved without them leave them; empty ones remove them.
    await set({});
    expect((await house.browser().get(address)).body).toContain('tel:+4930123456');
    await set({ contactPhone: '', contactEmail: '', complaintsUrl: '', privacyUrl: '' });
    expect((await house.browser().get(address)).body).not.toContain('tel:');
  });

  it('is stored only as a digest', async () => {
    const { address } = await house.owe([100n]);
    const code = address.slice(address.indexOf('-') + 1);
    expect(Buffer.from(code, 'base64url').length).toBe(16);
    const rows = await house.inA((tx) =>
      tx.sql<{ all: string }>('select t::text as all from tiny_link t where client_id = $1', [house.clientA]),
    );
    expect(rows.some((row) => row.all.includes(code))).toBe(false);
    const [log] = await house.inA((tx) =>
      tx.sql<{ found: boolean }>(
        `select exists (select from event where client_id = $1 and payload::text like '%' || $2 || '%') as found`,
        [house.clientA, code],
      ),
    );
    expect(log?.found).toBe(false);
  });

  /** Answers wrongly, so often at once. @returns the statuses. */
  async function guess(address: string, times: number): Promise<number[]> {
    const wrong = house.browser();
    await wrong.get(address);
    const fields = wrong.fields('/identity', { day: '4', month: '3', year: '1989' });
    const answers = await Promise.all(Array.from({ length: times }, () => house.browser(wrong.cookie).post(`${address}/identity`, fields)));
    return answers.map((answer) => answer.status);
  }
  const failures = async (accountId: string) => (await house.events(accountId)).filter((type) => type === 'portalIdentityFailed').length;

  it('pauses after too many wrong answers, concurrent ones included, and longer each time', async () => {
    const { address, accountId } = await house.owe([100n]);
    const statuses = await guess(address, 12);
    expect(statuses.filter((status) => status === 422).length).toBe(4);
    expect(statuses.filter((status) => status === 429).length).toBe(8);
    expect(await failures(accountId)).toBe(5);
    const locked = (await house.browser().get(address)).body;
    expect(locked).toContain('This page is locked');
    expect(locked).toContain('for 1 minute.');
    let at = START;
    for (const [pause, said] of [
      [2 * MINUTE, '5 minutes'],
      [6 * MINUTE, '30 minutes'],
      [31 * MINUTE, '2 hours'],
      [3 * HOUR, '24 hours'],
    ] as const) {
      at = instant(at + pause);
      house.clock.time = at;
      await guess(address, 3);
      expect((await house.browser().get(address)).body).toContain(`for ${said}.`);
    }
    expect(await failures(accountId)).toBe(9);
    house.clock.time = instant(at + 25 * HOUR);
    expect((await house.browser().enter(address)).body).toContain('Hannah');
    house.clock.time = START;
  });

  it('counts wrong answers of all links of an account together, and of all accounts of a debtor', async () => {
    const [first, other] = [await house.owe([100n], { debtor: 'D-700' }), await house.owe([100n], { debtor: 'D-700' })];
    const stranger = await house.owe([100n]);
    const more = await Promise.all(Array.from({ length: 4 }, () => house.linkTo(first.accountId)));
    expect(
      (await Promise.all([first.address, ...more].map((address) => guess(address, 2)))).flat().filter((status) => status === 422),
    ).toHaveLength(4);
    const late = await house.linkTo(first.accountId);
    for (const address of [late, other.address]) expect((await house.browser().get(address)).status).toBe(429);
    // Staff sees it at each of them, the debtor's other account too, and not at a stranger's.
    expect(new Set(await linkStates(first.accountId))).toEqual(new Set(['locked 2026-11-21T10:01:00.000Z']));
    expect(await linkStates(other.accountId)).toEqual(['locked 2026-11-21T10:01:00.000Z']);
    expect(await linkStates(stranger.accountId)).toEqual(['active null']);
    expect((await failures(first.accountId)) + (await failures(other.accountId))).toBe(5);
    expect((await house.browser().enter(stranger.address)).body).toContain('Hannah');
    // The right answer ends it for all.
    house.clock.time = instant(START + 2 * MINUTE);
    expect((await house.browser().enter(late)).body).toContain('Hannah');
    expect((await linkStates(first.accountId)).map((state) => state.split(' ')[0])).not.toContain('locked');
    house.clock.time = START;
    expect((await house.browser().get(other.address)).status).toBe(200);
  });

  it('ends after twice as many wrong answers, so a stranger with an old one can’t lock the debtor out forever', async () => {
    const { address, accountId } = await house.owe([100n]);
    let days = 0;
    for (let answers = 0; answers < 30; answers++) {
      house.clock.time = instant(START + ++days * 25 * HOUR);
      if ((await guess(address, 6)).includes(404)) break;
    }
    expect(await failures(accountId)).toBe(10);
    expect((await house.browser().get(address)).status).toBe(404);
    expect(await house.events(accountId)).toContain('linkRevoked');
    const fresh = await house.linkTo(accountId);
    house.clock.time = instant(house.clock.time + 25 * HOUR);
    expect((await house.browser().enter(fresh)).body).toContain('Hannah');
    house.clock.time = START;
  });

  it("does not let one link's session into another, nor a forged or old cookie", async () => {
    const [mine, other] = [await house.owe([100n]), await house.owe([200n])];
    const browser = await house.browser().enter(mine.address);
    expect(browser.body).toContain('Hannah');
    expect((await house.browser(browser.cookie).get(other.address)).body).not.toContain('Hannah');
    expect((await house.browser(browser.cookie.replace('.1.', '.0.')).get(mine.address)).body).not.toContain('Hannah');
    house.clock.time = instant(START + HOUR);
    expect((await house.browser(browser.cookie).get(mine.address)).body).not.toContain('Hannah');
    house.clock.time = START;
  });

  it('asks what the client has set, and what is known of the debtor', async () => {
    const { address } = await house.owe([100n]);
    const set =
      'mutation ($clientId: ID!, $identityField: String!) { setPortalSetting(clientId: $clientId, identityField: $identityField, maxTries: 5, linkDays: 30) { identityField } }';
    await house.call('landing-page', set, { clientId: house.clientA, identityField: 'postalCode' });
    const browser = await house.browser().get(address);
    await browser.post(`${address}/identity`, browser.fields('/identity', { answer: ' 10 119 ' }));
    expect((await browser.follow()).body).toContain('Hannah');
    await house.call('landing-page', set, { clientId: house.clientA, identityField: 'none' });
    expect((await house.browser().get(address)).body).toContain('Hannah');
    await house.call('landing-page', set, { clientId: house.clientA, identityField: 'birthday' });
  });

  it('doesn’t count an attempt with an impossible or incomplete date', async () => {
    const { address, accountId } = await house.owe([100n]);
    const browser = await house.browser().get(address);
    for (const [day, month, year] of [
      ['13', '40', '1993'],
      ['30', '2', '1988'],
      ['4', '3', '88'],
      ['four', '3', '1988'],
    ] as const)
      expect((await browser.post(`${address}/identity`, browser.fields('/identity', { day, month, year }))).body).toContain(
        'doesn’t exist',
      );
    expect((await browser.post(`${address}/identity`, browser.fields('/identity', { day: '4', month: '', year: '1988' }))).status).toBe(
      422,
    );
    expect(await failures(accountId)).toBe(0);
    await browser.post(`${address}/identity`, browser.fields('/identity', { day: '04', month: '3', year: '1988' }));
    expect((await browser.follow()).body).toContain('Hannah');
  });

  it('redirects reloaded form addresses and addresses below it to its page', async () => {
    const { address } = await house.owe([100n]);
    // The last three are no addresses: a mail program or a typing error lengthened the link.
    for (const step of ['identity', 'settle', 'instalment', 'settlement', 'renew', '', 'no-such-page', 'a/b']) {
      const { statusCode, headers } = await house.app.inject({ url: `${address}/${step}` });
      expect([statusCode, headers.location], step).toEqual([303, address]);
    }
    const browser = await house.browser().enter(address);
    expect((await browser.get(`${address}/settle`)).status).toBe(303);
    expect((await browser.follow()).body).toContain('Hannah');
  });

  it('limits an address per minute, and says to wait in the reader’s language', async () => {
    const knock = (remoteAddress: string) =>
      house.app.inject({ url: '/p/nonsense', remoteAddress, headers: { 'accept-language': 'de-DE' } });
    let [answered, refused] = [0, await knock('203.0.113.9')];
    for (; refused.statusCode === 404 && answered < 20 * DEBTORS_PER_MINUTE; answered += 1) refused = await knock('203.0.113.9');
    expect(refused.statusCode).toBe(429);
    expect(answered).toBeGreaterThanOrEqual(DEBTORS_PER_MINUTE - 1);
    expect(refused.body).toContain('Bitte warten Sie eine Minute');
    expect(refused.headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/), 'cache-control': 'no-store' });
    expect(refused.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect((await knock('203.0.113.10')).statusCode).toBe(404);
    // What the page is drawn with is not counted.
    const style = await house.app.inject({ url: '/p/assets/portal.css', remoteAddress: '203.0.113.9' });
    expect(style.statusCode).toBe(200);
  });
});

describe('every page', () => {
  it('forbids scripts of others, frames, caches, search engines and referrers', async () => {
    const { address } = await house.owe([100n]);
    const page = await house.browser().enter(address);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'.*script-src 'self'.*frame-ancestors 'none'$/);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.headers).toMatchObject({
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    // Addresses of others are links to follow, which tell nobody where one came from; nothing is loaded from there.
    const own = page.body.replace(/<a href="https:[^"]*" rel="noopener noreferrer"/g, '<a');
    expect(own).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//);
    expect(page.body).not.toMatch(/<script(?! src="\/p\/assets\/)/);
    expect(page.body).not.toMatch(/ style="| on\w+="/);
  });

  it('limits its cookie to this link, hidden from scripts and other sites', async () => {
    const { address } = await house.owe([100n]);
    const answer = await house.app.inject({ url: address });
    expect(answer.cookies[0]).toMatchObject({ path: address, httpOnly: true, sameSite: 'Strict' });
  });

  it('marks its cookie Secure in production', async () => {
    const { address } = await house.owe([100n]);
    const app = fastify();
    await app.register(cookie);
    await mountPortal(app, { services: house.services, secrets: secretsFor("debtor's page"), isSecure: true, now });
    const { cookies } = await app.inject(address);
    await app.close();
    expect(cookies).toMatchObject([{ name: '__Secure-quittance-portal', secure: true, httpOnly: true, sameSite: 'Strict', path: address }]);
  });

  it('leaves HTML, quotes and template syntax in names and texts as text', async () => {
    const evil = `<script>alert(1)</script>"'>\`<img src=x onerror=alert(1)> {{7*7}} {name} #{1}`;
    const { address } = await house.owe([100n], { first: evil, product: evil, entry: evil });
    const browser = await house.browser().enter(address);
    for (const url of [address, `${address}/disagree`]) {
      await browser.get(url);
      expect(browser.body).not.toContain('<img');
      expect(browser.body).not.toContain('<script>');
      expect(browser.body).toContain(
        '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&#96;&lt;img src=x onerror=alert(1)&gt; {{7*7}} {name} #{1}',
      );
    }
    await browser.get(`${address}/help`);
    await browser.post(`${address}/help`, browser.fields('/help', { text: evil }));
    expect((await browser.follow()).body).toContain('We’ve received your message');
  });

  it('escapes whatever a template is given', () => {
    expect(html`<p title="${'"><b>'}">${['<i>'].map((each) => html`${each}`)}${html`<br>`}${null}${false}${0}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">&lt;i&gt;<br>0</p>',
    );
  });
});
