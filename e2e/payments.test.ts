/** Where payments are set up: what is said there while debtors find no way to pay or a provider is away, and how amounts are typed. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { words } from '../core/fault.ts';
import { recordHealth } from '../server/platform/outbox/circuit.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { saveBankAccount } from '../server/services/finance/account/account.logic.ts';
import { readFinanceSetting } from '../server/services/finance/ground/setting.logic.ts';
import { saveProviderSetting } from '../server/services/finance/providers/stripe.setting.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { visit } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  // Sandboxes are a way to pay where they are allowed.
  house = await openWholeHouse('live');
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await house.signIn(page);
  await page.getByRole('button', { name: 'Reject all' }).click();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

it('tells that debtors cannot pay, until there is a bank account in the client’s currency', async () => {
  const open = async () => {
    await page.goto(`${house.url}/${house.clientId}/configuration/payments`);
    await page.getByRole('tab', { name: 'Base rates' }).waitFor();
  };
  const notice = page.getByRole('status').filter({ hasText: 'Debtors can’t pay online' });
  await open();
  await notice.getByText('The payment page offers no payment method in EUR.').waitFor();
  await inClient(house.database, house.clientId, (tx) =>
    saveBankAccount(tx, { name: 'Main', holder: 'Nordlicht', iban: 'DE02120300000000202051', preNotificationDays: 5 }),
  );
  await open();
  await expect.poll(() => notice.count()).toBe(0);
});

it.each([
  ['payment.stripe', 'stripe', 'Stripe', ['configuration/payments', 'payments/bank']],
  ['poolUser', 'userPool', 'The user directory', ['configuration/user/list']],
])('tells on the screens concerned that %s is away, until it is back', async (kind, providerName, name, screens) => {
  const learn = (failures: number) =>
    inClient(house.database, house.clientId, (tx) =>
      recordHealth(tx, kind, { failures, reason: 'silent', words: words('serverSlow'), providerName }, 1_000),
    );
  await learn(3);
  await learn(4);
  const notice = page.getByRole('status').filter({ hasText: `${name} is unavailable` });
  for (const screen of screens) {
    await page.goto(`${house.url}/${house.clientId}/${screen}`);
    await notice.getByText('The server didn’t respond in time').waitFor();
  }
  await learn(0);
  await expect.poll(() => notice.count()).toBe(0);
});

it('keeps an amount as it is typed, reads it in other ways of writing, and says beside the field what is none', async () => {
  await page.goto(`${house.url}/${house.clientId}/configuration/payments`);
  await page.getByRole('tab', { name: 'Fees' }).click();
  await page.getByRole('button', { name: 'Add fee' }).click();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  const typed = async (text: string) => {
    await amount.fill('');
    await amount.pressSequentially(text);
    return amount.inputValue();
  };
  expect(await typed('seven')).toBe('seven');
  await page.getByRole('button', { name: 'Save' }).click();

  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => amount.inputValue()).toBe('seven');
  expect(await typed('1.007,50')).toBe('1.007,50');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Payment settings saved').waitFor();
  await expect.poll(() => amount.inputValue()).toBe('1,007.50');
});

it('asks before changes are left, not before another tab is opened, and saves them all by ⌘S', async () => {
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const grace = page.getByLabel('Grace period before a plan breaks (days)');
  await tab('Plans and settlements').click();
  await grace.fill('11');
  await tab('Fees').click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('8');
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Amount' }).press('Control+s');
  const saved = () =>
    inClient(house.database, house.clientId, async (tx) => {
      const { graceDays, fees } = (await readFinanceSetting(tx)).settings;
      return { graceDays, fees: fees.map((fee) => fee.amount) };
    });
  await expect.poll(saved).toEqual({ graceDays: 11, fees: ['8.00'] });
});

it('keeps the keys that are typed when somebody else saves theirs, and asks which to use', async () => {
  await page.getByRole('tab', { name: 'Providers', exact: true }).click();
  const key = page.getByRole('textbox', { name: 'Secret key', exact: true });
  const signing = page.getByRole('textbox', { name: 'Webhook signing secret', exact: true });
  await key.fill('sk_live_ours');
  const credentials = { secretKey: 'sk_live_theirs', signingSecret: 'whsec_theirs' };
  await inClient(house.database, house.clientId, (tx) =>
    saveProviderSetting(tx, { providerName: 'stripe', isActive: false, credentials, revision: 0 }, house.userId),
  );
  await key.press('Control+Enter');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => key.inputValue()).toBe('sk_live_ours');
  await expect.poll(() => signing.inputValue()).toBe('********');
  await key.press('Control+Enter');
  await page.getByText('Provider saved').waitFor();
  await expect.poll(() => key.inputValue()).toBe('********');
});

it('opens the first tab of the payment settings when the address names one that is not there', async () => {
  await visit(page, `${house.url}/${house.clientId}/configuration/payments?tab=nothing`);
  await page.getByRole('tab', { name: 'Allocation', selected: true }).waitFor();
  await page.getByRole('button', { name: 'Add rule' }).waitFor();
});
