import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { LOCALES } from '../core/locale.ts';
import { type CalendarDate, DAY, HOUR, instant } from '../core/time.ts';
import { now, useClock } from '../server/platform/clock.ts';
import { openTestHouse, type TestHouse } from '../server/platform/testing.ts';
import { book } from '../server/services/finance/finance.logic.ts';
import { createTinyLink, revokeLinks } from '../server/services/landing-page/landing-page.logic.ts';
import { portalServices } from '../server/services/landing-page/landing-page.portal.logic.ts';
import { html } from './html.ts';
import { mountPortal } from './mount.ts';
import { SPOKEN } from './texts.ts';

const START = instant('2026-11-21T10:00:00Z');
let clock = START;
let house: TestHouse;
let restore: () => void;

beforeAll(async () => {
  restore = useClock(() => clock);
  house = await openTestHouse((app, { database, config }) =>
    mountPortal(app, { services: portalServices(database, config), secret: config.secret, isSecure: false, now }),
  );
});
afterAll(async () => {
  restore();
  await house.close();
});

let serial = 0;
interface Owed {
  accountId: Uuid;
  refs: string[];
  address: string;
}
/** An account of client A with claims, and a link to it. */
async function owe(amounts: readonly bigint[], names: { first?: string; product?: string; entry?: string } = {}): Promise<Owed> {
  const accountId = uuidv7();
  const refs = amounts.map(() => `000${++serial}`);
  return house.inA(async (tx) => {
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, $4)`,
      [tx.clientId, accountId, `K-${accountId.slice(-6)}`, '2026-01-01T00:00:00Z'],
    );
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name, birthday, address) values ($1, $2, $3, 'D', 'person', $4, 'Brandt', '1988-03-04', '{"postalCode": "10119"}')`,
      [tx.clientId, accountId, uuidv7(), names.first ?? 'Hannah'],
    );
    for (const [index, ref] of refs.entries())
      await tx.sql(
        `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, product_name, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, 0, $5, $6, $7, $7)`,
        [
          tx.clientId,
          ref,
          accountId,
          amounts[index],
          `2026-10-0${index + 1}`,
          names.product ?? `Electricity ${index + 1}`,
          '2026-01-01T00:00:00Z',
        ],
      );
    await book(
      tx,
      refs.map((ref, index) => ({
        accountId,
        externalClaimRef: ref,
        kind: 'principal' as const,
        amount: amounts[index] ?? 0n,
        currency: 'EUR',
        valueDate: '2026-09-01' as CalendarDate,
        key: `principal:${ref}`,
        description: names.entry ?? '',
      })),
    );
    const { url } = await createTinyLink(tx, { accountId, externalClaimRef: null, publicUrl: house.config.publicUrl });
    return { accountId, refs, address: new URL(url).pathname };
  });
}

/** A browser without scripts: keeps the page's cookie, reads forms, posts them. */
class Browser {
  cookie = '';
  body = '';
  status = 0;
  location = '';
  headers: Record<string, unknown> = {};

