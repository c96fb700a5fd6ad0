/** Where people come out: each rule of specification 1, sections 2.1, 2.2, 2.3 and 4.1, in a browser. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { saveRole } from '../server/services/backoffice/backoffice.role.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addClient, addPerson, enter, type Person, signInAs } from './people.ts';

let house: WholeHouse;
let browser: Browser;
let second: Uuid;
let accountId: Uuid;
let agent: Person;
let nobody: Person;
let context: BrowserContext;
let page: Page;

const everything = [{ domain: 'backoffice', actions: ['*'] }];

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  second = await addClient(house, 'Südstrom');
  agent = await addPerson(house, 'Ben Vogt', { [house.clientId]: 'AGENT', [second]: 'READ_ONLY' });
  await inClient(house.database, house.clientId, (tx) =>
    saveRole(
      tx,
      { name: 'NOTHING', permissions: [{ domain: 'backoffice', actions: ['viewClient', 'viewRole'] }], roleType: 'WORK' },
      everything,
    ),
  );
  nobody = await addPerson(house, 'Nora Nemo', { [house.clientId]: 'NOTHING' });
  const ids = await inClient(house.database, house.clientId, (tx) =>
    addSampleAccounts(tx, [
      {
        ref: '8976-AMJEO',
        first: 'Hannah',
        last: 'Brandt',
        claims: [{ ref: '0007900770', balance: 128460, due: '2026-01-01', product: 'Electricity Q2' }],
      },
    ]),
  );
  accountId = ids.get('8976-AMJEO')!;
});
afterAll(async () => {
  await browser.close();
  await house.close();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', timezoneId: 'America/New_York' });
  page = await context.newPage();
});
afterEach(() => context.close());

const at = (path: string, clientId = house.clientId) => `${house.url}/${clientId}/${path}`;
const arrives = (path: string, clientId = house.clientId) => page.waitForURL((url) => url.pathname === `/${clientId}/${path}`);
const lastUrl = async () => decodeURIComponent((await context.cookies()).find((cookie) => cookie.name === 'net-cache')?.value ?? '');
const entries = () => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allInnerTexts();
/** The names of the GraphQL operations that go out. */
function watch(): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = /"operationName":"(\w+)"/.exec(request.postData() ?? '')?.[1];
    if (name) names.push(name);
  });
  return names;
}
/** Answers an operation with a refusal instead of the server. */
const refuse = (operation: string, code: string) =>
  page.route('**/api/backoffice', async (route) => {
    if (!route.request().postData()?.includes(`"operationName":"${operation}"`)) return route.fallback();
    await route.fulfill({ json: { data: null, errors: [{ message: 'Refused', extensions: { code } }] } });
  });

it('signed out, the root and unknown addresses lead to the sign-in page, and a screen there by way of /logout, and back', async () => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await page.goto(`${house.url}/`);
  await page.waitForURL('**/auth');
  await page.goto(`${house.url}/no/such/screen/of/ours`);
  await page.waitForURL('**/auth');
  await expect.poll(() => page.locator('#app').getAttribute('class')).toContain('not-logged');
  visited.length = 0;
  await page.goto(at('account/tasks?tab=team'));
  await page.waitForURL('**/auth');
  expect(visited).toContain('/logout');
  await page.getByText('Please sign in to continue.').waitFor();
  await enter(page, agent);
  await arrives('account/tasks');
  expect(new URL(page.url()).search).toBe('?tab=team');
  expect(await page.locator('#app').getAttribute('class')).not.toContain('not-logged');
});

it('signed in, the root, /auth, an empty address under the client, and a screen one may not view lead to the first entry of the sidebar', async () => {
  await signInAs(page, house, agent);
  await arrives('account/tasks');
  for (const path of [
    `${house.url}/`,
    `${house.url}/auth`,
    `${house.url}/no/such/screen`,
    at(''),
    at('configuration/contact-rules'),
    at('payments/bank'),
  ]) {
    await page.goto('about:blank');
    await context.clearCookies({ name: 'net-cache' });
    await page.goto(path);
    await arrives('account/tasks');
  }
});

