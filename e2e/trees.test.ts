/** A decision tree in a browser: built with keys and as a table, checked, tried on claims and on the portfolio, published, edited by two at once. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { saveTree } from '../server/services/decision/decision.logic.ts';
import { findTree, treesByStatus } from '../server/services/decision/decision.read.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { visit } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let treeId = '';
const wrong: string[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
  await inClient(house.database, house.clientId, (tx) =>
    addSampleAccounts(tx, [
      {
        ref: 'B-1',
        first: 'Hannah',
        last: 'Brandt',
        email: 'h@post.example',
        claims: [{ ref: 'LATE', balance: 30_000, due: '2026-01-01' }],
      },
      { ref: 'B-2', first: 'Jonas', last: 'Brandt', email: 'j@post.example', claims: [{ ref: 'EARLY', balance: 900, due: '2999-01-01' }] },
    ]),
  );
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('dialog', (dialog) => void dialog.accept());
  await house.signIn(page);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const inHouse = <T>(run: Parameters<typeof inClient<T>>[2]) => inClient(house.database, house.clientId, run);
const tree = () => page.getByRole('tree', { name: 'Tree' });
const rows = () => tree().getByRole('treeitem');
const field = (name: string) => page.getByLabel(name, { exact: true });
const beside = () => page.locator('[data-panel]');
const side = (name: RegExp) => page.getByRole('radiogroup', { name: 'Side panel' }).getByText(name);
const save = () => page.getByRole('button', { name: 'Save draft' }).click();

it('is built with keys, and what is typed survives a reload', async () => {
  await visit(page, `${house.url}/${house.clientId}/strategy/decision-tree`);
  await page.getByRole('button', { name: 'New decision tree' }).first().click();
  await page.getByRole('main').getByRole('textbox', { name: 'Name' }).fill('Which letter next');
  await tree().focus();
  await page.keyboard.press('n');
  await expect
    .poll(() => rows().allInnerTexts())
    .toEqual([expect.stringContaining('Start'), expect.stringContaining('Days past due is more than 30')]);
  await beside().getByLabel('Outcome').fill('Formal notice');
  await tree().focus();
  await page.keyboard.press('Shift+N');
  await field('Always applies (otherwise)').check();
  await beside().getByLabel('Outcome').fill('Wait');
  await page.reload();
  await page.getByText('Formal notice').waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await save();
  await expect
    .poll(async () => (await inHouse((tx) => treesByStatus(tx, 'draft'))).map(({ name, outcomes }) => [name, outcomes]))
    .toEqual([['Which letter next', ['Formal notice', 'Wait']]]);
  [treeId] = (await inHouse((tx) => treesByStatus(tx, 'draft'))).map(({ id }) => id) as [string];
  await page.waitForURL(`**/tree/${treeId}`);
});

it('is moved by keys and by the pointer, and undone', async () => {
  const order = async () => (await rows().allInnerTexts()).map((text) => /Formal|Wait/.exec(text)?.[0] ?? 'Start');
  await rows().nth(2).click();
  await tree().focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(order).toEqual(['Start', 'Wait', 'Formal']);
  await side(/Check/).click();
  await page.getByText('is never reached').waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(order).toEqual(['Start', 'Formal', 'Wait']);
  await page.getByText('No gaps, overlaps or unreachable branches').waitFor();
  await rows()
    .nth(2)
    .dragTo(rows().nth(1), { targetPosition: { x: 200, y: 3 } });
  await expect.poll(order).toEqual(['Start', 'Wait', 'Formal']);
  await page.keyboard.press('Control+z');
  await expect.poll(order).toEqual(['Start', 'Formal', 'Wait']);
});

it('shows the same as a table, which is edited too', async () => {
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click();
  const table = page.getByRole('table', { name: 'Table' });
  await field('Outcome of row 1').fill('Letter 1');
  await table.getByRole('button', { name: 'is more than 30' }).click();
  await beside().getByRole('textbox', { name: 'Value' }).fill('45');
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('button', { name: 'Add condition on Outstanding balance to row 1' }).click();
  await table.getByRole('button', { name: 'is at least 100.00' }).waitFor();
  await save();
  await expect
    .poll(async () => (await inHouse((tx) => findTree(tx, treeId))).tree.root.children[0])
    .toMatchObject({
      variable: 'daysPastDue',
      value: 45,
      outcome: null,
      children: [{ variable: 'claimBalance', operation: '>=', outcome: 'Letter 1' }],
    });
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Tree').click();
});

it('is tried on one account and on the portfolio', async () => {
  await side(/Test/).click();
  await field('Claim or account reference').fill('B-1');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Decision: Letter 1').waitFor();
  expect(await rows().evaluateAll((all) => all.map((row) => row.hasAttribute('data-lit')))).toEqual([true, true, true, false]);
  await page.getByRole('button', { name: 'Test on the portfolio' }).click();
  await page.getByText('2 of 2 open claims were tested.').waitFor();
  await expect.poll(() => rows().last().innerText()).toContain('1 claim · €9.00');
});

it('goes live with what was found in it, and live versions are followed by drafts', async () => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByText('Found: 1 gap.').waitFor();
  await page.getByRole('button', { name: 'Publish version 1' }).click();
  await page.getByText('Version 1 live').first().waitFor();
  await rows().nth(1).click();
  await beside().getByRole('textbox', { name: 'Name' }).fill('Late');
  await save();
  await page.getByText('Version 2 draft').first().waitFor();
});

it('says that somebody else saved, and loses nothing', async () => {
  await beside().getByRole('textbox', { name: 'Name' }).fill('Very late');
  await inHouse(async (tx) => {
    const { tree: there, revision } = await findTree(tx, treeId);
    await saveTree(tx, {
      id: treeId,
      version: 2,
      revision,
      ...there,
      description: 'Of a colleague',
      root: { ...there.root, name: 'Theirs' },
    });
  });
  await save();
  const note = page.getByRole('alert').filter({ hasText: 'Tree' });
  await note.getByRole('button', { name: /mine/i }).click();
  await save();
  await expect
    .poll(async () => {
      const { description, tree: saved } = await inHouse((tx) => findTree(tx, treeId));
      return [description, saved.root.children[0]?.name];
    })
    .toEqual(['Of a colleague', 'Very late']);
});

it('goes out as DMN and comes back as a tree of its own, which is archived', async () => {
  await page.getByRole('button', { name: 'More actions for Which letter next' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export as DMN' }).click()]);
  expect(file.suggestedFilename()).toBe('Which letter next v2.dmn');
  await visit(page, `${house.url}/${house.clientId}/strategy/decision-tree`);
  await page.getByRole('button', { name: 'Import DMN' }).waitFor();
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'wrong.dmn', mimeType: 'application/xml', buffer: Buffer.from('<definitions/>') });
  await page.getByText('This file isn’t a DMN model').waitFor();
  await input.setInputFiles({ name: 'large.dmn', mimeType: 'application/xml', buffer: Buffer.alloc(6 * 2 ** 20, ' ') });
  await page.getByText('This file is larger than 5 MB').waitFor();
  await input.setInputFiles(await file.path());
  await page.getByText('Days past due is more than 45').waitFor();
  await page.getByRole('button', { name: 'More actions for Which letter next 2' }).click();
  await page.getByRole('menuitem', { name: 'Archive version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive version 1' }).click();
  await page.getByText('Version 1 archived').first().waitFor();
  expect((await inHouse((tx) => treesByStatus(tx, 'archived'))).map(({ name }) => name)).toEqual(['Which letter next 2']);
  expect(wrong).toEqual([]);
});
