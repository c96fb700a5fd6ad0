/** A working day of an agent in one go: find, read, note, correct, agree, work the queue, change the client, sign out. */
import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { now } from '../server/platform/clock.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { addClientUser, createClient } from '../server/services/backoffice/backoffice.logic.ts';
import { putUser } from '../server/services/identity/identity.logic.ts';
import { saveBlueprint } from '../server/services/strategy/strategy.blueprint.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

/** The most script that may come down before the first screen stands, gzipped. */
const MOST_SCRIPT = 182_000;
/** The most that a screen may load of its own on top of what every screen shares, gzipped; the canvas comes with its graph and schemas. What reads expressions comes with the first one. */
const MOST_OF_A_SCREEN = 84_000;
/** It shows all that is known, in widgets that the client chooses. Who comes from a list has the badges (web/shell/states) already. */
const MOST_OF_THE_ACCOUNT = 118_000;
/** The schemas, panels and words of some forty types of steps, and the names of the events that they wait for. */
const MOST_OF_THE_CANVAS = 165_000;
/** What the server says of refusals comes with the first problem, and a new message shows none. */
const MOST_OF_THE_BUILDER = 69_000;
/** The editor of source, which comes with the first page that is written as source. */
const MOST_OF_THE_SOURCE = 197_000;
const EMAIL = 'ada@nordlicht.example';
const PASSWORD = 'a long enough password';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let ids: Map<string, Uuid>;
/** What a browser complains of. */
const wrong: string[] = [];
/** Bytes of gzipped script until the first screen stood, sign-in included. */
let script = 0;

