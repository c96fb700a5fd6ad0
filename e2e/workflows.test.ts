/** A workflow from its blueprint to its outcome, as the people see it who build it, work on it and approve it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, type Person, signInAs } from './people.ts';
import { visit } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let agent: Person;
let accountId: Uuid;

beforeAll(async () => {
  house = await openWholeHouse();
  agent = await addPerson(house, 'Ben Vogt', { [house.clientId]: 'AGENT' });
  accountId = await inClient(house.database, house.clientId, async (tx) => {
    const claims = [{ ref: 'R-1', balance: 12_000, due: '2026-01-01' }];
    return (await addSampleAccounts(tx, [{ ref: 'K-1', first: 'Greta', last: 'Weber', email: 'greta@post.example', claims }])).get('K-1')!;
  });
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' })).newPage();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const at = (route: string) => `${house.url}/${house.clientId}/${route}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const card = (text: string) => page.getByRole('button', { name: text });

async function addStep(phase: number, type: string, description: string): Promise<void> {
  await page.getByRole('button', { name: 'Add step' }).nth(phase).click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
  await page.getByLabel('What needs to be done').fill(description);
}

it('is built with cards, saved, and built on after a reload without losing a word', async () => {
  await house.signIn(page);
  await visit(page, at('configuration/workflows/list'));
  await button('New workflow').first().click();
  await page.getByLabel('Name *', { exact: true }).fill('Hardship');
  await addStep(0, 'Task', 'Talk to the debtor');
  await button('Add phase').click();
  await addStep(1, 'Task', 'Propose a plan');
  await addStep(1, 'Approval', 'Approve the plan');
  // An approval begins after the work that it is of.
  await expect.poll(() => page.getByLabel('Begins after the step before').isChecked()).toBe(true);
  // The board has all the room again once the step is left.
  await page.keyboard.press('Escape');
  await page.getByText('Choose a step to edit it.').waitFor();
  await expect.poll(() => page.getByLabel('Begins after the step before').count()).toBe(0);
  await page.keyboard.press('Control+s');
  await page.getByText('Workflow “Hardship” created').first().waitFor();
  await page.getByRole('heading', { name: 'Hardship' }).waitFor();

  await addStep(0, 'Message', 'Confirm the request');
  await page.getByRole('button', { name: '1 thing missing' }).waitFor();
  await expect.poll(() => button('Save').isDisabled()).toBe(true);
  await page.reload();
  await page.getByText('Incomplete').waitFor();
  await card('Confirm the request').click();
  await button('Remove step').click();
  // Alt with an arrow moves a step as dragging does.
  await card('Talk to the debtor').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await card('Talk to the debtor').focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByText('Unsaved').waitFor({ state: 'hidden' });
});

it('leads people through the account: who works, who approves, and how it ended', async () => {
  await signInAs(page, house, agent);
  await visit(page, at(`account/${accountId}`));
  await page.getByRole('button', { name: 'Start', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Hardship' }).click();
  await page.getByText('Workflow “Hardship” started').first().waitFor();
  const workflow = page.getByRole('article').filter({ hasText: 'Started' });
  await workflow.getByRole('button', { name: 'Complete', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Notes').fill('Works part time since May');
  await drawer.getByRole('button', { name: 'Complete', exact: true }).click();
  await page.getByText('“Talk to the debtor” completed').waitFor();
  // The next phase opens by itself.
  await workflow.getByText('Propose a plan').waitFor();
  await workflow.getByRole('button', { name: 'Complete', exact: true }).click();
  await drawer.getByRole('button', { name: 'Complete', exact: true }).click();
  await workflow.getByRole('button', { name: 'Decide', exact: true }).click();
  await drawer.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('You completed the step before. Someone else has to approve it.').waitFor();

  await page.context().clearCookies();
  await house.signIn(page);
  await visit(page, at('account/tasks'));
  await button('Workflow steps').click();
  await drawer.getByText('All', { exact: true }).click();
  await drawer.getByRole('link', { name: 'Approve the plan' }).click();
  await workflow.getByRole('button', { name: 'Decide', exact: true }).click();
  await drawer.getByRole('button', { name: 'Approve', exact: true }).click();
  await workflow.getByRole('button', { name: 'Submit outcome' }).click();
  await drawer.getByLabel('Resolved', { exact: true }).check();
  await drawer.getByRole('button', { name: 'Submit outcome' }).click();
  await page.getByText('Workflow “Hardship” completed').first().waitFor();
  await button('Show 1 ended').click();
  await workflow.getByText('Resolved').waitFor();
});
