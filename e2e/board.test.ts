/** The live board as a team lead watches it: what happens shows without a reload, and a number opens its list. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { createTask, startTask } from '../server/services/account/task/task.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, type Person, signInAs } from './people.ts';

let house: WholeHouse;
let browser: Browser;
let accountId: Uuid;
let ben: Person;

beforeAll(async () => {
  house = await openWholeHouse();
  ben = await addPerson(house, 'Ben Vogt', { [house.clientId]: 'AGENT' });
  const made = await inClient(house.database, house.clientId, (tx) =>
    addSampleAccounts(tx, [
      { ref: 'B-1', first: 'Hannah', last: 'Brandt', claims: [{ ref: 'B-1-1', balance: 20_000, due: '2026-09-01' }] },
    ]),
  );
  accountId = made.get('B-1') ?? '';
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

it('shows who works on what as it happens, and leads to what waits', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })).newPage();
  await house.signIn(page, `${house.url}/${house.clientId}/dashboard/live-board`);
  await page.getByText('Nobody has an account open or has worked today.').waitFor();
  const waiting = page.getByRole('table', { name: 'Waiting' });
  await waiting.getByText('Open tasks').waitFor();
  await inClient(
    house.database,
    house.clientId,
    async (tx) => startTask(tx, (await createTask(tx, { accountId, note: 'Call back' }, ben.userId)).taskId, null, ben.userId),
    { actor: { type: 'user', id: ben.userId } },
  );
  // Nobody reloads.
  const people = page.getByRole('table', { name: 'People' });
  await people.getByText('Ben Vogt').waitFor();
  await expect.poll(() => people.getByRole('link', { name: 'B-1' }).getAttribute('href')).toContain(accountId);
  // A number opens the accounts behind it.
  await page.getByRole('list', { name: 'Today so far' }).getByRole('link', { name: 'Promises made today' }).click();
  await page.getByRole('dialog', { name: 'Promises made today' }).getByText('No accounts yet today').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await waiting.getByRole('link', { name: 'Open tasks' }).click();
  await page.getByText('Call back').waitFor();
});

it('is not for agents', async () => {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await signInAs(page, house, ben);
  await expect.poll(() => page.getByRole('navigation', { name: 'Main menu' }).getByText('Reports', { exact: true }).count()).toBe(0);
  await page.goto(`${house.url}/${house.clientId}/dashboard/live-board`);
  await page.waitForURL((address) => !address.pathname.endsWith('live-board'));
});
