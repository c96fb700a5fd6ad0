/** What stands around every screen: each rule of specification 1, sections 2.4 and 4.4, and of the footer (2.5), in a browser. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { BUILT_IN_ROLES } from '../core/roles.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addClient, addPerson, call, type Person, signInAs } from './people.ts';
import { arrowTo, entryOf, openPage, saveRole, setFlags, watch } from './shell.ts';

const ACCOUNT_HINT = 'Name, reference, phone, email, date of birth, street or ID';
const HELP = 'https://help.example/quittance';

let house: WholeHouse;
let browser: Browser;
let second: Uuid;
let admin: Person;
let agent: Person;
let accountId: Uuid;
const opened: BrowserContext[] = [];

beforeAll(async () => {
  process.env.HELP_URL = HELP;
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
        birthday: '1985-04-12',
        phone: '0151 234 567 89',
        email: 'h.brandt@post.example',
        claims: [
          { ref: '0007900770', balance: 128460, due: '2026-01-01', product: 'Gas' },
          { ref: '0007900771', balance: 500, due: '2026-01-01', status: 'resolved', product: 'Gas' },
        ],
      },
    ]),
  );
  accountId = ids.get('8976-AMJEO')!;
  await call(
    house,
    'strategy',
    'mutation ($clientId: ID!) { insertStrategyBlueprint(clientId: $clientId, displayName: "Soft start") { blueprint { id } } }',
    {
      clientId: house.clientId,
    },
  );
});
afterAll(async () => {
  delete process.env.HELP_URL;
  await browser.close();
  await house.close();
});
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

const open = (options?: BrowserContextOptions) => openPage(browser, opened, options);
const at = (path: string, clientId = house.clientId) => `${house.url}/${clientId}/${path}`;
/** Tells the shell of a call, as a telephone would. */
const telephone = (page: Page, status: string) =>
  page.evaluate((now) => void window.dispatchEvent(new CustomEvent('quittance:call', { detail: { status: now } })), status);
/** How high what is open may become. */
const mostHeight = (page: Page, role: 'menu' | 'menuitemradio', name?: string) =>
  page
    .getByRole(role, { ...(name && { name }) })
    .first()
    .evaluate((element, inside) => getComputedStyle(inside ? element.parentElement! : element).maxHeight, role === 'menuitemradio');

