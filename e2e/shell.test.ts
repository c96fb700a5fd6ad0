/** What stands around every screen: each rule of specification 1, sections 2.4, 2.5, 4.2 to 4.4 and 6, in a browser. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import type { Permission } from '../core/permissions.ts';
import { BUILT_IN_ROLES } from '../core/roles.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addClient, addPerson, call, type Person, signInAs } from './people.ts';

const ANALYTICS = 'https://analytics.example/count.js';
const HELP = 'https://help.example/quittance';

let house: WholeHouse;
let browser: Browser;
let second: Uuid;
let admin: Person;
let agent: Person;
let accountId: Uuid;
const opened: BrowserContext[] = [];

beforeAll(async () => {
  Object.assign(process.env, { HELP_URL: HELP, ANALYTICS_SCRIPT_URL: ANALYTICS });
  house = await openWholeHouse();
  browser = await launchBrowser();
  second = await addClient(house, 'Südstrom');
  admin = await addPerson(house, 'Mira Oduya', { [house.clientId]: 'ADMINISTRATOR', [second]: 'ADMINISTRATOR' });
  agent = await addPerson(house, 'Ben Vogt', { [house.clientId]: 'AGENT', [second]: 'AGENT' });
  const ids = await inClient(house.database, house.clientId, (tx) =>
    addSampleAccounts(tx, [
      {
        ref: '8976-AMJEO',
        first: 'Hannah',
        last: 'Brandt',
        claims: [{ ref: '0007900770', balance: 128460, due: '2026-01-01', product: 'Gas' }],
      },
    ]),
  );
  accountId = ids.get('8976-AMJEO')!;
});
afterAll(async () => {
  delete process.env.HELP_URL;
  delete process.env.ANALYTICS_SCRIPT_URL;
  await browser.close();
  await house.close();
});
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

/** A browser of somebody in New York, where nobody is asked about cookies. */
async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    ...options,
  });
  opened.push(context);
  await context.route(ANALYTICS, (route) => route.fulfill({ contentType: 'text/javascript', body: 'window.counted = true;' }));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}
const at = (path: string, clientId = house.clientId) => `${house.url}/${clientId}/${path}`;
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const entry = (page: Page, name: string) => menu(page).getByText(name, { exact: true });
const setFlags = (featureFlags: Record<string, boolean>) =>
  call(
    house,
    'backoffice',
    'mutation ($clientId: ID!, $flags: JSON) { setClientConfiguration(clientId: $clientId, clientConfiguration: { featureFlags: $flags }) { clientId } }',
    { clientId: house.clientId, flags: featureFlags },
  );
const saveRole = (name: string, permissions: readonly Permission[]) =>
  call(
    house,
    'backoffice',
    'mutation ($clientId: ID!, $role: ClientRoleInput!) { saveClientRole(clientId: $clientId, role: $role) { name } }',
    {
      clientId: house.clientId,
      role: { name, permissions },
    },
  );
/** Tells the shell of a call, as a telephone would. */
const telephone = (page: Page, status: string) =>
  page.evaluate((now) => void window.dispatchEvent(new CustomEvent('quittance:call', { detail: { status: now } })), status);