beforeAll(async () => {
  house = await openWholeHouse();
  const { database, clientId, userId } = house;
  const second = uuidv7();
  await createClient(database, {
    clientId: second,
    name: 'Südstrom',
    currency: 'EUR',
    defaultLocale: 'de_DE',
    timezone: 'Europe/Berlin',
    countryCode: 'DE',
    createdAt: now(),
  });
  const group = (id: Uuid) => ({ clientId: id, role: 'ADMINISTRATOR', partnerId: null });
  await putUser(database, { userId, email: EMAIL, name: 'Ada Petersen', password: PASSWORD, groups: [group(clientId), group(second)] });
  await inClient(database, second, (tx) => addClientUser(tx, { userId, email: EMAIL, name: 'Ada Petersen', role: 'ADMINISTRATOR' }));
  ids = await inClient(database, clientId, (tx) =>
    addSampleAccounts(tx, [
      {
        ref: '8976-AMJEO',
        first: 'Hannah',
        last: 'Brandt',
        email: 'h.brandt@post.example',
        claims: [{ ref: '0007900770', balance: 128460, due: '2026-01-01', product: 'Electricity Q2' }],
      },
      {
        ref: '8765-AMJOO',
        first: 'Aksel',
        last: 'Lindqvist',
        claims: [{ ref: '0008112043', balance: 93766, due: '2026-02-01', product: 'Gas' }],
      },
      { ref: '8554-AMJKO', company: 'Not Due GmbH', claims: [{ ref: '0009000001', balance: 500, due: '2199-01-01', product: 'Heat' }] },
    ]),
  );
  // As most people have it: what may be needed next is loaded ahead.
  browser = await launchBrowser({ isThrifty: false });
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (entry) => void (entry.type() === 'error' && wrong.push(entry.text())));
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const toast = (text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor();

/** Adds a note as somebody else's program would. */
async function noteByApi(text: string): Promise<void> {
  const call = async (service: string, query: string, variables: object, token = '') => {
    const answer = await fetch(`${house.url}/api/${service}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query, variables }),
    });
    return ((await answer.json()) as { data: { signIn: { session: { token: string } } } }).data;
  };
  const { signIn } = await call(
    'identity',
    'mutation ($e: String!, $p: String!) { signIn(email: $e, password: $p) { session { token } } }',
    {
      e: EMAIL,
      p: PASSWORD,
    },
  );
  await call(
    'notes',
    'mutation ($clientId: ID!, $accountId: ID!, $text: String!) { addNote(clientId: $clientId, accountId: $accountId, text: $text) { noteId } }',
    { clientId: house.clientId, accountId: ids.get('8976-AMJEO'), text },
    signIn.session.token,
  );
}

/** @returns the scripts that came with `act`, gzipped; early are those that were asked for before its screen stood. */
async function scriptsOf(on: Page, act: () => Promise<unknown>): Promise<{ url: string; bytes: number; isEarly: boolean }[]> {
  const sizes = new Map<string, Promise<number>>();
  const count = (response: Response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  };
  on.on('response', count);
  await act();
  // The network may be quiet before all is asked for: the application says itself when its screen stands.
  await on.waitForFunction(() => performance.getEntriesByName('prefetch').length > 0);
  await on.waitForLoadState('networkidle');
  on.off('response', count);
  const early = await on.evaluate(() => {
    const stands = performance.getEntriesByName('prefetch')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime < stands)
      .map((entry) => entry.name);
  });
  return Promise.all([...sizes].map(async ([url, size]) => ({ url, bytes: await size, isEarly: early.includes(url) })));
}

const bytesOf = (files: readonly { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

it('an agent finds, reads, agrees and works the queue', async () => {
  const loaded = await scriptsOf(page, async () => {
    await house.signIn(page);
    await page.getByText('You’re all caught up').waitFor();
  });
  script = bytesOf(loaded.filter(({ isEarly }) => isEarly));
  console.log(`first screen: ${(script / 1000).toFixed(0)} kB of script, gzipped`);

  // The list, filtered by the address.
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByText('Not Due GmbH').waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Days past due' }).click();
  await page.getByLabel('From (days)').fill('10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/pastDue=10\.\./);
  await page.getByText('2 accounts · €2,222.26 outstanding').waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^accounts-\d{4}-\d\d-\d\d\.csv$/);

  // The account: a note, a number, and what others do meanwhile.
  await page.getByText('Hannah Brandt').click();
  await page.getByTitle('1 of 2 in queue').waitFor();
  const note = page.getByLabel('Note', { exact: false }).first();
  await note.fill('Wants to be called after 17:00.');
  await note.press('Control+Enter');
  await page.getByRole('log').getByText('Wants to be called after 17:00.').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Additional mobile number').fill('+49 151 2345 4471');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('*********4471').waitFor();
  for (const text of ['First live note', 'Second live note', 'Third live note']) {
    await noteByApi(text);
    await page.getByRole('log').getByText(text).waitFor();
  }

  // A promise, written as amounts are written here; the claim says so.
  await page.getByRole('button', { name: 'Promise to pay' }).click();
  await expect.poll(() => page.getByRole('dialog').getByLabel('Amount').inputValue()).toBe('1,284.60');
  await page.getByRole('dialog').getByLabel('Amount').fill('1,000');
  await page.getByRole('button', { name: 'Save promise' }).click();
  await toast('Promise to pay €1,000.00 saved');
  await page.getByRole('link', { name: 'Electricity Q2' }).click();
  await page.getByRole('heading', { name: 'Balance breakdown' }).waitFor();
  await page
    .getByText(/^Promise to pay /)
    .first()
    .waitFor();

  // A task is made here, taken and resolved by keyboard in the queue.
  await page.getByRole('link', { name: 'Hannah Brandt' }).click();
  await page.getByRole('button', { name: 'Create task' }).click();
  await page.getByRole('dialog').getByLabel('What needs to be done?').fill('Call back after 17:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Create task' }).click();
  await toast(/task/i);
  await page.getByRole('link', { name: 'Task queue' }).click();
  const lists = page.getByRole('navigation', { name: 'Task lists' });
  await lists.getByRole('link', { name: 'Unassigned 1' }).click();
  await page.getByRole('grid', { name: 'Task queue' }).getByText('Call back after 17:00').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('t');
  await toast('Task assigned to you');
  await page.getByText('No unassigned tasks').waitFor();
  await lists.getByRole('link', { name: 'My tasks 1' }).click();
  await page.getByText('In progress').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.getByLabel('Outcome').fill('Will pay on Friday.');
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve task' }).click();
  await toast('Task resolved');
  await page.getByText('You’re all caught up').waitFor();

  // Another client has nothing of this; then the day is over, and a link leads back to where it points.
  await page.getByRole('button', { name: 'Client: Nordlicht Energie' }).click();
  await page.getByRole('menuitem', { name: 'Südstrom' }).click();
  await page.getByRole('button', { name: 'Client: Südstrom' }).waitFor();
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByText('No accounts yet').waitFor();
  await page.getByRole('button', { name: 'Signed in as Ada Petersen' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/auth');
  const deep = `/${house.clientId}/account/${ids.get('8976-AMJEO')}?tab=ledger`;
  await page.goto(house.url + deep);
  await page.fill('input[name=email]', EMAIL);
  await page.fill('input[name=password]', PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Total').or(page.getByText('No entries yet')).first().waitFor();
  expect(page.url()).toBe(house.url + deep);
  expect(wrong).toEqual([]);
});

it('the bare address and every screen’s address bring the app; a file that is not there is none', async () => {
  for (const path of ['', '/', '/?from=mail', `/${house.clientId}/account/manage`]) {
    const answer = await fetch(house.url + path);
    expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'text/html; charset=utf-8']);
  }
  expect((await fetch(`${house.url}/assets/none.js`)).status).toBe(404);
});

it('the first screen comes with little script', () => {
  expect(script).toBeGreaterThan(50_000);
  expect(script).toBeLessThanOrEqual(MOST_SCRIPT);
});

it('a screen adds little script of its own', async () => {
  const steps = [{ id: 'end', stepType: 'expired', stepState: {} }];
  const { blueprint } = await inClient(house.database, house.clientId, (tx) =>
    saveBlueprint(tx, { id: 'new', displayName: 'Small', categories: [], steps: JSON.stringify(steps) }),
  );
  const screens: [path: string, most: number][] = [
    [`account/${ids.get('8976-AMJEO')}`, MOST_OF_THE_ACCOUNT],
    ['account/claim/0007900770', MOST_OF_A_SCREEN],
    ['content/messaging-builder/new', MOST_OF_THE_BUILDER],
    ['content/email-builder/create/source', MOST_OF_THE_SOURCE],
    ['configuration/contact-rules', MOST_OF_A_SCREEN],
    [`strategy/strategy-builder-new/${blueprint?.id}`, MOST_OF_THE_CANVAS],
  ];
  // Who saves data loads nothing ahead: whatever comes is what the screen shows, however slow the machine.
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const load = async (path: string, late: readonly string[] = []) => {
    const fresh = await context.newPage();
    const files = await scriptsOf(fresh, async () => {
      await fresh.goto(`${house.url}/${house.clientId}/${path}`);
      await fresh.waitForFunction((names) => {
        const asked = performance.getEntriesByType('resource').map((entry) => entry.name);
        return names.every((name) => asked.some((url) => url.includes(`/${name}-`)));
      }, late);
    });
    await fresh.close();
    return files;
  };
  const shared = new Set((await load('account/tasks', ['Live', 'Toasts', 'Views', 'SidebarCounts'])).map(({ url }) => url));
  const own = new Map<string, number>();
  for (const [path] of screens) own.set(path, bytesOf((await load(path)).filter(({ url }) => !shared.has(url))));
  await context.close();
  console.log(
    'own script:',
    [...own].map(([path, size]) => `${path.replace(/[0-9a-f-]{36}/, '…')} ${(size / 1000).toFixed(1)} kB`).join(', '),
  );
  for (const [path, most] of screens) {
    expect(own.get(path), path).toBeGreaterThan(5_000);
    expect(own.get(path), path).toBeLessThanOrEqual(most);
  }
});