it('go to: by keyboard alone, in account and claim mode, one at a time', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entryOf(page, 'Accounts').waitFor();
  await page.waitForLoadState('networkidle');
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Control+k');
  await dialog.getByPlaceholder(ACCOUNT_HINT).waitFor();
  await page.keyboard.press('Control+k');
  await expect.poll(() => dialog.count()).toBe(1);
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog.count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await dialog.getByPlaceholder(ACCOUNT_HINT).waitFor();
  await page.keyboard.press('ArrowRight');
  await dialog.getByPlaceholder('Claim reference').waitFor();
  await page.keyboard.press('ArrowLeft');
  await dialog.getByPlaceholder(ACCOUNT_HINT).waitFor();
  await page.keyboard.type(' 8976 ');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/manage?search=8976');
  await page.keyboard.press('Control+k');
  await dialog.getByPlaceholder(ACCOUNT_HINT).waitFor();
  await page.keyboard.type(accountId);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/account/${accountId}`);
  await page.keyboard.press('Control+k');
  await dialog.getByPlaceholder(ACCOUNT_HINT).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('0007900770');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/claim/0007900770');

  const out = await open();
  await out.goto(`${house.url}/auth`);
  await out.keyboard.press('Control+k');
  await expect.poll(() => out.getByRole('dialog').count()).toBe(0);
});

it('go to: opens again by the shortcut as soon as it has led somewhere, before the screen is drawn', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entryOf(page, 'Accounts').waitFor();
  await page.waitForLoadState('networkidle');
  const field = page.getByRole('dialog').getByPlaceholder(ACCOUNT_HINT);
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.evaluate(() => {
    const { pushState } = history;
    history.pushState = (...given) => {
      pushState.apply(history, given);
      history.pushState = pushState;
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }));
    };
  });
  await page.keyboard.type('8976');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/manage?search=8976');
  await page.getByRole('heading', { name: 'Accounts' }).waitFor();
  await field.waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
});

it('go to: keeps what is typed before the window is there', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entryOf(page, 'Accounts').waitFor();
  await page.waitForLoadState('networkidle');
  const held: (() => void)[] = [];
  await page.route('**/GoTo-*.js', (route) => {
    held.push(() => void route.continue());
  });
  const asked = page.waitForRequest('**/GoTo-*.js');
  await page.keyboard.press('Control+k');
  await asked;
  await page.keyboard.type('brandt');
  for (const go of held) go();
  const field = page.getByRole('dialog').getByPlaceholder(ACCOUNT_HINT);
  await field.waitFor();
  await page.keyboard.type(' hannah');
  await expect.poll(() => field.inputValue()).toBe('brandt hannah');
});

it('go to: finds while one types, in groups that the arrows walk through, and opens an exact reference at once', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await entryOf(page, 'Accounts').waitFor();
  await page.waitForLoadState('networkidle');
  const dialog = page.getByRole('dialog');
  const start = async () => {
    await page.keyboard.press('Control+k');
    await dialog.getByPlaceholder(ACCOUNT_HINT).waitFor();
  };
  const chosen = dialog.getByRole('option', { selected: true });
  const walkTo = async (name: string) => {
    for (let presses = 0; presses < 40; presses += 1) {
      if ((await chosen.textContent())?.startsWith(name)) return;
      await page.keyboard.press('ArrowDown');
    }
    throw new Error(`The arrow keys never come to ${name}`);
  };

  // By name, telephone and email: one account, below the search itself.
  await start();
  for (const [typed, why] of [
    ['hannah bra', ''],
    ['0151 2345', 'Phone +49'],
    ['h.brandt@', 'Email h.brandt@post.example'],
    ['6789', 'Phone ending 6789'],
    ['12.04.1985', 'Born Apr 12, 1985'],
  ]) {
    await page.keyboard.press('Control+a');
    await page.keyboard.type(typed!);
    const hit = dialog.getByRole('group', { name: 'Accounts' }).getByRole('option', { name: 'Hannah Brandt' });
    await hit.filter({ hasText: why! }).waitFor();
  }
  await walkTo('Hannah Brandt');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/account/${accountId}`);

  // What the account offers to do, a strategy, a setting; recent ones come first while nothing is typed.
  await page.getByText('8976-AMJEO').first().waitFor();
  await start();
  await dialog.getByRole('group', { name: 'Recently viewed' }).getByRole('option', { name: 'Hannah Brandt' }).waitFor();
  await page.keyboard.type('soft');
  await dialog.getByRole('group', { name: 'Strategies' }).getByRole('option', { name: 'Soft start' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('roles');
  await dialog.getByRole('group', { name: 'Settings' }).getByRole('option', { name: 'Roles' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('create task');
  await dialog.getByRole('group', { name: 'Actions on this account' }).getByRole('option', { name: 'Create task' }).waitFor();
  await walkTo('Create task');
  await page.keyboard.press('Enter');
  await page.waitForURL('**form=task**');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await dialog.waitFor({ state: 'detached' });

  // An exact reference opens, also when Enter comes before its answer, in small letters, and of a claim that is settled.
  await page.goto(at('account/manage'));
  await page.waitForLoadState('networkidle');
  await start();
  await page.keyboard.type('8976-amjeo');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/account/${accountId}`);
  await start();
  await page.keyboard.type('0007900771');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/claim/0007900771');
});

it('go to: asks for nothing that one may not see', async () => {
  // Their screens are open, what these ask is not.
  const hidden = ['searchAccounts', 'viewClaim', 'viewStrategies', 'viewContent'];
  const less = BUILT_IN_ROLES.find(({ name }) => name === 'AGENT')!.permissions.map((each) => ({
    ...each,
    actions: each.actions.filter((action) => !hidden.includes(action)),
  }));
  await saveRole(house, 'READER', less);
  const reader = await addPerson(house, 'Ria Lens', { [house.clientId]: 'READER' });
  const page = await open();
  await signInAs(page, house, reader);
  await entryOf(page, 'Go to…').waitFor();
  await page.waitForLoadState('networkidle');
  const asked = watch(page);
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Control+k');
  await dialog.getByPlaceholder(ACCOUNT_HINT).waitFor();
  await page.keyboard.type('brandt');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(asked.filter(({ name }) => name.startsWith('GoTo'))).toEqual([]);
});

it('changing the client asks while something would be lost, and by keyboard too', async () => {
  const page = await open();
  await signInAs(page, house, admin, at('configuration/roles/AGENT'));
  await page.getByRole('checkbox').nth(3).click();
  const client = page.getByRole('button', { name: 'Client: Nordlicht Energie' });
  const choose = async () => {
    await client.focus();
    await page.keyboard.press('Enter');
    await arrowTo(page, 'Südstrom');
    expect(await mostHeight(page, 'menu')).toBe('380px');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Switch client and lose unsaved work?').waitFor();
  };
  await choose();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(page.url()).toBe(at('configuration/roles/AGENT'));
  await choose();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch client' }).press('Enter');
  await page.getByRole('button', { name: 'Client: Südstrom' }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

it('during a call nobody signs out or changes the client, and the page says that one goes on', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await entryOf(page, 'Accounts').waitFor();
  await telephone(page, 'connected');
  await page.locator('#app.active-call').waitFor({ state: 'attached' });
  await expect.poll(() => page.getByRole('button', { name: 'Client: Nordlicht Energie' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Signed in as' }).click();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Sign out (after the call)' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await telephone(page, 'idle');
  await page.locator('#app:not(.active-call)').waitFor({ state: 'attached' });
  await expect.poll(() => page.getByRole('button', { name: 'Client: Nordlicht Energie' }).isDisabled()).toBe(false);
});

it('availability: with the dialer only, unavailable with a reason, during a call at its end, kept in the browser', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entryOf(page, 'Accounts').waitFor();
  const line = page.getByRole('button', { name: /^Availability: / });
  await expect.poll(() => line.count()).toBe(0);
  await page.waitForLoadState('networkidle');
  await setFlags(house, { DIALER_INTEGRATION: true });
  await line.click();
  await page.getByRole('menuitemradio', { name: 'Available', exact: true }).waitFor();
  expect(await mostHeight(page, 'menu')).toBe('250px');
  await page.getByRole('menuitemradio', { name: 'Available', exact: true }).click();
  await page.getByRole('button', { name: 'Availability: Available' }).waitFor();
  await line.click();
  await page.getByText('Calls aren’t available yet').waitFor();
  await page.getByRole('menuitemradio', { name: 'Unavailable' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('button', { name: 'Set as unavailable' }).isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: 'Training' }).check();
  await dialog.getByRole('button', { name: 'Set as unavailable' }).click();
  await line.getByText('Training').waitFor();
  await page.reload();
  await line.getByText('Training').waitFor();
  await telephone(page, 'connected');
  await line.click();
  await page.getByRole('menuitemradio', { name: 'Available', exact: true }).click();
  await page.getByRole('status').getByText('Your availability changes when the call ends').waitFor();
  await page.getByRole('button', { name: 'Availability: Unavailable' }).waitFor();
  await telephone(page, 'idle');
  await page.getByRole('button', { name: 'Availability: Available' }).waitFor();
  await setFlags(house, {});
  await line.waitFor({ state: 'detached' });
});

it('languages: all but British English, kept in a cookie; not with the home page, not without the flag', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entryOf(page, 'Accounts').waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Signed in as' }).click();
  for (const name of ['English', 'Deutsch', 'Español', 'Nederlands'])
    await page.getByRole('menuitemradio', { name, exact: true }).waitFor();
  await expect.poll(() => page.getByRole('menuitemradio', { name: 'English (UK)' }).count()).toBe(0);
  expect(await mostHeight(page, 'menuitemradio', 'Deutsch')).toBe('250px');
  const help = page.getByRole('menuitem', { name: 'Help' });
  expect([await help.getAttribute('href'), await help.getAttribute('target')]).toEqual([HELP, '_blank']);
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByText('Konten').waitFor();
  expect((await page.context().cookies()).find((cookie) => cookie.name === 'locale')?.value).toBe('de_DE');
  for (const [flag, on] of [
    ['HOME_PAGE', true],
    ['i18n', false],
  ] as const) {
    await setFlags(house, { [flag]: on });
    await page.reload();
    await page.getByRole('button', { name: 'Angemeldet als' }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).waitFor();
    await expect.poll(() => page.getByRole('menuitemradio', { name: 'Español' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  }
  await setFlags(house, {});
});

it('a file of the application that is gone reloads the page three times in five minutes, then asks', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await page.route(/assets\/ImportsScreen-.*\.js$/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  // While the page that comes is on its way, the one that goes is told of the same file again.
  await page.route(
    (url) => url.pathname.startsWith(`/${house.clientId}/`),
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fallback();
    },
  );
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.reload();
  // The address is that of the screen already: every page that comes wants the file again.
  await entryOf(page, 'Import').click();
  await expect.poll(() => loads).toBe(4);
  await page.getByText('A new version is available. Please reload the page.').waitFor();
  await page.waitForTimeout(500);
  expect(loads).toBe(4);
});

it('a script or a style sheet of the application that is gone does the same, one of somebody else does not', async () => {
  const page = await open();
  await page.goto(`${house.url}/auth`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const add = (tag: 'script' | 'link', address: string) =>
    page.evaluate(
      ([name, to]) => {
        const element = document.createElement(name);
        Object.assign(element, name === 'script' ? { src: to } : { rel: 'stylesheet', href: to });
        document.head.append(element);
      },
      [tag, address] as const,
    );
  await add('script', `${house.url}/elsewhere/gone.js`);
  await page.waitForTimeout(300);
  expect(loads).toBe(0);
  for (const [n, tag, address] of [
    [1, 'script', '/assets/gone.js'],
    [2, 'link', '/assets/gone.css'],
  ] as const) {
    await add(tag, house.url + address);
    await expect.poll(() => loads).toBe(n);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  }
});