/** Moves the focus through a menu until it is on the item. */
async function arrowTo(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow keys never come to ${name}`);
}

it('the sidebar shows what the role holds, and an entry with children opens a panel of them', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await entry(page, 'Strategies').waitFor();
  await entry(page, 'Configuration').focus();
  await menu(page).getByRole('button', { name: 'Configuration' }).press('Enter');
  await arrowTo(page, 'Contact rules');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/configuration/contact-rules');
  await menu(page).locator('button[data-here]').getByText('Configuration').waitFor();

  const other = await open();
  await signInAs(other, house, agent);
  await entry(other, 'Accounts').waitFor();
  for (const name of ['Strategies', 'Import', 'Content']) expect(await entry(other, name).count(), name).toBe(0);
});

it('a flag shows its entry in open tabs at once; what is still to be built says so there, and is hidden without a flag', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await entry(page, 'Strategies').waitFor();
  await page.waitForLoadState('networkidle');
  for (const name of ['Simulator', 'Partners', 'Communications', 'Claims']) expect(await entry(page, name).count(), name).toBe(0);
  await setFlags({ SIMULATOR: true, PARTNERS: true, COMMUNICATIONS_CENTER: true });
  await entry(page, 'Simulator').click();
  await page.getByRole('heading', { name: 'Simulator is not built yet' }).waitFor();
  await page.getByRole('link', { name: 'Open Strategies' }).click();
  await page.waitForURL('**/strategy/strategy-builder-new');
  await entry(page, 'Communications').waitFor();
  await page.goto(at('account/claim-overview'));
  await page.getByRole('heading', { name: 'Claims is not built yet' }).waitFor();
  await page.goto(at('strategy/strategy-simulator'));
  await page.getByRole('heading', { name: 'Simulator is not built yet' }).waitFor();
  await page.waitForLoadState('networkidle');
  await setFlags({});
  await page.waitForURL((url) => !url.pathname.endsWith('strategy-simulator'));
});

it('a role that is saved holds in open tabs at once', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entry(page, 'Sandbox inbox').waitFor();
  await page.goto(at('inbox'));
  await page.getByRole('heading', { name: 'Sandbox inbox' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const own = BUILT_IN_ROLES.find((role) => role.name === 'AGENT')!.permissions;
  const less = own.map((each) =>
    each.domain === 'backoffice-spa' ? { ...each, actions: each.actions.filter((action) => action !== 'view-inbox') } : each,
  );
  await saveRole('AGENT', less);
  await page.waitForURL(at('account/tasks'), { timeout: 10_000 });
  expect(await entry(page, 'Sandbox inbox').count()).toBe(0);
  await saveRole('AGENT', own);
  await entry(page, 'Sandbox inbox').waitFor({ timeout: 10_000 });
});

it('whoever is let out of the client is out of open tabs, and told why', async () => {
  const page = await open();
  const leaver = await addPerson(house, 'Lena Leaver', { [house.clientId]: 'AGENT' });
  await signInAs(page, house, leaver);
  await entry(page, 'Accounts').waitFor();
  await page.waitForLoadState('networkidle');
  await call(
    house,
    'backoffice',
    'mutation ($clientId: ID!, $userId: ID!) { setUserEnabled(clientId: $clientId, userId: $userId, enabled: false) { id } }',
    { clientId: house.clientId, userId: leaver.userId },
  );
  await page.getByText('Your sign-in was ended').waitFor({ timeout: 20_000 });
  expect(new URL(page.url()).pathname).toBe('/auth');
});

it('go to: by keyboard alone, in account and claim mode, one at a time', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entry(page, 'Accounts').waitFor();
  await page.waitForLoadState('networkidle');
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Control+k');
  await dialog.getByPlaceholder('Name, reference or id of an account').waitFor();
  await page.keyboard.press('Control+k');
  expect(await dialog.count()).toBe(1);
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  expect(await dialog.count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await dialog.getByPlaceholder('Name, reference or id of an account').waitFor();
  await page.keyboard.press('ArrowDown');
  await dialog.getByPlaceholder('Reference of a claim').waitFor();
  await page.keyboard.press('ArrowUp');
  await dialog.getByPlaceholder('Name, reference or id of an account').waitFor();
  await page.keyboard.type(' 8976 ');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/manage?search=8976');
  await page.keyboard.press('Control+k');
  await dialog.getByPlaceholder('Name, reference or id of an account').waitFor();
  await page.keyboard.type(accountId);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/account/${accountId}`);
  await page.keyboard.press('Control+k');
  await dialog.getByPlaceholder('Name, reference or id of an account').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('0007900770');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/claim/0007900770');

  const out = await open();
  await out.goto(`${house.url}/auth`);
  await out.keyboard.press('Control+k');
  expect(await out.getByRole('dialog').count()).toBe(0);
});