  async #send(method: 'GET' | 'POST', url: string, payload?: string): Promise<this> {
    const headers = {
      ...(this.cookie ? { cookie: this.cookie } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const answer = await house.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    const set = answer.cookies.find((each) => each.name === 'quittance-portal');
    if (set) this.cookie = `${set.name}=${set.value}`;
    Object.assign(this, {
      body: answer.body,
      status: answer.statusCode,
      location: String(answer.headers.location ?? ''),
      headers: answer.headers,
    });
    return this;
  }
  get = (url: string) => this.#send('GET', url);
  /** The hidden fields and ticked boxes of the page's first form to `action`, with changes; null leaves a field out. */
  fields(action: string, changes: Record<string, string | string[] | null> = {}): URLSearchParams {
    const form = new RegExp(`<form method="post" action="[^"]*${action}"[\\s\\S]*?</form>`).exec(this.body)?.[0] ?? '';
    const fields = new URLSearchParams();
    for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
      const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
      if (['checkbox', 'radio'].includes(of('type') ?? '') && !/ checked/.test(tag)) continue;
      const name = of('name');
      if (name) fields.append(name, of('value') ?? '');
    }
    for (const [name, value] of Object.entries(changes)) {
      fields.delete(name);
      for (const each of value === null ? [] : [value].flat()) fields.append(name, each);
    }
    return fields;
  }
  post = (url: string, fields: URLSearchParams) => this.#send('POST', url, fields.toString());
  async follow(): Promise<this> {
    while (this.location) await this.get(this.location);
    return this;
  }
  /** Opens a link and passes the identity check. */
  async enter(address: string): Promise<this> {
    await this.get(address);
    await this.post(`${address}/identity`, this.fields('/identity', { day: '4', month: '3', year: '1988' }));
    return this.follow();
  }
  /** Chooses on the page and confirms on the review. */
  async settle(address: string, changes: Record<string, string | string[] | null>): Promise<this> {
    await this.post(`${address}/settle`, this.fields('/settle', changes));
    if (this.status === 200) await this.post(`${address}/settle`, this.fields('/settle'));
    return this.follow();
  }
}

const events = async (accountId: Uuid) =>
  (
    await house.inA((tx) =>
      tx.sql<{ message_type: string; actor_type: string }>(
        'select message_type, actor_type from event where client_id = $1 and account_id = $2 order by message_id',
        [house.clientA, accountId],
      ),
    )
  ).map((row) => row.message_type);
const balances = async (refs: string[]) =>
  (
    await house.inA((tx) =>
      tx.sql<{ balance: bigint }>(
        'select balance from claim where client_id = $1 and external_claim_ref = any($2) order by external_claim_ref',
        [house.clientA, refs],
      ),
    )
  ).map((row) => row.balance);

