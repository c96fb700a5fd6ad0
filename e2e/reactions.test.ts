/** Reactions in a browser: made, narrowed, put in order. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { appendEvents } from '../server/platform/events.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { saveTrigger } from '../server/services/strategy/strategy.trigger.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
const wrong: string[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
  await inClient(house.database, house.clientId, async (tx) => {
    const contentTemplates = [{ locale: 'en_US', subject: 'Thank you', format: 'text' as const, content: 'We got {{ reaction.amount }}' }];
    await saveBundle(tx, { fileName: 'thanks', displayName: 'Thanks', contentTemplateType: 'email', contentTemplates }, 'Ada');
    await saveTrigger(tx, { name: 'hearing', description: '', fields: [{ name: 'court', type: 'text', required: true }] });
  });
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  await house.signIn(page, `${house.url}/${house.clientId}/strategy/reactions-editor`);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const drawer = () => page.getByRole('dialog');
const choose = async (name: string, option: string) => {
  await drawer().getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const names = () => page.getByRole('list', { name: 'Reactions' }).locator('li strong').allTextContents();

it('makes a reaction, which keeps what was typed over a reload', async () => {
  await page.getByText('No reactions yet').waitFor();
  await page.getByRole('button', { name: 'New reaction' }).first().click();
  await drawer().getByRole('textbox', { name: 'Name' }).fill('Look into a click');
  await choose('Event', 'Clicked the link in “…”');
  await page.reload();
  await expect.poll(() => drawer().getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Look into a click');
  await expect.poll(() => drawer().getByRole('combobox', { name: 'Event', exact: true }).inputValue()).toBe('Clicked the link in “…”');
  await drawer().getByRole('button', { name: 'Save' }).click();
  await drawer().getByText('Add at least one step').waitFor();
  await choose('Add step', 'Create task');
  await drawer().getByRole('combobox', { name: 'Topic', exact: true }).click();
  await page.getByRole('option').first().click();
  await drawer().getByRole('button', { name: 'Save' }).click();
  await page.getByText('Reaction saved').waitFor();
  await expect.poll(names).toEqual(['Look into a click']);
});

it('narrows another one by the fields of its event and a condition, and puts it first by the keyboard', async () => {
  await page.keyboard.press('n');
  await choose('Event', 'Payment of … settled');
  await drawer().getByRole('textbox', { name: 'Provider' }).fill('bank');
  await drawer().getByRole('switch', { name: 'Only under a condition' }).press('Space');
  await drawer().getByRole('textbox', { name: 'Value', exact: true }).fill('100');
  await choose('Add step', 'Send email');
  await choose('Template', 'Thanks');
  await drawer().getByRole('button', { name: 'Save' }).click();
  await expect.poll(names).toEqual(['Look into a click', 'Payment of … settled']);
  await page.getByText('Payment of … settled · bank · with a condition').waitFor();
  // It shows before the server has it.
  const ordered = page.waitForResponse((answer) => answer.request().postData()?.includes('OrderReactions') ?? false);
  await page.getByRole('button', { name: 'Move Payment of … settled. Use the arrow keys.' }).press('ArrowUp');
  await expect.poll(names).toEqual(['Payment of … settled', 'Look into a click']);
  await ordered;
  await page.reload();
  await expect.poll(names).toEqual(['Payment of … settled', 'Look into a click']);
  expect(wrong).toEqual([]);
});

it('tells of an event of an account which reactions it fired, and why not the others', async () => {
  await inClient(house.database, house.clientId, async (tx) => {
    const claims = [{ ref: 'R-1', balance: 12_000, due: '2026-01-01' }];
    const accounts = await addSampleAccounts(tx, [{ ref: 'K-1', first: 'Greta', last: 'Weber', email: 'greta@post.example', claims }]);
    const accountId = accounts.get('K-1')!;
    const payload = { communicationId: uuidv7(), bundleName: 'second-reminder', link: 0, first: true };
    await appendEvents(tx, [{ messageType: 'linkClicked', accountId, externalClaimRef: 'R-1', payload }]);
  });
  await page.getByRole('button', { name: 'Why not?' }).click();
  await drawer().getByRole('combobox', { name: 'Account' }).fill('Weber');
  await page.getByRole('option', { name: 'Greta Weber · K-1' }).click();
  await drawer().getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: /Clicked the link/ }).click();
  const lines = () => drawer().getByRole('listitem').allTextContents();
  await expect
    .poll(lines)
    .toEqual([
      'Payment of … settledNot firedAnswers another event: Payment of … settled',
      'Look into a clickFiredEvent: Clicked the link in “…”',
    ]);
  expect(wrong).toEqual([]);
});

it('gives an account a reaction of its own with code, from the account and back, and its timeline says where it ended', async () => {
  const event = async () =>
    inClient(house.database, house.clientId, async (tx) => {
      const [account] = await tx.sql<{ id: Uuid }>(`select account_id as id from account where external_account_ref = 'K-1'`, []);
      const payload = { communicationId: uuidv7(), bundleName: 'second-reminder', link: 0, first: true };
      await appendEvents(tx, [{ messageType: 'linkClicked', accountId: account!.id, externalClaimRef: 'R-1', payload }]);
      return account!.id;
    });
  const account = `${house.url}/${house.clientId}/account/${await event()}`;
  await page.goto(account);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reactions', exact: true }).click();
  await page.getByText('No reactions yet').waitFor();
  await page.getByRole('button', { name: 'New reaction' }).first().click();
  await drawer().getByRole('textbox', { name: 'Name' }).fill('Only small claims');
  await choose('Event', 'Clicked the link in “…”');
  await choose('Add step', 'Run code');
  await drawer().getByText('If the code returns no or fails, the reaction stops for that claim.').waitFor();
  await drawer().getByRole('textbox', { name: 'Code' }).fill('return claim.balance < 5000;');
  await drawer().getByRole('textbox', { name: 'Try on claim' }).fill('R-1');
  await drawer().getByRole('button', { name: 'Run', exact: true }).click();
  await drawer().getByText('No', { exact: true }).waitFor();
  await choose('Add step', 'Create task');
  await drawer().getByRole('combobox', { name: 'Topic', exact: true }).click();
  await page.getByRole('option').first().click();
  await choose('Add step', 'Fire trigger');
  await choose('Trigger', 'hearing');
  await drawer().getByRole('button', { name: 'Save' }).click();
  await drawer().getByText('This field is required').waitFor();
  await drawer().getByRole('textbox', { name: 'court' }).fill('Hamburg');
  await drawer().getByRole('button', { name: 'Save' }).click();
  await expect.poll(names).toEqual(['Only small claims']);
  await event();
  const ended = () =>
    inClient(house.database, house.clientId, (tx) =>
      tx.sql(`select 1 from event where message_type = 'reactionFired' and payload ->> 'displayName' = 'Only small claims'`, []),
    );
  await expect.poll(ended, { timeout: 60_000 }).toHaveLength(1);
  await page.getByRole('link', { name: 'Greta Weber' }).click();
  const fired = page.getByRole('listitem').filter({ hasText: 'Reaction “Only small claims” fired' });
  await fired.getByText('Run code: The code returned no').waitFor();
  await page.getByText('from reaction Look into a click').first().waitFor();
  await fired.getByRole('link', { name: 'Open reaction' }).click();
  await expect.poll(() => drawer().getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Only small claims');
  expect(wrong).toEqual([]);
});
