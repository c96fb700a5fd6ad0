/** How calls go out and what becomes of their failures: each rule of specification 1, sections 7.1 and 8, in a browser. */
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, call, type Person, signInAs } from './people.ts';
import { entryOf, openPage, watch } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let admin: Person;
let agent: Person;
const opened: BrowserContext[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  admin = await addPerson(house, 'Mira Oduya', { [house.clientId]: 'ADMINISTRATOR' });
  agent = await addPerson(house, 'Ben Vogt', { [house.clientId]: 'AGENT' });
  await inClient(house.database, house.clientId, (tx) =>
    addSampleAccounts(tx, [
      { ref: '8976-AMJEO', first: 'Hannah', last: 'Brandt', claims: [{ ref: '1', balance: 128460, due: '2026-01-01', product: 'Gas' }] },
    ]),
  );
});
afterAll(async () => {
  await browser.close();
  await house.close();
});
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

const open = () => openPage(browser, opened);
const at = (path: string) => `${house.url}/${house.clientId}/${path}`;
const unauthenticated = { status: 401, json: { errors: [{ message: 'Sign in', extensions: { code: 'UNAUTHENTICATED' } }] } };
/** Answers an operation instead of the server, as long as `answer` says something. @returns how often it was asked. */
async function answerInstead(
  page: Page,
  service: string,
  operation: string,
  answer: (n: number) => Parameters<Route['fulfill']>[0] | null,
) {
  const asked = { times: 0 };
  await page.route(`**/api/${service}`, async (route) => {
    if (!route.request().postData()?.includes(`"operationName":"${operation}"`)) return route.fallback();
    asked.times += 1;
    const instead = answer(asked.times);
    return instead === null ? route.fallback() : route.fulfill(instead);
  });
  return asked;
}

it('every service has its address; a call carries the identity token, and without one the literal MISSING_TOKEN', async () => {
  const page = await open();
  const tokens: [path: string, token: string | undefined][] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) tokens.push([pathname, request.headers().authorization]);
  });
  await page.goto(`${house.url}/auth`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await expect.poll(() => tokens.length).toBeGreaterThan(0);
  expect(tokens.map(([, token]) => token)).toEqual(tokens.map(() => 'MISSING_TOKEN'));
  tokens.length = 0;
  await signInAs(page, house, agent, at('account/manage'));
  await page.getByRole('grid').getByText('Hannah Brandt').waitFor();
  const signedIn = () => tokens.filter(([path]) => path !== '/api/identity');
  const services = ['/api/account', '/api/api', '/api/backoffice', '/api/cms', '/api/layout', '/api/notifications'];
  await expect.poll(() => [...new Set(signedIn().map(([path]) => path))].sort()).toEqual(services);
  for (const [path, token] of signedIn()) expect(token, path).toMatch(/^ey/);
  for (const unknown of ['nothing', 'simulation'])
    expect((await page.request.post(`${house.url}/api/${unknown}`)).status(), unknown).toBe(404);
});

it('a token the server refuses is renewed once, and who is not signed in any more comes out at the sign-in page', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entryOf(page, 'Accounts').waitFor();
  let refusals = 1;
  await page.route('**/api/account', async (route) => (refusals-- <= 0 ? route.fallback() : route.fulfill(unauthenticated)));
  await entryOf(page, 'Accounts').click();
  await page.getByRole('grid').getByText('Hannah Brandt').waitFor();
  await page.unroute('**/api/account');
  await page.route('**/api/account', (route) => route.fulfill({ status: 403, contentType: 'text/plain', body: 'no' }));
  await page.route('**/api/identity', (route) => route.fulfill(unauthenticated));
  await entryOf(page, 'Task queue').click();
  await page.getByText('You were signed out because').waitFor();
});

it('a failed request is tried five times in all, a refused one once', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entryOf(page, 'Accounts').waitFor();
  const broken = await answerInstead(page, 'account', 'Accounts', () => ({ status: 500, contentType: 'text/plain', body: 'broken' }));
  await entryOf(page, 'Accounts').click();
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  expect(broken.times).toBe(5);
  // What a broken answer says is no word of ours.
  await page.getByText('Something went wrong').first().waitFor();
  await expect.poll(() => page.getByText('Received status code').count()).toBe(0);
  await page.unroute('**/api/account');
  const refused = await answerInstead(page, 'account', 'Accounts', () => ({
    json: { data: null, errors: [{ message: 'No', extensions: { code: 'INVALID_INPUT' } }] },
  }));
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  expect(refused.times).toBe(1);
});

