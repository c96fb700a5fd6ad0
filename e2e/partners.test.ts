/** Partners in a real browser: added, found, changed, and kept while claims are with them. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { setFlags } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
const wrong: string[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  await setFlags(house, { PARTNERS: true });
  await house.signIn(page);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const open = (path: string) => page.goto(`${house.url}/${house.clientId}/${path}`);
const toast = (text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor();
const row = (text: string) => page.getByRole('row').filter({ hasText: text });

it('adds a partner from an empty list, names what is wrong, and finds it again', async () => {
  await open('asset/partners');
  await page.getByText('No partners yet').waitFor();
  await page.getByRole('button', { name: 'Reject all' }).click();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nordstern Inkasso');
  await page.getByLabel('Email').fill('nordstern');
  await page.getByLabel('City').fill('Kiel');
  await page.getByRole('button', { name: 'Add partner' }).click();
  await page.getByText('This isn’t a valid email address').first().waitFor();
  await page.getByLabel('Email').fill('post@nordstern.example');
  await page.getByLabel('City').press('Control+Enter');
  await toast('Nordstern Inkasso added');
  await page.waitForURL(/asset\/[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'Partners' }).last().click();
  await row('Nordstern Inkasso').getByText('Kiel, Germany').waitFor();
});

it('saves what was changed, with the files to hand over', async () => {
  await row('Nordstern Inkasso').click();
  await page.getByRole('button', { name: 'No files' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('switch', { name: 'Default for skip tracing' }).check({ force: true });
  await page.keyboard.press('Control+s');
  await toast('Nordstern Inkasso saved');
  await page.reload();
  await page.getByRole('button', { name: '1 rule' }).waitFor();
  await open('asset/partners?search=kiel');
  await row('Nordstern Inkasso').getByText('Skip tracing').waitFor();
  expect(wrong).toEqual([]);
});
