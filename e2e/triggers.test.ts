/** A client's own trigger from its declaration to the account's timeline, as the people see it who declare and fire it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { saveTrigger } from '../server/services/strategy/strategy.trigger.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { setFlags, visit } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let accountId: Uuid;

beforeAll(async () => {
  house = await openWholeHouse();
  await setFlags(house, { ACCOUNT_CUSTOM_TRIGGER: true });
  accountId = await inClient(house.database, house.clientId, async (tx) => {
    const claims = ['R-1', 'R-2'].map((ref) => ({ ref, balance: 12_000, due: '2026-01-01' }));
    return (await addSampleAccounts(tx, [{ ref: 'K-1', first: 'Greta', last: 'Weber', email: 'greta@post.example', claims }])).get('K-1')!;
  });
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion: 'reduce' })).newPage();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const at = (route: string) => `${house.url}/${house.clientId}/${route}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('shows what an event says, and declares a trigger with its fields', async () => {
  await house.signIn(page);
  await visit(page, at('configuration/events'));
  await page.getByPlaceholder('Search events').fill('linkClicked');
  await page.getByText('linkClicked', { exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('cell', { name: 'communicationId' }).waitFor();
  await expect.poll(() => drawer.locator('[lang=en]').count()).toBe(1);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: 'Triggers' }).click();
  await button('New trigger').first().click();
  await drawer.getByLabel('Name *', { exact: true }).fill('court date');
  await drawer.getByRole('button', { name: 'Add field' }).click();
  await drawer.getByLabel('Field name').fill('day');
  await drawer.getByLabel('Type', { exact: true }).click();
  await page.getByRole('option', { name: 'Date' }).click();
  await drawer.getByLabel('Required').check();
  await button('Save trigger').click();
  await drawer.getByText('Use 1 to 60 letters').waitFor();
  await drawer.getByLabel('Name *', { exact: true }).fill('court_date');
  await button('Save trigger').click();
  await page.getByText('Trigger “court_date” saved').waitFor();
  await page.getByText('day (required)').waitFor();
});

it('is fired on a claim of an account, whose timeline says so', async () => {
  await visit(page, at(`account/${accountId}`));
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Fire trigger' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Trigger *', { exact: true }).click();
  await page.getByRole('option', { name: 'court_date' }).click();
  await button('Fire trigger').click();
  const day = drawer.getByLabel('day *', { exact: true });
  await drawer.locator('[aria-invalid=true]').waitFor();
  await expect.poll(() => day.getAttribute('aria-invalid')).toBe('true');
  await day.fill('12/24/2026');
  await button('Fire trigger').click();
  await page.getByText('Trigger “court_date” fired on 2 claims').waitFor();
  await page.getByRole('log').getByText('Trigger “court_date” fired').first().waitFor();
});

it('shows what somebody else saved meanwhile before it is saved over', async () => {
  await visit(page, at('configuration/events?tab=triggers'));
  await page.getByText('court_date', { exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Description' }).fill('Mine');
  await inClient(house.database, house.clientId, (tx) => saveTrigger(tx, { name: 'court_date', description: 'Theirs', fields: [] }));
  await button('Save trigger').click();
  await drawer.getByText('Someone else also changed Description (Theirs).').waitFor();
  await button('Keep mine').click();
  await button('Save trigger').click();
  // The toast may be that of the first save, and the list hears of a change before the form has its answer.
  await drawer.waitFor({ state: 'detached' });
  await page.getByText('Mine', { exact: true }).waitFor();
  // A field that only they changed is as they saved it.
  await expect.poll(() => page.getByText('day (required)').count()).toBe(0);
});

it('is deleted after a question', async () => {
  await visit(page, at('configuration/events?tab=triggers'));
  await page.getByText('court_date', { exact: true }).click();
  await button('Delete').click();
  await button('Delete trigger').click();
  await page.getByText('Trigger “court_date” deleted').waitFor();
  await page.getByText('No triggers yet').waitFor();
});
