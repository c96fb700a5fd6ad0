/** Fields above the lists: no typed letter is lost, and no shortcut of a list acts while one has the focus. */
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
      const accounts = await addSampleAccounts(
        tx,
        ['L-1', 'L-2'].map((ref) => ({
          ref,
          first: 'Hannah',
          last: 'Brandt',
          claims: [{ ref: `${ref}-1`, balance: 10_000, due: '2026-01-01', product: 'Gas' }],
        })),
      );
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

const LISTS = [
  'account/manage',
  'account/claim-overview',
  'account/tasks',
  'strategy/strategy-builder-new',
  'content/email-builder',
  'configuration/user/list',
];
/** Those whose rows can be selected. */
const SELECTED = ['account/manage', 'account/claim-overview', 'account/tasks'];

const open = (path: string) => page.goto(`${house.url}/${house.clientId}/${path}`);
const field = () => page.getByRole('searchbox');

/** Types one more letter at the moment a search goes to the address: as somebody does who goes on while the page is still busy. */
const typeMeanwhile = (more: string) =>
  page.evaluate((letters) => {
    const rest = [...letters];
    const replace = history.replaceState;
    history.replaceState = (...given) => {
      replace.apply(history, given);
      const input = document.querySelector<HTMLInputElement>('input[type="search"]');
      const letter = rest.shift();
      if (!input || letter === undefined) return;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, input.value + letter);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
  }, more);

it.each(LISTS)('%s keeps every letter that is typed while the address changes', async (path) => {
  await open(path);
  await field().waitFor();
  await typeMeanwhile('ndt');
  // At once: on a busy machine the address would change between two keys, and the rest would come into their midst.
  await field().fill('Bra');
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('Brandt');
  await expect.poll(() => field().inputValue()).toBe('Brandt');
});

it('shows what the address holds after it changed by itself', async () => {
  await open('account/manage?search=Brandt');
  await expect.poll(() => field().inputValue()).toBe('Brandt');
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Accounts', { exact: true }).click();
  await expect.poll(() => field().inputValue()).toBe('');
});

it.each(SELECTED)('%s leaves every key to the field that has the focus', async (path) => {
  await open(path);
  const rows = page.getByRole('grid').locator('tbody tr');
  await rows.first().waitFor();
  await field().fill('xjk');
  await field().press('Control+a');
  for (const key of ['x', 'j', 'k', 'Shift+X', 'ArrowDown', 'r']) await field().press(key);
  await expect.poll(() => field().inputValue()).toBe('xjkXr');
  await expect.poll(() => page.locator('tr[aria-selected="true"], tr[data-active]').count()).toBe(0);
  await field().fill('');
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(null);
  await rows.first().waitFor();
  // Outside of fields the list still takes them, and Escape in the field does not undo that.
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await expect.poll(() => page.locator('tr[aria-selected="true"]').count()).toBe(await rows.count());
  await field().focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Escape');
  expect(await page.locator('tr[aria-selected="true"]').count()).toBe(await rows.count());
});

it('a filter says beside the field what it cannot read, and takes amounts in either way of writing', async () => {
  await open('account/manage');
  const dialog = page.getByRole('dialog');
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const asked = (name: string) => new URL(page.url()).searchParams.get(name);
  await choose('Amount');
  await dialog.getByLabel('From').fill('abc');
  await dialog.getByLabel('To').fill('5000');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText(/1,284\.60/).waitFor();
  await expect.poll(() => dialog.getByLabel('From').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(asked('amount')).toBe(null);
  await dialog.getByLabel('From').fill('1.000,50');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => asked('amount')).toBe('1000.50..5000.00');
  await choose('Days past due');
  await dialog.getByLabel('From').fill('abc');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText(/whole number/).waitFor();
  expect(asked('pastDue')).toBe(null);
});

it('an address that holds no range says so on its chip, narrows nothing down, and its form asks for what is wrong', async () => {
  const dialog = page.getByRole('dialog');
  const chip = (name: string, fault: RegExp) => page.getByRole('search').getByRole('button', { name }).filter({ hasText: fault });
  for (const [address, name, fault] of [
    ['account/manage?amount=abc', 'Amount', /abc.*1,284\.60/],
    ['account/manage?pastDue=about+7..', 'Days past due', /about 7.*whole number/],
    ['account/manage?created=2026-13-40..', 'Created', /2026-13-40.*valid date/],
    ['account/claim-overview?amount=900..100', 'Amount', /900\.\.100.*must not be above/],
    ['account/tasks?due=2026-05-02..2026-05-01', 'Due', /must not be above/],
    ['account/communication-center?when=soon..', 'Date', /soon.*valid date/],
    ['configuration/user-audit?range=2026-05-02..2026-05-01', 'Time', /must not be above/],
    ['configuration/user-audit?range=soon..', 'Time', /soon.*valid date/],
  ] as const) {
    await open(address);
    await chip(name, fault).waitFor();
  }
  await open('account/manage?amount=abc');
  await page.getByRole('grid').locator('tbody tr').nth(1).waitFor();
  await chip('Amount', /abc/).click();
  await dialog.getByText(/1,284\.60/).waitFor();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => dialog.getByLabel('From').evaluate((field) => field === document.activeElement)).toBe(true);
  await dialog.getByLabel('From').fill('900');
  await dialog.getByLabel('To').fill('about 7');
  await dialog.getByText(/1,284\.60/).waitFor();
  await dialog.getByLabel('To').fill('100');
  await dialog.getByText(/must not be above/).waitFor();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  expect(new URL(page.url()).searchParams.get('amount')).toBe('abc');
  await dialog.getByLabel('From').fill('50');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('amount')).toBe('50.00..100.00');
  await expect.poll(() => page.locator('[data-wrong]').count()).toBe(0);
});

it('a day that a report cannot be asked with stays in its field, which says why', async () => {
  await open('dashboard/reports?tab=performance&from=2026-02-03');
  const filters = page.getByRole('search');
  const [from, to] = [filters.getByLabel('From', { exact: true }), filters.getByLabel('To', { exact: true })];
  const asked = (name: string) => new URL(page.url()).searchParams.get(name);
  for (const [field, text, fault] of [
    [from, 'abc', /Enter a date as/],
    [to, '2099-01-01', /valid date/],
    [to, '2026-02-01', /must not be above/],
  ] as const) {
    await field.fill(text);
    await field.blur();
    await filters.getByText(fault).waitFor();
    await expect.poll(() => field.inputValue()).toBe(text);
    expect([asked('from'), asked('to')]).toEqual(['2026-02-03', null]);
  }
  await to.fill('2026-02-28');
  await to.blur();
  await expect.poll(() => asked('to')).toBe('2026-02-28');
  await expect.poll(() => filters.getByText(/must not be above/).count()).toBe(0);
});
