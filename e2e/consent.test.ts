/** Cookies: each rule of specification 1, sections 2.7, 4.2 and 9, in a browser. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, type Person, signInAs } from './people.ts';
import { openPage } from './shell.ts';

const ANALYTICS = 'https://analytics.example/count.js';
const ERRORS = 'https://errors.example/collect.js';

let house: WholeHouse;
let browser: Browser;
let agent: Person;
const opened: BrowserContext[] = [];
/** The service that knows where addresses are: what it answers (null: nothing, for as long as it takes), and how often it was asked. */
const lookUp: { server?: Server; answer: string | null; asked: number } = { answer: '', asked: 0 };

beforeAll(async () => {
  const server = createServer((_, response) => {
    lookUp.asked += 1;
    if (lookUp.answer !== null) response.end(lookUp.answer);
  });
  lookUp.server = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{ip}`;
  Object.assign(process.env, { ANALYTICS_SCRIPT_URL: ANALYTICS, ERROR_REPORTING_SCRIPT_URL: ERRORS, LOCATION_LOOKUP_URL: url });
  house = await openWholeHouse();
  browser = await launchBrowser();
  agent = await addPerson(house, 'Ben Vogt', { [house.clientId]: 'AGENT' });
});
afterAll(async () => {
  for (const name of ['ANALYTICS_SCRIPT_URL', 'ERROR_REPORTING_SCRIPT_URL', 'LOCATION_LOOKUP_URL']) delete process.env[name];
  await browser.close();
  await house.close();
  lookUp.server?.closeAllConnections();
  lookUp.server?.close();
});
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

let visitors = 0;
async function open(options: BrowserContextOptions = {}): Promise<Page> {
  // Each visitor comes from an address of their own, as a proxy would say: where one is is asked once a day.
  const page = await openPage(browser, opened, { ...options, extraHTTPHeaders: { 'x-forwarded-for': `203.0.113.${++visitors}` } });
  await page.context().route(ANALYTICS, (route) => route.fulfill({ contentType: 'text/javascript', body: 'window.counted = true;' }));
  await page.context().route(ERRORS, (route) => route.fulfill({ contentType: 'text/javascript', body: 'window.collects = true;' }));
  return page;
}
const bannerOf = (page: Page) => page.getByRole('region', { name: 'Cookies' });

const consentOf = async (page: Page) => {
  const cookie = (await page.context().cookies()).find((each) => each.name === 'quittance-consent');
  return cookie && { ...cookie, record: JSON.parse(decodeURIComponent(cookie.value)) as Record<string, unknown> };
};
const counted = (page: Page) => page.evaluate(() => (window as { counted?: boolean }).counted === true);
/** Collects what the page broadcasts from the next load on. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    for (const type of ['consent-update', 'session-recording-consent'])
      window.addEventListener(type, (event) => heard.push([type, (event as CustomEvent).detail]));
  });
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: [string, Record<string, unknown>][] }).heard);

it('cookies: asked where it is required, rejected, asked again, granted, taken back in part', async () => {
  const page = await open({ timezoneId: 'Europe/Berlin' });
  await listen(page);
  await page.goto(`${house.url}/auth`);
  const banner = bannerOf(page);
  await banner.getByRole('button', { name: 'Reject all' }).click();
  await banner.waitFor({ state: 'detached' });
  const denied = await consentOf(page);
  expect(denied).toMatchObject({
    sameSite: 'Lax',
    secure: false,
    record: { status: 'denied', version: '1.0', analytics: false, clarity: false },
  });
  expect((denied!.expires - Date.now() / 1000) / 86_400).toBeCloseTo(365, 0);
  expect(await heard(page)).toEqual([
    [
      'consent-update',
      {
        analytics_storage: 'denied',
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        functionality_storage: 'granted',
        security_storage: 'granted',
      },
    ],
    ['session-recording-consent', { granted: false }],
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.waitForTimeout(1_000);
  await expect.poll(() => banner.count()).toBe(0);
  expect(await counted(page)).toBe(false);

  await signInAs(page, house, agent);
  const cookies = async () => {
    await page.getByRole('button', { name: 'Signed in as' }).click();
    await page.getByRole('menuitem', { name: 'Cookies' }).click();
  };
  await cookies();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask me again' }).click();
  expect(await consentOf(page)).toBeUndefined();
  await banner.getByRole('button', { name: 'Accept all' }).click();
  await page.waitForFunction(() => (window as { counted?: boolean }).counted && (window as { collects?: boolean }).collects);
  expect((await consentOf(page))?.record).toMatchObject({ status: 'granted', analytics: true, clarity: true });
  await cookies();
  await page.getByRole('switch', { name: 'Session recording' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  expect((await consentOf(page))?.record).toMatchObject({ status: 'granted', analytics: true, clarity: false });
  expect((await heard(page)).at(-1)).toEqual(['session-recording-consent', { granted: false }]);

  // An answer to other words does not count.
  const old = { ...(await consentOf(page))!.record, version: '0.9' };
  await page.context().addCookies([{ name: 'quittance-consent', value: encodeURIComponent(JSON.stringify(old)), url: house.url }]);
  await page.reload();
  await banner.getByRole('button', { name: 'Ask me later' }).click();
  await banner.waitFor({ state: 'detached' });
  await page.reload();
  await banner.waitFor();
});

it('cookies: elsewhere everything is granted without a question; where nobody knows, one is asked', async () => {
  const page = await open();
  await page.goto(`${house.url}/auth`);
  await page.waitForFunction(() => document.cookie.includes('quittance-consent'));
  expect((await consentOf(page))?.record).toMatchObject({ status: 'granted', analytics: true });
  await expect.poll(() => bannerOf(page).count()).toBe(0);
  for (const locale of ['de-AT', 'de']) {
    const unknown = await open({ timezoneId: 'UTC', locale });
    await unknown.goto(`${house.url}/auth`);
    await bannerOf(unknown).waitFor();
    expect(await counted(unknown)).toBe(false);
  }
});

it('cookies: a zone without a place asks the look-up, whose answer must be two capital letters', async () => {
  for (const [answer, locale, asks] of [
    ['FR\n', 'en-US', true],
    ['US', 'de-DE', false],
    ['fr', 'en-US', false],
    ['<html>', 'de-DE', true],
  ] as const) {
    lookUp.answer = answer;
    const before = lookUp.asked;
    const page = await open({ timezoneId: 'UTC', locale });
    await page.goto(`${house.url}/auth`);
    if (asks) await page.getByRole('region', { name: 'Cookies' }).waitFor();
    else await page.waitForFunction(() => document.cookie.includes('quittance-consent'));
    expect(lookUp.asked, answer).toBe(before + 1);
  }
  // Whose zone says it is not looked up.
  const before = lookUp.asked;
  const page = await open({ timezoneId: 'Europe/Paris', locale: 'en-US' });
  await page.goto(`${house.url}/auth`);
  await bannerOf(page).waitFor();
  expect(lookUp.asked).toBe(before);
});

it('cookies: a look-up that does not answer is waited for five seconds, then the language says it', async () => {
  lookUp.answer = null;
  const page = await open({ timezoneId: 'UTC', locale: 'de-DE' });
  const asks = page.waitForRequest('**/location');
  await page.goto(`${house.url}/auth`);
  await asks;
  const from = Date.now();
  await bannerOf(page).waitFor();
  expect(Date.now() - from).toBeGreaterThan(4_000);
});

it('what collects errors finds the release and how much it may tell, and no script of others is allowed but those named', async () => {
  const page = await open();
  const answer = await page.goto(`${house.url}/auth`);
  const content = await page.locator('meta[name=quittance]').getAttribute('content');
  expect(JSON.parse(content!)).toMatchObject({
    stage: 'DEV',
    errorReporting: { scriptUrl: ERRORS, release: '2025.r2', sampleRates: { traces: 0.5, sessionReplay: 0.1, replayOnError: 1 } },
  });
  expect(answer!.headers()['content-security-policy']).toContain(`script-src 'self' ${ANALYTICS} ${ERRORS};`);
});

it('the question covers nothing: the page ends above it', async () => {
  const page = await open({ timezoneId: 'Europe/Berlin' });
  await signInAs(page, house, agent);
  const banner = bannerOf(page);
  await banner.waitFor();
  const bottoms = async () =>
    Promise.all(
      [page.getByRole('main'), page.getByRole('navigation', { name: 'Main menu' })].map(async (part) => {
        const box = (await part.boundingBox())!;
        return box.y + box.height <= (await banner.boundingBox())!.y;
      }),
    );
  await expect.poll(bottoms).toEqual([true, true]);
  await banner.getByRole('button', { name: 'Reject all' }).click();
  await banner.waitFor({ state: 'detached' });
  const main = (await page.getByRole('main').boundingBox())!;
  expect(main.y + main.height).toBe(800);
});