it('changing the client asks while something would be lost, and by keyboard too', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await page.goto(at('configuration/roles/AGENT'));
  await page.getByRole('checkbox').nth(3).click();
  const client = page.getByRole('button', { name: 'Client: Nordlicht Energie' });
  const choose = async () => {
    await client.focus();
    await page.keyboard.press('Enter');
    await arrowTo(page, 'Südstrom');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Change the client and leave unsaved work?').waitFor();
  };
  await choose();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(page.url()).toBe(at('configuration/roles/AGENT'));
  await choose();
  await page.getByRole('dialog').getByRole('button', { name: 'Change the client' }).press('Enter');
  await page.getByRole('button', { name: 'Client: Südstrom' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('during a call nobody signs out or changes the client, and the page says that one goes on', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await entry(page, 'Accounts').waitFor();
  await telephone(page, 'connected');
  await page.locator('#app.active-call').waitFor({ state: 'attached' });
  expect(await page.getByRole('button', { name: 'Client: Nordlicht Energie' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Signed in as' }).click();
  expect(await page.getByRole('menuitem', { name: 'Sign out (after the call)' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await telephone(page, 'idle');
  await page.locator('#app:not(.active-call)').waitFor({ state: 'attached' });
  expect(await page.getByRole('button', { name: 'Client: Nordlicht Energie' }).isDisabled()).toBe(false);
});

it('availability: with the dialer only, unavailable with a reason, during a call at its end, kept in the browser', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entry(page, 'Accounts').waitFor();
  const line = page.getByRole('button', { name: /^Availability: / });
  expect(await line.count()).toBe(0);
  await page.waitForLoadState('networkidle');
  await setFlags({ DIALER_INTEGRATION: true });
  await line.click();
  await page.getByRole('menuitemradio', { name: 'Available', exact: true }).click();
  await page.getByRole('button', { name: 'Availability: Available' }).waitFor();
  await line.click();
  await page.getByText('Calls come later').waitFor();
  await page.getByRole('menuitemradio', { name: 'Unavailable' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Become unavailable' }).isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: 'Training' }).check();
  await dialog.getByRole('button', { name: 'Become unavailable' }).click();
  await line.getByText('Training').waitFor();
  await page.reload();
  await line.getByText('Training').waitFor();
  await telephone(page, 'connected');
  await line.click();
  await page.getByRole('menuitemradio', { name: 'Available', exact: true }).click();
  await page.getByRole('status').getByText('Your availability changes when the call has ended').waitFor();
  await page.getByRole('button', { name: 'Availability: Unavailable' }).waitFor();
  await telephone(page, 'idle');
  await page.getByRole('button', { name: 'Availability: Available' }).waitFor();
  await setFlags({});
  await line.waitFor({ state: 'detached' });
});

it('languages: all but British English, kept in a cookie; not with the home page, not without the flag', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entry(page, 'Accounts').waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Signed in as' }).click();
  for (const name of ['English', 'Deutsch', 'Español', 'Nederlands']) await page.getByRole('menuitem', { name, exact: true }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'English (UK)' }).count()).toBe(0);
  const help = page.getByRole('menuitem', { name: 'Help' });
  expect([await help.getAttribute('href'), await help.getAttribute('target')]).toEqual([HELP, '_blank']);
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByText('Konten').waitFor();
  expect((await page.context().cookies()).find((cookie) => cookie.name === 'locale')?.value).toBe('de_DE');
  for (const [flag, on] of [
    ['HOME_PAGE', true],
    ['i18n', false],
  ] as const) {
    await setFlags({ [flag]: on });
    await page.reload();
    await page.getByRole('button', { name: 'Angemeldet als' }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Español' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  }
  await setFlags({});
});

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
  const banner = page.getByRole('region', { name: 'Cookies' });
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
  expect(await banner.count()).toBe(0);
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
  await page.waitForFunction(() => (window as { counted?: boolean }).counted === true);
  expect((await consentOf(page))?.record).toMatchObject({ status: 'granted', analytics: true, clarity: true });
  await cookies();
  await page.getByRole('switch', { name: 'Record sessions' }).click();
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
  expect(await page.getByRole('region', { name: 'Cookies' }).count()).toBe(0);
  for (const locale of ['de-AT', 'de']) {
    const unknown = await open({ timezoneId: 'UTC', locale });
    await unknown.goto(`${house.url}/auth`);
    await unknown.getByRole('region', { name: 'Cookies' }).waitFor();
    expect(await counted(unknown)).toBe(false);
  }
});

it('a file of the application that is gone reloads the page three times in five minutes, then asks', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await page.route(/assets\/ImportsScreen-.*\.js$/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.reload();
  for (let n = 1; n <= 3; n += 1) {
    await entry(page, 'Import').click();
    await expect.poll(() => loads).toBe(n + 1);
    await entry(page, 'Import').waitFor();
  }
  await entry(page, 'Import').click();
  await page.getByText('A new version is available. Please load the page again.').waitFor();
  await page.waitForTimeout(500);
  expect(loads).toBe(4);
});