describe('a link', () => {
  it('shows nothing personal before the identity check', async () => {
    const { address, accountId, refs } = await owe([74520n]);
    const page = await new Browser().get(address);
    expect(page.status).toBe(200);
    expect(page.body).toContain('Nordlicht Energie');
    for (const personal of ['Hannah', 'Brandt', refs[0] ?? '', '745.20', 'Electricity']) expect(page.body).not.toContain(personal);
    expect(await events(accountId)).toContain('portalOpened');
    const inside = await page.enter(address);
    for (const personal of ['Hannah', refs[0] ?? '', '€745.20', 'Electricity 1']) expect(inside.body).toContain(personal);
    expect(await events(accountId)).toEqual(expect.arrayContaining(['portalIdentityConfirmed', 'portalVisited']));
  });

  it("looks the same when it is unknown, expired, revoked or another client's", async () => {
    const [expired, revoked] = [await owe([100n]), await owe([100n])];
    await house.inA((tx) => revokeLinks(tx, revoked.accountId));
    clock = instant(START + 31 * DAY);
    const living = await owe([100n]);
    const pages = await Promise.all(
      [
        expired.address,
        revoked.address,
        `${living.address.slice(0, -1)}${living.address.endsWith('A') ? 'B' : 'A'}`,
        living.address.replace(/^\/p\/[^-]+/, `/p/${house.clientB.slice(-8)}`),
        '/p/nonsense',
      ].map((address) => new Browser().get(address)),
    );
    clock = START;
    for (const page of pages) expect([page.status, page.body]).toEqual([404, pages[0]?.body]);
    expect(pages[0]?.body).toContain('Open the link in the newest message');
    expect(pages[0]?.body).not.toContain('Nordlicht');
  });

  it('is kept as a digest alone', async () => {
    const { address } = await owe([100n]);
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

  it('locks after too many wrong answers, also when they come at once, and opens again after a day', async () => {
    const { address, accountId } = await owe([100n]);
    const wrong = new Browser();
    await wrong.get(address);
    const fields = wrong.fields('/identity', { day: '4', month: '3', year: '1989' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => Object.assign(new Browser(), { cookie: wrong.cookie }).post(`${address}/identity`, fields)),
    );
    expect(answers.filter((answer) => answer.status === 422).length).toBe(4);
    expect(answers.filter((answer) => answer.status === 429).length).toBe(8);
    expect((await events(accountId)).filter((type) => type === 'portalIdentityFailed').length).toBe(5);
    expect((await new Browser().get(address)).body).toContain('This page is locked');
    clock = instant(START + 25 * HOUR);
    expect((await new Browser().enter(address)).body).toContain('Hannah');
    clock = START;
  });

  it("does not let one link's session into another, nor a forged or old cookie", async () => {
    const [mine, other] = [await owe([100n]), await owe([200n])];
    const browser = await new Browser().enter(mine.address);
    expect(browser.body).toContain('Hannah');
    expect((await Object.assign(new Browser(), { cookie: browser.cookie }).get(other.address)).body).not.toContain('Hannah');
    expect((await Object.assign(new Browser(), { cookie: browser.cookie.replace('.1.', '.0.') }).get(mine.address)).body).not.toContain(
      'Hannah',
    );
    clock = instant(START + HOUR);
    expect((await Object.assign(new Browser(), { cookie: browser.cookie }).get(mine.address)).body).not.toContain('Hannah');
    clock = START;
  });

  it('asks what the client has set, and what is known of the debtor', async () => {
    const { address } = await owe([100n]);
    const set =
      'mutation ($clientId: ID!, $identityField: String!) { setPortalSetting(clientId: $clientId, identityField: $identityField, maxTries: 5, linkDays: 30) { identityField } }';
    await house.call('landing-page', set, { clientId: house.clientA, identityField: 'postalCode' });
    const browser = await new Browser().get(address);
    await browser.post(`${address}/identity`, browser.fields('/identity', { answer: ' 10 119 ' }));
    expect((await browser.follow()).body).toContain('Hannah');
    await house.call('landing-page', set, { clientId: house.clientA, identityField: 'none' });
    expect((await new Browser().get(address)).body).toContain('Hannah');
    await house.call('landing-page', set, { clientId: house.clientA, identityField: 'birthday' });
  });
});

describe('every page', () => {
  it('forbids scripts of others, frames, caches, search engines and referrers', async () => {
    const { address } = await owe([100n]);
    const page = await new Browser().enter(address);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'.*script-src 'self'.*frame-ancestors 'none'$/);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    expect(page.body).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//);
    expect(page.body).not.toMatch(/<script(?! src="\/p\/assets\/)/);
    expect(page.body).not.toMatch(/ style="| on\w+="/);
  });

  it('sends its cookie to this link alone, out of reach of scripts and other sites', async () => {
    const { address } = await owe([100n]);
    const answer = await house.app.inject({ url: address });
    expect(answer.cookies[0]).toMatchObject({ path: address, httpOnly: true, sameSite: 'Strict' });
  });

  it('leaves HTML, quotes and template syntax in names and texts as text', async () => {
    const evil = `<script>alert(1)</script>"'>\`<img src=x onerror=alert(1)> {{7*7}} {name} #{1}`;
    const { address } = await owe([100n], { first: evil, product: evil, entry: evil });
    const browser = await new Browser().enter(address);
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
    expect((await browser.follow()).body).toContain('We have your message');
  });

  it('escapes whatever a template is given', () => {
    expect(html`<p title="${'"><b>'}">${['<i>'].map((each) => html`${each}`)}${html`<br>`}${null}${false}${0}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">&lt;i&gt;<br>0</p>',
    );
  });
});

describe('acting without scripts', () => {
  it('pays what was chosen, once however often it is pressed', async () => {
    const { address, accountId, refs } = await owe([74520n, 30840n, 23100n]);
    const browser = await new Browser().enter(address);
    await browser.post(`${address}/settle`, browser.fields('/settle', { claim: refs.slice(0, 2), way: 'now' }));
    expect(browser.body).toContain('Pay €1,053.60');
    const confirm = browser.fields('/settle');
    const presses = await Promise.all(
      Array.from({ length: 5 }, () => Object.assign(new Browser(), { cookie: browser.cookie }).post(`${address}/settle`, confirm)),
    );
    expect(new Set(presses.map((press) => press.location)).size).toBe(1);
    await browser.get(presses[0]?.location ?? '');
    expect(browser.body).toContain('Sandbox payment');
    const outcome = browser.fields('/provider/[^"]*', { outcome: 'success' });
    const provider = presses[0]?.location ?? '';
    for (const _ of [1, 2, 3]) await browser.post(provider, outcome);
    expect((await browser.follow()).body).toContain('Thank you, €1,053.60 is paid');
    expect(await balances(refs)).toEqual([0n, 0n, 23100n]);
    expect((await events(accountId)).filter((type) => type === 'paymentSettled').length).toBe(1);
    // The form again, from the browser's history: it leads to what it has done.
    await browser.post(`${address}/settle`, confirm);
    expect((await browser.follow()).body).toContain('Thank you, €1,053.60 is paid');
    expect(await balances(refs)).toEqual([0n, 0n, 23100n]);
  });

  it('says what happens next when the provider declines or has not decided', async () => {
    const { address, refs } = await owe([10000n]);
    const browser = await new Browser().enter(address);
    await browser.settle(address, { way: 'now' });
    await browser.post(
      browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '',
      browser.fields('/provider/[^"]*', { outcome: 'decline' }),
    );
    expect((await browser.follow()).body).toContain('The payment did not work');
    await browser.get(address);
    await browser.settle(address, { way: 'now' });
    await browser.post(
      browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '',
      browser.fields('/provider/[^"]*', { outcome: 'pending' }),
    );
    expect((await browser.follow()).body).toContain('€100.00 is on its way');
    expect((await browser.get(address)).body).not.toContain(`action="${address}/settle"`);
    expect(await balances(refs)).toEqual([10000n]);
  });

  it('promises a day, changes it, and refuses a day out of range', async () => {
    const { address, accountId } = await owe([10000n]);
    const browser = await new Browser().enter(address);
    await browser.post(`${address}/settle`, browser.fields('/settle', { way: 'later', date: '2026-11-20' }));
    expect([browser.status, browser.body.includes('Please choose a day from')]).toEqual([422, true]);
    await browser.settle(address, { way: 'later', date: '2026-12-01' });
    expect(browser.body).toContain('Noted: €100.00 by December 1');
    await browser.get(address);
    expect(browser.body).toContain('Promised for December 1');
    await browser.settle(address, { way: 'later', date: '2026-12-05' });
    expect(browser.body).toContain('Noted: €100.00 by December 5');
    expect((await events(accountId)).filter((type) => type.startsWith('promise'))).toEqual([
      'promiseToPayCreated',
      'promiseToPayInvalidated',
      'promiseToPayCreated',
    ]);
  });

  it('sets up three payments, pays the first, and ends the plan', async () => {
    const { address, accountId, refs } = await owe([74520n, 30840n]);
    const browser = await new Browser().enter(address);
    await browser.settle(address, { way: 'plan', interval: 'monthly' });
    expect(browser.body).toContain('Your plan is set up');
    await browser.get(address);
    expect(browser.body).toContain('Pay €351.20 now');
    const fields = browser.fields('/instalment');
    fields.append('what', 'next');
    await (await browser.post(`${address}/instalment`, fields)).follow();
    await browser.post(
      browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '',
      browser.fields('/provider/[^"]*', { outcome: 'success' }),
    );
    await browser.follow();
    expect((await balances(refs)).reduce((sum, each) => sum + each, 0n)).toBe(70240n);
    expect(await events(accountId)).toEqual(expect.arrayContaining(['instalmentsPlanCreated', 'instalmentPaid']));
    const plan = /\/plan\/[0-9a-f-]+/.exec((await browser.get(address)).body)?.[0] ?? '';
    await browser.get(address + plan);
    await browser.post(address + plan, browser.fields('/plan/[^"]*'));
    expect((await browser.follow()).body).toContain(`action="${address}/settle"`);
    expect(await events(accountId)).toContain('instalmentsPlanCanceled');
  });

  it('takes a disagreement and a cry for help to the agents, once', async () => {
    const { address, accountId, refs } = await owe([10000n, 5000n]);
    const browser = await new Browser().enter(address);
    await browser.get(`${address}/disagree`);
    const words = browser.fields('/disagree', { claim: refs[0] ?? '', text: 'I have cancelled in March' });
    for (const _ of [1, 2]) await browser.post(`${address}/disagree`, words);
    expect((await browser.follow()).body).toContain('We have your objection');
    expect((await browser.get(address)).body).toContain('You disagree; we are looking into it');
    await browser.get(`${address}/help`);
    const help = browser.fields('/help', { text: 'I can pay 50 a month' });
    for (const _ of [1, 2]) await browser.post(`${address}/help`, help);
    const types = await events(accountId);
    for (const type of ['claimDisputed', 'portalHelpRequested']) expect(types.filter((each) => each === type).length).toBe(1);
    expect(types.filter((each) => each === 'taskCreated').length).toBe(2);
  });

  it("refuses forms without the session's token, and other people's claims and payments", async () => {
    const [mine, other] = [await owe([10000n]), await owe([20000n])];
    const browser = await new Browser().enter(mine.address);
    await browser.post(`${mine.address}/settle`, browser.fields('/settle', { token: 'x', seen: '' }));
    expect(browser.status).toBe(403);
    await browser.get(mine.address);
    await browser.post(`${mine.address}/settle`, browser.fields('/settle', { claim: other.refs[0] ?? '', way: 'now' }));
    expect([browser.status, browser.body.includes('Please choose at least one bill')]).toEqual([422, true]);
    const stranger = await new Browser().enter(other.address);
    await stranger.settle(other.address, { way: 'now' });
    const payment = stranger.body.match(/provider\/([0-9a-f-]+)/)?.[1] ?? '';
    expect((await browser.get(`${mine.address}/done/payment/${payment}`)).status).toBe(404);
    expect((await browser.get(`${mine.address}/provider/${payment}`)).status).toBe(404);
    expect(await balances([...mine.refs, ...other.refs])).toEqual([10000n, 20000n]);
  });

  it('asks again when the sum has changed since it was seen', async () => {
    const { address, accountId, refs } = await owe([10000n]);
    const browser = await new Browser().enter(address);
    await browser.post(`${address}/settle`, browser.fields('/settle', { way: 'now' }));
    const seen = browser.fields('/settle');
    await house.inA((tx) =>
      book(tx, [
        {
          accountId,
          externalClaimRef: refs[0] ?? '',
          kind: 'fee',
          amount: 500n,
          currency: 'EUR',
          valueDate: '2026-11-21' as CalendarDate,
          key: uuidv7(),
        },
      ]),
    );
    await browser.post(`${address}/settle`, seen);
    expect(browser.body).toContain('The amounts have changed in the meantime');
    expect(browser.body).toContain('Pay €105.00');
  });
});

describe('languages', () => {
  const keys = (locale: string) =>
    Object.keys(JSON.parse(readFileSync(path.join(import.meta.dirname, 'i18n', `${locale}.json`), 'utf8')) as object).sort();

  it('have every key in English and German, with the same names to fill in', () => {
    expect(keys('de_DE')).toEqual(keys('en_US'));
    const texts = (locale: string) =>
      JSON.parse(readFileSync(path.join(import.meta.dirname, 'i18n', `${locale}.json`), 'utf8')) as Record<string, string>;
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
    for (const [key, text] of Object.entries(texts('en_US'))) expect([key, names(texts('de_DE')[key] ?? '')]).toEqual([key, names(text)]);
    expect(LOCALES).toEqual(expect.arrayContaining([...SPOKEN]));
  });

  it('can be changed on the page and stay so', async () => {
    const { address } = await owe([123456n]);
    const browser = await new Browser().enter(address);
    expect((await browser.get(`${address}?locale=de_DE`)).body).toContain('Offen sind 1.234,56\u00a0€');
    expect((await browser.get(`${address}/help`)).body).toContain('Wir finden einen Weg');
  });
});
