/** Which strategy leads to which, where a template is used, and who gets accounts, as the people see it who change strategies. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import type { TreeStep } from '../engine/graph/tree.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addBundle } from '../server/services/cms/cms.testing.ts';
import { saveBlueprint } from '../server/services/strategy/strategy.blueprint.logic.ts';
import { axeOn } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { call } from './people.ts';
import { setFlags, visit } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let seriousIn: ReturnType<typeof axeOn>;

const save = (displayName: string, steps: TreeStep[], categories: string[] = []): Promise<Uuid> =>
  inClient(
    house.database,
    house.clientId,
    async (tx) => (await saveBlueprint(tx, { id: 'new', displayName, categories, steps: JSON.stringify(steps) })).blueprint!.id,
  );
const end: TreeStep = { id: 'end', stepType: 'expired', stepState: {} };

beforeAll(async () => {
  house = await openWholeHouse();
  await setFlags(house, { ACCOUNT_REACTION_EVENTS: true });
  await inClient(house.database, house.clientId, async (tx) => {
    for (const name of ['friendly', 'formal']) await addBundle(tx, name, { source: 'Hello' });
  });
  const legal = await save(
    'Legal',
    [{ id: 'give', stepType: 'assignAccount', stepState: { userId: null, description: 'To the lawyer' }, down: 'end' }, end],
    ['Late'],
  );
  await save('Reminders', [
    { id: 'mail', stepType: 'sendEmail', stepState: { bundleName: 'friendly' }, down: 'wait' },
    { id: 'wait', stepType: 'delay', stepState: { days: 14 }, down: 'go' },
    { id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId: legal, description: 'Nothing helped' } },
  ]);
  await save('On its own', [end]);
  await call(
    house,
    'reactions',
    'mutation ($clientId: ID!, $reaction: ReactionInput!) { addReaction(clientId: $clientId, reaction: $reaction) { reactionId } }',
    {
      clientId: house.clientId,
      reaction: {
        displayName: 'Plan broken',
        messageType: 'instalmentsPlanBroken',
        reactions: [
          { id: 'start', type: 'replaceRun', parameters: JSON.stringify({ blueprintId: legal }) },
          { id: 'mail', type: 'sendEmail', parameters: JSON.stringify({ bundleName: 'friendly' }) },
        ],
      },
    },
  );
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  seriousIn = axeOn(page);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const at = (route: string) => `${house.url}/${house.clientId}/${route}`;
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const panel = () => page.getByRole('complementary');

it('draws which strategy leads to which, walks along by keyboard, and tells of the steps', async () => {
  await house.signIn(page);
  await visit(page, at('strategy/strategy-builder-new'));
  await page.getByRole('link', { name: 'Strategy flow' }).last().click();
  await button(/^Reminders/).click();
  await panel().getByRole('link', { name: 'Switch strategy (Nothing helped)' }).waitFor();
  await page.getByText('Switch: Nothing helped').waitFor();
  expect(await seriousIn()).toEqual([]);
  await button(/^Reminders/).press('ArrowRight');
  await panel().getByRole('heading', { name: 'Legal' }).waitFor();
  await expect.poll(() => button(/^Legal/).evaluate((element) => element === document.activeElement)).toBe(true);
  await panel().getByRole('button', { name: 'Plan broken' }).waitFor();
  await page.getByText('Not linked to other strategies').waitFor();

  await panel().getByRole('link', { name: 'Switch strategy (Nothing helped)' }).click();
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Nothing helped');
  await page.goBack();

  await page.getByRole('button', { name: 'Late', exact: true }).click();
  await button(/^On its own/).waitFor({ state: 'detached' });
  await page.getByText('List', { exact: true }).click();
  const line = page.getByRole('row', { name: /Legal/ });
  await line.getByText('Reminders, Plan broken').waitFor();
});

it('finds where a template is used and puts another in its place everywhere', async () => {
  await visit(page, at('content/email-builder'));
  await button('Actions for friendly').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/still send this message|still use this/).waitFor();
  await button('Where is it used?').click();
  const drawer = page.getByRole('dialog', { name: 'Where used' });
  await drawer.getByRole('link', { name: 'Reminders' }).waitFor();
  await drawer.getByRole('link', { name: 'Plan broken' }).waitFor();
  await drawer.getByLabel('Replace with').first().click();
  await page.getByRole('option', { name: 'formal' }).click();
  await button('Replace in 2 places').click();
  await page
    .getByRole('dialog', { name: /Replace “friendly”/ })
    .getByRole('button', { name: 'Replace in 2 places' })
    .click();
  await page.getByText('Replaced in 2 places').waitFor();
  await expect.poll(() => drawer.getByLabel('Email template').first().inputValue()).toBe('formal');
  await drawer.getByRole('link', { name: 'Reminders' }).waitFor();
});

it('changes who gets accounts, and asks before changes are lost', async () => {
  await visit(page, at('strategy/strategy-builder-new'));
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Who gets accounts' }).click();
  await page.getByLabel('Legal: To the lawyer').first().click();
  await page.getByRole('option', { name: 'Ada Petersen' }).click();
  await page.getByText('Unsaved').waitFor();
  await button('Cancel').click();
  await page.getByText('Leave without saving?').waitFor();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await button('Save 1 change').click();
  await page.getByText('1 assignment saved').waitFor();
});
