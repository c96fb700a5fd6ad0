/** A strategy in a browser: built on the canvas, saved twice, given to all accounts of a search, and told on a claim's page. */
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { setMetadataSchema } from '../server/services/account/metadata/metadata.logic.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
const wrong: string[] = [];
/** How wide the step panel was made, in px. */
let chosenWidth = 0;

beforeAll(async () => {
  house = await openWholeHouse();
  await inClient(house.database, house.clientId, async (tx) => {
    const contentTemplates = [{ locale: 'en_US', subject: 'Reminder', format: 'text' as const, content: 'Please pay {{ claim.balance }}' }];
    const tariff = { type: 'string', title: 'Tariff plan' };
    await setMetadataSchema(tx, 'claim', { properties: { tariff }, order: ['tariff'] }, null, house.userId, []);
    await saveBundle(tx, { fileName: 'reminder', displayName: 'Reminder', contentTemplateType: 'email', contentTemplates }, 'Ada');
    await addSampleAccounts(tx, [
      {
        ref: 'B-1',
        first: 'Hannah',
        last: 'Brandt',
        email: 'h@post.example',
        claims: [{ ref: 'LARGE', balance: 30_000, due: '2026-01-01' }],
      },
      { ref: 'B-2', first: 'Jonas', last: 'Brandt', email: 'j@post.example', claims: [{ ref: 'SMALL', balance: 900, due: '2026-01-01' }] },
      { ref: 'O-1', first: 'Zoë', last: 'Ohm', email: 'z@post.example', claims: [{ ref: 'OTHER', balance: 30_000, due: '2026-01-01' }] },
    ]);
  });
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (entry) => void (/Content.Security.Policy/i.test(entry.text()) && wrong.push(entry.text())));
  await house.signIn(page);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const at = (path: string) => page.goto(`${house.url}/${house.clientId}/${path}`);
const card = (title: string) => page.locator('.react-flow__node-card', { hasText: title });
const panel = () => page.locator('aside').last();
const panelWidth = async () => (await page.getByRole('separator', { name: 'Panel width' }).locator('..').boundingBox())?.width;
/** The panel stands beside the canvas, takes less than half of their room, and the chosen step is in view. */
async function keepsTheCanvas(screen: number) {
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
  await expect
    .poll(async () => {
      const [canvas, chosen, beside] = [await box('.react-flow'), await box('[data-selected]'), await panel().boundingBox()];
      return {
        reaches: Math.round(beside!.x + beside!.width),
        beside: beside!.x >= canvas.x + canvas.width,
        isLess: beside!.width < canvas.width,
        inView: chosen.x >= canvas.x && chosen.x + chosen.width <= canvas.x + canvas.width,
      };
    })
    .toEqual({ reaches: screen, beside: true, isLess: true, inView: true });
}
/** Clicks a step of the palette: it goes below the selected one. */
const put = (name: string) => page.locator('[data-palette]').getByRole('button', { name, exact: true }).click();
const runs = () =>
  inClient(house.database, house.clientId, (tx) =>
    tx.sql<{ ref: string; version: number; status: string }>(
      'select external_claim_ref as ref, version, status from strategy_run where client_id = $1 order by 1',
      [tx.clientId],
    ),
  );

const isOver = () =>
  inClient(house.database, house.clientId, (tx) =>
    tx.sql<{ over: boolean }>('select finished_at is not null as over from bulk_action where client_id = $1', [tx.clientId]),
  );

it('begins with an example, which a client without a strategy is offered', async () => {
  await at('strategy/strategy-builder-new');
  await page.getByText('No strategies yet').waitFor();
  await page.getByRole('button', { name: 'Start from an example' }).last().click();
  const starter = page.getByRole('listitem').filter({ hasText: 'Late stage: formal notice' });
  await starter.getByText('11 steps · about 31 days').waitFor();
  await starter.getByText('Text message').waitFor();
  await expect.poll(() => starter.locator('img').count()).toBe(1);
  await starter.getByRole('button', { name: 'Use this example' }).click();
  await page.waitForURL(/strategy-builder-new\/[0-9a-f-]{36}$/);
  await page.getByText('Live · v1').waitFor();
  await card('Formal notice').first().waitFor();
  expect(await runs()).toEqual([]);
});

it('is built with a condition, a wait and an e-mail, and is refused while something is missing', async () => {
  await at('strategy/strategy-builder-new');
  await page.getByRole('button', { name: 'New strategy' }).first().click();
  await page.getByLabel('Name').fill('Large claims');
  await page.getByText('This name is available').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Add your first step').waitFor();

  await put('If condition');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel('Value', { exact: true }).fill('250');
  // Fields go by their names, those of the client's files too, are found by typing, and say what they mean.
  for (const [typed, field] of [
    ['tarif', 'Tariff plan The client’s own field “tariff” of the claim'],
    ['past due', 'Days past due Days since the claim fell due; negative before the due date'],
  ] as const) {
    await panel().getByLabel('Variable', { exact: true }).fill(typed);
    await page.getByRole('option', { name: field, exact: true }).waitFor();
    await page.keyboard.press('Escape');
  }
  // The expression starts with what the form says; what is wrong in it is told with its place, and the way back stays open.
  const expression = panel().getByRole('textbox', { name: 'Expression', exact: true });
  await panel().getByText('Expression', { exact: true }).click();
  await expect.poll(() => expression.inputValue()).toBe('claimBalance > money("250", currency)');
  await expression.fill('balnce > money(250, currency)');
  await page.getByText('There is no field “balnce”. Did you mean “claimBalance”? (line 1, column 1)').waitFor();
  await page.getByText('no equivalent in the easy form').waitFor();
  await expression.fill('claimBalance > money(250, currency)');
  await expression.press('ArrowLeft');
  await panel().getByText('currency: Currency of the claim as a three-letter code, such as EUR').waitFor();
  await panel().getByText('True for that percentage of claims, always the same ones').waitFor();
  await panel().getByText('Easy', { exact: true }).click();
  await expect.poll(() => page.getByLabel('Value', { exact: true }).inputValue()).toBe('250');
  // Escape closes the drop-down alone, and the panel only when nothing inside it is open.
  await panel().getByLabel('Operation', { exact: true }).click();
  await page.getByRole('option', { name: 'is between' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: 'is between' }).waitFor({ state: 'hidden' });
  await keepsTheCanvas(1440);
  await page.setViewportSize({ width: 1280, height: 800 });
  await keepsTheCanvas(1280);
  await page.setViewportSize({ width: 1440, height: 900 });
  await keepsTheCanvas(1440);
  chosenWidth = (await panelWidth())! + 24;
  await page.getByRole('separator', { name: 'Panel width' }).press('ArrowLeft');
  await expect.poll(panelWidth).toBe(chosenWidth);
  await page.keyboard.press('Escape');
  await page.getByRole('separator', { name: 'Panel width' }).waitFor({ state: 'hidden' });
  await put('Delay');
  await panel().getByLabel('Days', { exact: true }).fill('7');
  await page.keyboard.press('Escape');
  await put('Send email');
  await page.keyboard.press('Control+s');
  await page.getByText(/to save\./).waitFor();
  await page.locator('aside').getByLabel('Template', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Reminder' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('Live · v1').waitFor();
  await page.waitForURL(/strategy-builder-new\/[0-9a-f-]{36}$/);
});

it('becomes version 2 when it is changed and saved', async () => {
  await page.reload();
  await card('Wait 7 days').click();
  await panel().getByLabel('Days', { exact: true }).waitFor();
  expect(await panelWidth()).toBe(chosenWidth);
  await panel().getByLabel('Days', { exact: true }).fill('9');
  await page.getByText('1 unsaved change').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Live · v2').waitFor();
  await card('Wait 9 days').waitFor();
  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Restore' }).waitFor();
  await page.keyboard.press('Escape');
  await at('strategy/strategy-builder-new');
  await page.locator('tr', { hasText: 'Large claims' }).locator('img').waitFor();
});

it('is given to all accounts of a search, and no others', async () => {
  await at('account/manage?search=brandt');
  await page.getByText('Hannah Brandt').first().waitFor();
  // The list is read again before the action has done anything, and the action is first heard of when it is over: it is told all the same.
  const over = Promise.withResolvers<void>();
  const asks = (request: Request, operation: string) => request.postData()?.includes(operation) === true;
  const answered = (operation: string) => page.waitForResponse((each) => asks(each.request(), operation));
  const [before] = await Promise.all([answered('searchAccounts'), answered('listBulkActions'), page.reload()]);
  const body = await before.text();
  let early = true;
  await page.route('**/*', async (route) => {
    if (early && asks(route.request(), 'searchAccounts')) return route.fulfill({ body, contentType: 'application/json' });
    if (asks(route.request(), 'listBulkActions')) await over.promise;
    return route.continue();
  });
  await page.getByText('Hannah Brandt').first().waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Assign strategy' }).click();
  await page.getByRole('dialog').getByText('Assign a strategy to 2 accounts').waitFor();
  await page.getByRole('combobox', { name: 'Strategy' }).click();
  await page.getByRole('option', { name: 'Large claims' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign strategy' }).click();
  await expect.poll(runs).toEqual([
    { ref: 'LARGE', version: 2, status: 'waiting' },
    { ref: 'SMALL', version: 2, status: 'completed' },
  ]);
  await expect.poll(isOver).toEqual([{ over: true }]);
  early = false;
  over.resolve();
  await page.getByText('2 accounts done').first().waitFor();
  await page.locator('tr', { hasText: 'Hannah Brandt' }).getByText('Large claims').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

it('tells on the claim where it stands, what comes next, and why it took its branch', async () => {
  await at('account/claim/LARGE');
  await page.getByTitle('Open strategy').waitFor();
  for (const text of ['Delay', 'Send email', 'If condition']) await page.getByText(text, { exact: true }).first().waitFor();
  await page
    .getByText(/Waits until/)
    .first()
    .waitFor();
  await page
    .getByText(/”: yes, it is/)
    .first()
    .waitFor();
  await at('account/claim/SMALL');
  await page
    .getByText(/”: no, it is/)
    .first()
    .waitFor();
  expect(wrong).toEqual([]);
});

it('keeps comments at a step, answered and resolved, without anything to save', async () => {
  await at('strategy/strategy-builder-new');
  await page.locator('tr', { hasText: 'Large claims' }).getByText('Large claims').click();
  await card('Wait 9 days').click();
  await panel().getByRole('textbox', { name: 'New comment' }).fill('Why nine days?');
  await page.keyboard.press('Control+Enter');
  const thread = panel().getByRole('article');
  await thread.getByText('Why nine days?').waitFor();
  await card('Wait 9 days').getByTitle('1 open comment').waitFor();
  await thread.getByRole('button', { name: 'Reply' }).click();
  await page.keyboard.type('The bank needs eight.');
  await page.keyboard.press('Control+Enter');
  await thread.getByText('The bank needs eight.').waitFor();
  await page.reload();
  await card('Wait 9 days').getByTitle('1 open comment').waitFor();
  await card('Wait 9 days').click();
  await thread.getByRole('button', { name: 'Resolve' }).click();
  await panel().getByText('1 resolved comment').click();
  await thread.getByText('Resolved by Ada Petersen').waitFor();
  await card('Wait 9 days').getByTitle('1 open comment').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByText('unsaved').count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
});

it('selects several steps, and copies, duplicates and deletes them together', async () => {
  const selected = (count: number) => page.getByRole('heading', { name: `${count} steps selected` }).waitFor();
  const titles = () => page.locator('.react-flow__node-card').count();
  const titleOf = (label: string | null | undefined) => label?.split('. ')[0] ?? null;
  /** What the cards themselves say: which ones are selected, from the top down, and where the keyboard is. */
  const marked = async () => {
    const labels = await page
      .locator('.react-flow__node-card [aria-pressed=true]')
      .evaluateAll((cards) => cards.map((one) => one.ariaLabel));
    return { selected: labels.map(titleOf), focus: titleOf(await page.evaluate(() => document.activeElement?.ariaLabel)) };
  };
  await page.keyboard.press('Escape');
  await card('If condition').click({ modifiers: ['Control'] });
  await selected(2);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: '2 steps selected' }).waitFor({ state: 'hidden' });
  // By keyboard from the step on, and back again.
  await card('Wait 9 days').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowDown');
  await selected(2);
  await expect.poll(marked).toEqual({ selected: ['Wait 9 days', 'Send email'], focus: 'Send email' });
  await page.keyboard.press('Control+d');
  await expect.poll(titles).toBe(5);
  await selected(2);
  // What an undo takes away is not selected any more; the next key begins at the top.
  await page.keyboard.press('Control+z');
  await expect.poll(titles).toBe(3);
  await expect.poll(marked).toEqual({ selected: [], focus: null });
  await page.keyboard.press('ArrowDown');
  await expect.poll(marked).toEqual({ selected: ['If condition'], focus: 'If condition' });
  // A card that a key has taken up says so until it is put down.
  await page.keyboard.press('m');
  await expect.poll(() => page.locator('[data-carried]').getAttribute('aria-label')).toMatch(/^If condition/);
  await page.keyboard.press('Escape');
  await page.locator('[data-carried]').waitFor({ state: 'detached' });
  // A frame around the last two, drawn on the ground.
  const [wait, mail] = [(await card('Wait 9 days').boundingBox())!, (await card('Send email').boundingBox())!];
  await page.keyboard.down('Shift');
  await page.mouse.move(wait.x - 20, wait.y + 5);
  await page.mouse.down();
  await page.mouse.move(mail.x + mail.width / 2, mail.y + 5, { steps: 4 });
  await expect.poll(async () => (await marked()).selected).toEqual(['Wait 9 days', 'Send email']);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await selected(2);
  // The ground moves under a hand as one picture, and is drawn anew where it comes to rest.
  const picture = () =>
    page
      .locator('.react-flow__viewport')
      .evaluate((own) => ({ hint: getComputedStyle(own).willChange, at: new DOMMatrix(own.style.transform).m42 }));
  await page.mouse.move(wait.x - 20, wait.y + 5);
  await page.mouse.down();
  const before = await picture();
  await page.mouse.move(wait.x - 20, wait.y + 45, { steps: 4 });
  await expect.poll(picture).toEqual({ hint: 'transform', at: expect.closeTo(before.at + 40, 0) });
  await page.mouse.up();
  await expect.poll(picture).toEqual({ hint: 'auto', at: expect.closeTo(before.at + 40, 0) });
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('status').getByText('2 steps copied').first().waitFor();
  await page.keyboard.press('Control+a');
  await selected(3);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Add your first step').waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(titles).toBe(3);
  await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
  await page.keyboard.press('Escape');
});

it('runs code on a claim with what it answers or where it fails, finds a step, and copies a branch', async () => {
  await at('strategy/strategy-builder-new/new?skipPreparation=true');
  await put('Run code');
  await page.locator('.cm-content').click();
  await page.keyboard.type('const high = claim.balance > 1;\nreturn { result: high, values: { tier: "A" } };');
  await page.getByLabel('Try on claim').fill('LARGE');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await panel().getByText('strategy.tier').waitFor();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nmissing bracket (');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await panel()
    .getByText(/^Line 3: SyntaxError/)
    .waitFor();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await card('Run code').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+c');
  await page.getByRole('status').getByText('1 step copied').first().waitFor();
  await page.keyboard.press('Control+v');
  await expect.poll(() => card('Run code').count()).toBe(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find in strategy' }).fill('run code');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText('2 / 2', { exact: true }).waitFor();
  // Nothing of this is kept: whoever leaves is asked.
  page.once('dialog', (dialog) => void dialog.accept());
  await at('strategy/strategy-builder-new');
});
