/** The place somebody has: Back leads to the row they left, the sidebar is whole on a small screen, and a sum stays on its line. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Actor, inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { createTask } from '../server/services/account/task/task.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { menuOf, openPage, visit } from './shell.ts';

const ACCOUNTS = 230;
let house: WholeHouse;
let browser: Browser;
const opened: BrowserContext[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
  const actor: Actor = { type: 'user', id: house.userId };
  const refs = Array.from({ length: ACCOUNTS }, (_, index) => `P-${String(index).padStart(3, '0')}`);
  await inClient(
    house.database,
    house.clientId,
    async (tx) => {
      await tx.sql(`update client set feature_flags = '{"HOME_PAGE": true, "EMBEDDED_DASHBOARD": true}' where client_id = $1`, [
        house.clientId,
      ]);
      const accounts = await addSampleAccounts(
        tx,
        refs.map((ref, index) => ({
          ref,
          first: 'Hannah',
          last: `Brandt ${ref}`,
          // The largest makes the sums of the home page long.
          claims: [{ ref: `${ref}-1`, balance: index === 0 ? 123_456_789_099 : 10_000 + index, due: '2026-01-01', product: 'Gas' }],
        })),
      );
      for (const ref of refs.slice(0, 45))
        await createTask(tx, { accountId: accounts.get(ref)!, note: `Call ${ref}`, recipientId: house.userId }, house.userId);
    },
    { actor },
  );
  browser = await launchBrowser();
});
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

async function signedIn(width: number, height: number): Promise<Page> {
  const page = await openPage(browser, opened, { viewport: { width, height } });
  await house.signIn(page);
  return page;
}
const open = (page: Page, path: string) => visit(page, `${house.url}/${house.clientId}/${path}`);
const grid = (page: Page) => page.getByRole('grid').first();
const scrolled = (page: Page) => grid(page).evaluate((table) => table.parentElement?.scrollTop ?? -1);
/** The row that stands out, with the walker's mark. */
const activeRow = (page: Page) => grid(page).locator('tr[data-active]');

it.each([
  ['account/manage?sort=account', 'P-215'],
  ['account/claim-overview?sort=claim', 'P-215'],
  ['account/tasks', null],
])('Back leads to the row that was opened in %s, with the pages that were loaded', async (path, wanted) => {
  const page = await signedIn(1280, 800);
  await open(page, path);
  const rows = grid(page).locator('tbody tr');
  await rows.first().waitFor();
  await grid(page).focus();
  if (wanted === null) for (let step = 0; step < 32; step += 1) await page.keyboard.press('j');
  else {
    // To the end of what is loaded, until the row is there.
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End');
          return grid(page).evaluate((table) => Number(table.querySelector('tr[data-active]')?.getAttribute('data-index') ?? -1));
        },
        { timeout: 60_000 },
      )
      .toBe(ACCOUNTS - 1);
    for (let step = 0; step < ACCOUNTS - 1 - 215; step += 1) await page.keyboard.press('k');
    await activeRow(page).filter({ hasText: wanted }).waitFor();
  }
  const words = await activeRow(page).innerText();
  const top = await scrolled(page);
  expect(top).toBeGreaterThan(200);
  const address = page.url();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== address);
  await expect.poll(() => activeRow(page).count()).toBe(0);
  await page.goBack();
  await activeRow(page).waitFor();
  await expect.poll(() => activeRow(page).innerText()).toBe(words);
  expect(Math.abs((await scrolled(page)) - top)).toBeLessThanOrEqual(1);
  // Walking goes on from there.
  await page.keyboard.press('j');
  await expect.poll(() => activeRow(page).innerText()).not.toBe(words);
});

it('the way back above an account leads to its list as it was filtered; a list that is opened anew begins at its top', async () => {
  const page = await signedIn(1280, 800);
  await open(page, 'account/manage?sort=account');
  await grid(page).locator('tbody tr').first().waitFor();
  await grid(page).focus();
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect.poll(() => activeRow(page).count()).toBe(0);
  await page.locator('header nav').getByRole('link', { name: 'Accounts', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=account');
  await grid(page).locator('tbody tr').first().click();
  await page.getByRole('tab', { name: 'Timeline' }).waitFor();
  await menuOf(page).getByText('Accounts', { exact: true }).click();
  await grid(page).locator('tbody tr').first().waitFor();
  expect(await scrolled(page)).toBe(0);
  await expect.poll(() => activeRow(page).count()).toBe(0);
});

it.each([
  [1280, 800],
  [1440, 900],
])('at %i × %i the sidebar shows every entry and its footer whole', async (width, height) => {
  const page = await signedIn(width, height);
  await open(page, 'dashboard/backoffice-homepage');
  const entries = menuOf(page).locator('a, button');
  await menuOf(page).getByText('Configuration', { exact: true }).waitFor();
  const nav = await menuOf(page).boundingBox();
  expect((nav?.y ?? 0) + (nav?.height ?? 0)).toBeLessThanOrEqual(height);
  const beyond = await menuOf(page).evaluate((menu) =>
    [...menu.querySelectorAll('*')]
      .filter((each) => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY === 'auto')
      .map((each) => each.scrollHeight - each.clientHeight),
  );
  expect(beyond).toEqual([]);
  const boxes = await entries.evaluateAll((all) =>
    all.filter((each) => !each.textContent?.includes('Skip')).map((each) => each.getBoundingClientRect().bottom),
  );
  expect(Math.max(...boxes)).toBeLessThanOrEqual(height);
});

it('on a still lower screen the entries scroll and the footer stays', async () => {
  const page = await signedIn(1280, 520);
  await open(page, 'dashboard/backoffice-homepage');
  const last = menuOf(page).getByText('Configuration', { exact: true });
  await last.scrollIntoViewIfNeeded();
  for (const part of [last, menuOf(page).getByRole('button', { name: /Ada Petersen/ })]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(520);
  }
});

it.each([1280, 1440])('a long sum of the home page stays on one line and inside its tile at %i', async (width) => {
  const page = await signedIn(width, 800);
  await open(page, 'dashboard/backoffice-homepage');
  const sum = page.getByText(/^€1,23\d,\d{3},\d{3}\.\d\d$/).first();
  await sum.waitFor();
  const { lines, inside } = await sum.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const tile = element.closest('li')!.getBoundingClientRect();
    const box = range.getBoundingClientRect();
    return {
      lines: new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size,
      inside: box.right <= tile.right && box.left >= tile.left,
    };
  });
  expect({ lines, inside }).toEqual({ lines: 1, inside: true });
});
