/** Partners in a real browser: added, found, changed, agreed with, and billed. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { localDate } from '../core/zone.ts';
import { now } from '../server/platform/clock.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
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
});

it('shares claims among partners by a rule that is whole', async () => {
  await page.getByRole('button', { name: 'Allocation rules' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add rule' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Everything');
  await drawer.getByRole('combobox', { name: 'Partner' }).click();
  await page.getByRole('option', { name: 'Nordstern Inkasso' }).click();
  await drawer.getByRole('textbox', { name: 'Share' }).fill('60');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('The shares must add up to 100 percent').first().waitFor();
  await drawer.getByRole('textbox', { name: 'Share' }).fill('100');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await toast('“Everything” saved');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
});

it('agrees on a commission, with a worked example of it', async () => {
  await row('Nordstern Inkasso').click();
  await page.getByRole('tab', { name: 'Commission' }).click();
  await page.getByRole('button', { name: 'Add agreement' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Valid from' }).fill('01/01/2026');
  await drawer.getByRole('textbox', { name: 'VAT rate' }).fill('19');
  await drawer.getByText('€100.00 paid on a claim 200 days past due → €25.00 + VAT €4.75').waitFor();
  await drawer.getByRole('textbox', { name: 'To day' }).fill('90');
  await drawer.getByText('No rule fits').waitFor();
  await drawer.getByRole('button', { name: 'Add rule' }).click();
  await drawer.getByText('Rule 2: 25%').waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await toast('Agreement from Jan 1, 2026 saved');
  await page.getByText('In force').waitFor();
});

it('shows what was paid on its claims, and closes a statement of it that comes down as PDF', async () => {
  await give();
  await open('asset/transactions');
  await row('Nordstern Inkasso').getByText('Rule 1: 25%').waitFor();
  await page.getByRole('button', { name: 'Close statement' }).click();
  await page.getByRole('dialog').getByText('€29.75').last().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close statement' }).click();
  await toast('Statement P-000001 closed');
  const download = page.waitForEvent('download');
  await row('P-000001').click();
  expect((await download).suggestedFilename()).toBe('P-000001.pdf');
  await page.getByText('Entries', { exact: true }).first().click();
  await row('Nordstern Inkasso').getByText('P-000001').waitFor();
});

it('says what still gives it claims, then takes back what it has and deletes it in one go', async () => {
  await open('asset/partners');
  await row('Nordstern Inkasso').click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Delete partner' }).click();
  await dialog.getByText('Nordstern Inkasso can’t be deleted while something gives it claims').waitFor();
  await dialog.getByRole('link', { name: 'Everything' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete “Everything”?' }).getByRole('button', { name: 'Delete' }).click();
  await toast('“Everything” deleted');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await row('Nordstern Inkasso').click();
  await page.getByRole('button', { name: 'Delete partner' }).click();
  await dialog.getByText('1 claim is with it. It comes back to you').waitFor();
  await dialog.getByRole('button', { name: 'Recall 1 claim and delete' }).click();
  await toast('Nordstern Inkasso deleted');
  await page.getByText('No partners yet').waitFor();
  expect(wrong).toEqual([]);
});

/** Gives a claim to the partner, on which 100 is paid. */
const give = () =>
  inClient(house.database, house.clientId, async (tx) => {
    const accounts = await addSampleAccounts(tx, [
      {
        ref: 'P-1',
        first: 'Hannah',
        last: 'Brandt',
        claims: [{ ref: 'P-1-1', balance: 20_000, due: '2026-10-01', product: 'Electricity' }],
      },
    ]);
    const accountId = accounts.get('P-1')!;
    await tx.sql(
      `insert into claim_assignment (client_id, assignment_id, partner_id, account_id, external_claim_ref, currency, amount, due_date, outsource_method, created_at, updated_at)
       select $1, $2, partner_id, $3, 'P-1-1', 'EUR', 20000, current_date - 30, 'manual', now() - interval '1 hour', now() from partner where client_id = $1`,
      [tx.clientId, uuidv7(), accountId],
    );
    const valueDate = localDate(now(), 'Europe/Berlin');
    const entry = {
      accountId,
      externalClaimRef: 'P-1-1',
      kind: 'payment' as const,
      amount: -10_000n,
      currency: 'EUR',
      valueDate,
      key: 'paid',
    };
    await book(tx, [entry]);
  });