it('what was typed stays when asking again for what is around it fails', async () => {
  const page = await open();
  await signInAs(page, house, admin, at('configuration/user/detail'));
  await page.getByLabel('Email address').fill('noor@nordlicht.example');
  const broken = await answerInstead(page, 'backoffice', 'GivableRoles', () => ({
    json: { data: null, errors: [{ message: 'Broken', extensions: { code: 'INTERNAL' } }] },
  }));
  // Once the server is back after a call that did not reach it, everything on the screen is asked for again.
  await page.route('**/api/notifications', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect.poll(() => broken.times).toBeGreaterThan(0);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('noor@nordlicht.example');
});

it('an audit query that took too long is asked three times in all, half a second apart, then it fails', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await entryOf(page, 'Accounts').waitFor();
  const signInExpired = { json: { data: null, errors: [{ message: 'Execution timeout', extensions: { code: 'EXECUTION_TIMEOUT' } }] } };
  let failing = 3;
  const at3: number[] = [];
  const asked = await answerInstead(page, 'events', 'AuditEvents', (n) => {
    at3.push(performance.now());
    return n <= failing ? signInExpired : null;
  });
  await page.goto(at('configuration/user-audit'));
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  expect(asked.times).toBe(3);
  for (const n of [1, 2]) expect(at3[n]! - at3[n - 1]!).toBeGreaterThan(450);
  // The third of another round gets its answer, and nobody notices.
  failing = 5;
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.poll(() => asked.times).toBe(6);
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
});

it('with useMocks on, the sums of the reports come from the service mocks, and everything else does not', async () => {
  const set = (useMocks: boolean) =>
    call(
      house,
      'backoffice',
      'mutation ($clientId: ID!, $useMocks: Boolean) { setClientConfiguration(clientId: $clientId, clientConfiguration: { useMocks: $useMocks }) { useMocks } }',
      { clientId: house.clientId, useMocks },
    );
  const page = await open();
  await signInAs(page, house, admin);
  await entryOf(page, 'Accounts').waitFor();
  const seen = watch(page);
  /** The services that a tab's figures come from. */
  const visit = async (tab: string, operation: string) => {
    seen.length = 0;
    await page.goto(at(`dashboard/reports?tab=${tab}`));
    await expect.poll(() => seen.map(({ name }) => name)).toContain(operation);
    return [...new Set(seen.filter(({ name }) => name === operation).map(({ service }) => service))];
  };
  await set(true);
  for (const [tab, operation] of [
    ['aging', 'Aging'],
    ['rolls', 'RollRates'],
    ['recovery', 'RecoveryCurve'],
    ['forecast', 'CashForecast'],
  ] as const)
    expect(await visit(tab, operation), tab).toEqual(['/api/mocks']);
  await page.getByText('Sample data').waitFor();
  expect(await visit('performance', 'Performance')).toEqual(['/api/reporting']);
  expect(seen.find(({ name }) => name === 'QueueSize')?.service).toBe('/api/account');
  await set(false);
  expect(await visit('aging', 'Aging')).toEqual(['/api/reporting']);
});

it('after a write a screen reloads only what the contract of the write names', async () => {
  const page = await open();
  await signInAs(page, house, admin, at('account/manage'));
  const first = watch(page);
  await page.getByText('Hannah Brandt').first().click();
  const composer = page.getByLabel('Note', { exact: true });
  await composer.fill('She calls back');
  // What the screen asks for by itself is no reload; the network may be quiet before all of it is asked.
  await expect.poll(() => first.map(({ name }) => name)).toEqual(expect.arrayContaining(['Account', 'Agreements']));
  await page.waitForLoadState('networkidle');
  const asked = watch(page);
  await composer.press('Control+Enter');
  const names = () => asked.map(({ name }) => name);
  // The note shows before its answer is there, and the reload comes after that.
  await expect.poll(names).toEqual(expect.arrayContaining(['AddNote', 'Diary']));
  await page.waitForLoadState('networkidle');
  expect(names()).not.toContain('Account');
  expect(names()).not.toContain('Agreements');
});

it('an account and its list that were shown before show at once, while their answers are on the way', async () => {
  const page = await open();
  const chip = page.getByText('8976-AMJEO').first();
  const row = page.getByRole('grid').getByText('Hannah Brandt');
  const ofAccount = /account\/[0-9a-f-]{36}$/;
  await signInAs(page, house, admin, at('account/manage'));
  await row.click();
  await page.waitForURL(ofAccount);
  await chip.waitFor();
  await page.waitForLoadState('networkidle');
  await entryOf(page, 'Accounts').click();
  await row.waitFor();
  await page.waitForLoadState('networkidle');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/account', async (route) => {
    await held;
    return route.fallback();
  });
  await row.click();
  await page.waitForURL(ofAccount);
  await chip.waitFor();
  await entryOf(page, 'Accounts').click();
  await page.waitForURL(/account\/manage/);
  await row.waitFor();
  release();
});