it('an address of a client one does not work for says so, instead of opening one’s own', async () => {
  await signInAs(page, house, agent);
  await arrives('account/tasks');
  // An address that leads nowhere too: elsewhere it opens the last place.
  for (const path of ['no/such/screen', 'account/manage']) {
    const foreign = `${house.url}/${uuidv7()}/${path}`;
    await page.goto(foreign);
    await page.getByText('You have no access to this client').waitFor();
    expect(page.url()).toBe(foreign);
    await expect.poll(() => page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
  }
  await context.clearCookies({ name: 'net-cache' });
  await page.getByRole('link', { name: 'Open my client' }).click();
  await arrives('account/tasks');
});

it('/logout forgets where one was last, however one came there; a client’s own address leads there until then', async () => {
  await signInAs(page, house, agent, at('account/manage?search=Hannah'));
  await page.getByRole('grid').getByText('Hannah Brandt').waitFor();
  await page.goto('about:blank');
  await page.goto(at(''));
  await arrives('account/manage');
  expect(new URL(page.url()).search).toBe('?search=Hannah');
  await page.goto(`${house.url}/logout`);
  await page.waitForURL('**/auth');
  expect(await lastUrl()).toBe('');
});

it('whoever may view nothing is sent out and told why', async () => {
  await page.goto(`${house.url}/auth`);
  await enter(page, nobody);
  await page.getByText('Your role doesn’t include any screens here.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/auth');
});

it('the last address is kept and taken up again, until one signs out', async () => {
  await signInAs(page, house, agent, at('account/manage?search=Hannah'));
  await page.getByRole('grid').getByText('Hannah Brandt').waitFor();
  expect(await lastUrl()).toBe(`/${house.clientId}/account/manage?search=Hannah`);
  await page.goto(`${house.url}/`);
  await arrives('account/manage');
  await page.getByRole('button', { name: 'Signed in as' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You’ve signed out.').waitFor();
  expect(await lastUrl()).toBe('');
});

it('a first word that is no client’s id is replaced by the stored client, else the first', async () => {
  await signInAs(page, house, agent, at('account/manage', second));
  await page.getByRole('button', { name: 'Client: Südstrom' }).waitFor();
  await page.goto(at('account/manage', 'no-uuid'));
  await arrives('account/manage', second);
  // The application, which stores where one is, is left before that is forgotten.
  await page.goto(`${house.url}/healthz`);
  await page.evaluate(() => localStorage.removeItem('quittance-client'));
  await page.goto(at('account/manage', 'no-uuid'));
  await arrives('account/manage');
});

it('dates are written as the client does, until somebody chooses a language', async () => {
  await inClient(house.database, house.clientId, (tx) =>
    tx.sql(`update client set default_locale = 'en_GB' where client_id = $1`, [tx.clientId]),
  );
  await signInAs(page, house, agent);
  await context.clearCookies({ name: 'locale' });
  const list = at('account/manage?columns=debtor,created');
  await page.goto(list);
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Hannah Brandt' });
  await row.getByText(/^\d{1,2} \w+ \d{4}$/).waitFor();
  await context.addCookies([{ name: 'locale', value: 'en_US', url: house.url }]);
  await page.goto('about:blank');
  await page.goto(list);
  await row.getByText(/^\w+ \d{1,2}, \d{4}$/).waitFor();
  await inClient(house.database, house.clientId, (tx) =>
    tx.sql(`update client set default_locale = 'en_US' where client_id = $1`, [tx.clientId]),
  );
});

it('another client brings its own role and configuration', async () => {
  const asked = watch();
  await signInAs(page, house, agent);
  await page.getByRole('link', { name: 'Task queue' }).waitFor();
  asked.length = 0;
  await page.getByRole('button', { name: 'Client: Nordlicht Energie' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Südstrom' }).waitFor();
  for (
    let n = 0;
    n < 5 && !(await page.getByRole('menuitem', { name: 'Südstrom' }).evaluate((item) => item === document.activeElement));
    n += 1
  )
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Client: Südstrom' }).waitFor();
  await arrives('account/manage', second);
  expect(asked).toEqual(expect.arrayContaining(['StartRole', 'StartConfiguration']));
  expect((await entries()).join()).not.toContain('Task queue');
});

it('going where one is does nothing', async () => {
  await signInAs(page, house, agent);
  const link = page.getByRole('link', { name: 'Task queue' });
  await link.waitFor();
  await page.waitForLoadState('networkidle');
  const before = await page.evaluate(() => history.length);
  await link.click();
  await link.click();
  await expect.poll(() => page.evaluate(() => history.length)).toBe(before);
  await page.getByRole('link', { name: 'Accounts' }).click();
  await arrives('account/manage');
  await expect.poll(() => page.evaluate(() => history.length)).toBe(before + 1);
});

it('a loader shows while a screen comes, and the last of two quick choices is where one comes out', async () => {
  await signInAs(page, house, agent);
  await page.getByRole('link', { name: 'Accounts' }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(/assets\/AccountsScreen-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
  await page.getByRole('link', { name: 'Sandbox inbox' }).click();
  await arrives('inbox');
  const late = page.waitForResponse(/assets\/AccountsScreen-.*\.js$/);
  held.resolve();
  await (await late).finished();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.getByRole('progressbar', { name: 'Loading' }).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(`/${house.clientId}/inbox`);
});

it('a navigation may suppress the loader: one lands without it', async () => {
  await signInAs(page, house, agent);
  await page.getByRole('grid', { name: 'Task queue' }).waitFor();
  await context.clearCookies({ name: 'net-cache' });
  const loaders: number[] = [];
  await page.route(/assets\/TasksScreen-.*\.js$/, async (route) => {
    for (let n = 0; n < 5; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      loaders.push(await page.getByRole('progressbar', { name: 'Loading' }).count());
    }
    await route.continue();
  });
  await page.goto(at(''));
  await arrives('account/tasks');
  await page.getByRole('grid', { name: 'Task queue' }).waitFor();
  expect(loaders).toEqual([0, 0, 0, 0, 0]);
});

it('a link that asks for it is checked first, and leads on', async () => {
  await signInAs(page, house, agent, at('account/claim/0007900770?claimRedirect=true'));
  await arrives(`account/${accountId}/claim/0007900770`);
  await page.goto(at('account/claim/none?claimRedirect=true'));
  await arrives('account/manage');
  expect(new URL(page.url()).search).toBe('?search=none');
  await page.goto(at(`account/${uuidv7()}?accountRedirect=true&redirect=/${house.clientId}/inbox`));
  await arrives('inbox');
  await page.goto(at(`account/${uuidv7()}?accountRedirect=true&redirect=https://elsewhere.example/`));
  await arrives('account/manage');
  await page.goto(at(`account/${accountId}?accountRedirect=true`));
  await page.getByRole('heading', { name: 'Hannah Brandt' }).first().waitFor();
});

it('the title is the product and everything the address matches', async () => {
  await signInAs(page, house, agent);
  await page.waitForFunction(() => document.title === 'Quittance · Collect · Task queue');
  await page.goto(at(`account/${accountId}/claim/0007900770`));
  await page.waitForFunction(() => document.title === 'Quittance · Collect · Account · Claim');
});

it('an app that does not load sends to /logout, after its tries', async () => {
  const asked = watch();
  for (const operation of ['StartConfiguration', 'StartRole']) {
    await page.goto('about:blank');
    await page.goto(`${house.url}/auth`);
    await refuse(operation, 'INTERNAL');
    asked.length = 0;
    await enter(page, agent);
    await page.getByText('The application couldn’t be loaded.').waitFor();
    expect(asked.filter((name) => name === operation)).toHaveLength(2);
    await page.unroute('**/api/backoffice');
  }
});

it('the app starts in its order, and without its modules it stands, logged and without a sidebar', async () => {
  const asked = watch();
  const warnings: string[] = [];
  page.on('console', (entry) => void (entry.type() === 'warning' && warnings.push(entry.text())));
  await signInAs(page, house, agent);
  await page.getByRole('link', { name: 'Task queue' }).waitFor();
  const order = asked.filter((name) => name.startsWith('Start'));
  expect([...order.slice(0, 3)].sort()).toEqual(['StartClients', 'StartFlags', 'StartModules']);
  expect([...order.slice(3, 5)].sort()).toEqual(['StartConfiguration', 'StartRole']);
  await arrives('account/tasks');
  await refuse('StartModules', 'INTERNAL');
  await page.reload();
  await page.getByRole('grid', { name: 'Task queue' }).waitFor();
  await expect.poll(() => page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
  expect(warnings.join()).toContain('The modules could not be loaded');
});
