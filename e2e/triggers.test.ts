/** A client's own trigger from its declaration to the account's timeline, as the people see it who declare and fire it. */
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { appendEvents } from '../server/platform/events.ts';
import { drainJobs } from '../server/platform/jobs.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { saveTrigger } from '../server/services/strategy/strategy.trigger.logic.ts';
import { openReceiver } from '../server/services/webhook-subscription/webhook-subscription.testing.ts';
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

it('is sent to another system by a webhook, whose log shows what became of it', async () => {
  const receiver = await openReceiver();
  try {
    await visit(page, at('configuration/webhooks'));
    await page.getByText('No webhooks yet').waitFor();
    await button('New webhook').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Address *', { exact: true }).fill('http://169.254.169.254/hook');
    await drawer.getByLabel('Events *', { exact: true }).fill('Trigger');
    await page.getByRole('option', { name: 'Trigger “…” fired', exact: true }).click();
    await page.keyboard.press('Escape');
    await button('Save').click();
    await drawer.getByText(/private network/).waitFor();
    await drawer.getByLabel('Address *', { exact: true }).fill(`${receiver.base}/hook`);
    await button('Save').click();
    // The secret shows this once.
    const secret = await page.getByText(/^whsec_/).textContent();
    await button('I’ve copied it').click();
    await inClient(house.database, house.clientId, async (tx) => {
      const payload = { trigger: 'court_date', values: { day: '2026-12-24' } };
      await appendEvents(tx, [{ messageType: 'customTriggerFired', accountId, payload }]);
    });
    receiver.answer = () => 503;
    await drainJobs(house.database);
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByRole('grid').getByText('HTTP 503', { exact: true }).click();
    await drawer.getByText('The address answered with HTTP 503').first().waitFor();
    await drawer.getByText('Not tried yet').waitFor({ state: 'detached' });
    await drawer.getByText('"trigger": "court_date"').waitFor();
    receiver.answer = () => 200;
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await page.getByText(`${receiver.base}/hook`).click();
    await drawer.getByText('Nothing has been accepted since').waitFor();
    await button('Try now').click();
    await drawer.getByText('Active', { exact: true }).waitFor();
    await drainJobs(house.database);
    const sent = receiver.received.at(-1)!;
    expect(new Webhook(secret!).verify(sent.body, sent.headers as Record<string, string>)).toMatchObject({ type: 'customTriggerFired.v1' });

    await button('Send test').click();
    await drainJobs(house.database);
    await drawer.getByRole('link', { name: 'Sent. Show the answer' }).click();
    await drawer.getByText('"test": true').waitFor();
    await drawer.getByText('HTTP 200').waitFor();
    await page.keyboard.press('Escape');
    // What is sent while the log is open appears in it, with what became of it.
    const delivered = () => page.getByRole('grid').getByText('Delivered', { exact: true }).count();
    await expect.poll(delivered).toBe(2);
    await inClient(house.database, house.clientId, (tx) =>
      appendEvents(tx, [{ messageType: 'customTriggerFired', accountId, payload: { trigger: 'court_date', values: {} } }]),
    );
    await drainJobs(house.database);
    await expect.poll(delivered, { timeout: 30_000 }).toBe(3);
    await button('Send again').click();
    await page.getByRole('menuitem', { name: 'All failed deliveries' }).click();
    await page.getByText('Nothing to send again').waitFor();
    await button('Cancel').click();
    await page.getByRole('tab', { name: 'Events and payloads' }).click();
    await page.getByPlaceholder('Search events').fill('customTriggerFired');
    await page.getByText('customTriggerFired.v1', { exact: true }).click();
    await drawer.getByText('"const": "customTriggerFired.v1"').waitFor();
  } finally {
    await receiver.close();
  }
});
