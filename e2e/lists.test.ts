/** Lists of accounts and tasks: what is typed in their forms survives a reload, and their bar of filters keeps its place. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Actor, inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { createTask } from '../server/services/account/task/task.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  house = await openWholeHouse();
  const actor: Actor = { type: 'user', id: house.userId };
  await inClient(
    house.database,
    house.clientId,
    async (tx) => {
      const accounts = await addSampleAccounts(tx, [
        { ref: 'L-1', first: 'Hannah', last: 'Brandt', claims: [{ ref: 'L-1-1', balance: 10_000, due: '2026-01-01', product: 'Gas' }] },
      ]);
      await createTask(tx, { accountId: accounts.get('L-1')!, note: 'Call back after 17:00', recipientId: house.userId }, house.userId);
    },
    { actor },
  );
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await house.signIn(page);
  await page.getByRole('button', { name: 'Reject all' }).click();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const open = (path: string) => page.goto(`${house.url}/${house.clientId}/${path}`);
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

it('the form of a view opens again with what was typed, and is forgotten once it is saved', async () => {
  await open('account/manage?product=Gas');
  await page.getByText('Hannah Brandt').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view' }).click();
  await dialog('Save as new view').getByRole('textbox', { name: 'Name' }).fill('Gas only');
  await page.reload();
  await expect.poll(() => dialog('Save as new view').getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Gas only');
  await dialog('Save as new view').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Gas only' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view' }).click();
  await expect.poll(() => dialog('Save as new view').getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
});

it('the question before an action over many keeps what was chosen until it is asked or closed', async () => {
  const ask = async () => {
    await page.getByText('Hannah Brandt').waitFor();
    await page.getByRole('grid').getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
  };
  const agent = () => dialog(/Assign 1 account/).getByRole('combobox', { name: 'Assignee' });
  await open('account/manage');
  await ask();
  await agent().click();
  await page.getByRole('option', { name: 'Unassigned' }).click();
  await page.reload();
  await ask();
  await expect.poll(() => agent().inputValue()).toBe('Unassigned');
  await dialog(/Assign 1 account/)
    .getByRole('button', { name: 'Cancel' })
    .click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect.poll(() => agent().inputValue()).toBe('Ada Petersen');

  // Escape closes the question alone; the next one lets go of what is chosen.
  const row = page.getByRole('grid').getByRole('checkbox').nth(1);
  await page.keyboard.press('Escape');
  await dialog(/Assign 1 account/).waitFor({ state: 'detached' });
  await expect.poll(() => row.isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => row.isChecked()).toBe(false);
});

it('a task is snoozed until the day one chooses, and is back when that is undone', async () => {
  await open('account/tasks');
  await page.getByText('Call back after 17:00').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByRole('button', { name: 'In 3 working days' }).click();
  await page.getByText('You’re all caught up').waitFor();
  await page.getByRole('status').filter({ hasText: 'Task snoozed until' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Call back after 17:00').first().waitFor();
});

it('what came of a task stands there again after a reload, and is gone when the task is resolved', async () => {
  const resolve = async () => {
    await page.getByText('Call back after 17:00').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('r');
  };
  await open('account/tasks');
  await resolve();
  await page.getByLabel('Outcome').fill('Will pay on Friday.');
  await page.reload();
  await resolve();
  await expect.poll(() => page.getByLabel('Outcome').inputValue()).toBe('Will pay on Friday.');
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve task' }).click();
  await page.getByText('You’re all caught up').waitFor();
  // The task leaves at once; what was written about it is kept until the server has it.
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('resolution')))).toEqual([]);
});

it('many filters wrap beside the view switch, which stays where it is', async () => {
  const place = async () => {
    const box = await page.getByRole('radiogroup', { name: 'View' }).boundingBox();
    return [box?.x, box?.y];
  };
  await open('account/communication-center');
  const alone = await place();
  await open('account/communication-center?channel=email&channel=sms&direction=outbound&waits=no&when=2026-10-01..2026-11-22');
  await page.getByRole('search').getByText('Waiting for a reply').waitFor();
  expect(await place()).toEqual(alone);
});
