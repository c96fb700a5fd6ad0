/** The debtor's page in a real browser on a phone: read without scripts, paid with them, under its own policy. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBlock } from '../blocks/start.ts';
import { richTextOf } from '../blocks/words.ts';
import { uuidv7 } from '../core/id.ts';
import { type CalendarDate, instant } from '../core/time.ts';
import { axeOn } from '../e2e/axe.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { now, useClock } from '../server/platform/clock.ts';
import { secretsFor } from '../server/platform/keyRing.ts';
import { openTestHouse, type TestHouse } from '../server/platform/testing.ts';
import { saveLandingPage } from '../server/services/cms/cms.landing.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { createTinyLink } from '../server/services/landing-page/landing-page.logic.ts';
import { portalServices } from '../server/services/landing-page/landing-page.portal.logic.ts';
import { mountPortal } from './mount.ts';

const CLAIMS = [
  { ref: '0007900770', amount: 74520n, product: 'Electricity Q2' },
  { ref: '0008112043', amount: 30840n, product: `Gas <img src=x onerror="document.title='owned'">` },
  { ref: '0008240915', amount: 23100n, product: 'Electricity, July' },
];
let house: TestHouse;
let browser: Browser;
let origin: string;
let address: string;
/** The page of an account with sixteen bills of ten euros. */
let many: string;
let restore: () => void;

beforeAll(async () => {
  restore = useClock(() => instant('2026-11-21T10:00:00Z'));
  house = await openTestHouse((app, { database, config }) =>
    mountPortal(app, { services: portalServices(database, config), secrets: secretsFor("debtor's page"), isSecure: false, now }),
  );
  origin = await house.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
  address = await linkTo('A-1', CLAIMS);
  many = await linkTo(
    'A-2',
    Array.from({ length: 16 }, (_, index) => ({ ref: `2${String(index).padStart(6, '0')}`, amount: 1000n, product: `Bill ${index + 1}` })),
  );
});
afterAll(async () => {
  restore();
  await browser.close();
  await house.close();
});

/** @returns the path of a link to a new account with the claims. */
const linkTo = (name: string, claims: readonly { ref: string; amount: bigint; product: string }[]) =>
  house.inA(async (tx) => {
    const accountId = uuidv7();
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) values ($1, $2, $4, 'EUR', $3, $3)`,
      [tx.clientId, accountId, '2026-01-01T00:00:00Z', name],
    );
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, birthday) values ($1, $2, $3, $4, 'person', 'Hannah', '1988-03-04')`,
      [tx.clientId, accountId, uuidv7(), name],
    );
    for (const { ref, amount, product } of claims)
      await tx.sql(
        `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, product_name, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, 0, $5, $6, $6)`,
        [tx.clientId, ref, accountId, amount, product, '2026-01-01T00:00:00Z'],
      );
    const principal = { kind: 'principal' as const, currency: 'EUR', valueDate: '2026-09-01' as CalendarDate };
    await book(
      tx,
      claims.map(({ ref, amount }) => ({ accountId, externalClaimRef: ref, amount, key: ref, ...principal })),
    );
    return new URL((await createTinyLink(tx, { accountId, externalClaimRef: null, publicUrl: origin })).url).pathname;
  });

/** A phone that notes what the page should not do: ask other hosts, break its policy, scroll sideways. */
async function phone(options: {
  javaScriptEnabled: boolean;
  colorScheme: 'light' | 'dark';
}): Promise<{ context: BrowserContext; wrong: string[] }> {
  const context = await browser.newContext({ ...options, viewport: { width: 390, height: 844 }, baseURL: origin });
  const wrong: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) wrong.push(`asks ${request.url()}`);
  });
  context.on('console', (message) => {
    if (/Content Security Policy|Refused/.test(message.text())) wrong.push(message.text());
  });
  context.on('weberror', (error) => wrong.push(String(error.error())));
  return { context, wrong };
}

async function enter(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByLabel('Day').fill('4');
  await page.getByLabel('Month').fill('3');
  await page.getByLabel('Year').fill('1988');
  await page.getByRole('button', { name: 'Continue' }).click();
  return page;
}

it('works without scripts, and shows how an amount adds up', async () => {
  const { context, wrong } = await phone({ javaScriptEnabled: false, colorScheme: 'dark' });
  const page = await enter(context);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You owe €1,284.60');
  await page.locator('summary', { hasText: '0007900770' }).click();
  expect(await page.locator('details[open] table').innerText()).toMatch(/09\/01\/2026\s+Bill\s+€745\.20/);
  await page.getByLabel('Electricity, July').uncheck();
  await page.getByText('3 months').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect
    .poll(() => page.locator('main').innerText())
    .toMatch(/First payment, December 1\s+€351\.20\s+Then monthly until February 1\s+2 × €351\.20/);
  expect(wrong).toEqual([]);
  await context.close();
});

it('shows exact figures while choosing, pays them, and leaves what was injected as text', async () => {
  const { context, wrong } = await phone({ javaScriptEnabled: true, colorScheme: 'light' });
  const page = await enter(context);
  expect(await page.title()).not.toBe('owned');
  expect(await page.getByText(`Gas <img src=x onerror="document.title='owned'">`).isVisible()).toBe(true);
  await page.getByLabel('Electricity, July').uncheck();
  await page.getByText('3 months').click();
  expect(await page.locator('[data-interval="monthly"]').innerText()).toMatch(/€351\.20\s+.*2 × €351\.20/s);
  await page.getByLabel('Electricity, July').check();
  expect(await page.locator('[data-interval="monthly"]').innerText()).toMatch(/€428\.20\s+.*2 × €428\.20/s);
  await page.getByLabel('Electricity, July').uncheck();
  await page.getByText('Pay now').click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // A part of it: what it goes to is shown before it is paid.
  await page.getByLabel('Other amount').fill('2000');
  await page.getByText('Enter an amount from €1.00 to €1,053.60').waitFor();
  expect(await page.locator('#go').getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Other amount').fill('800');
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await page.locator('main').innerText()).toMatch(/Electricity Q2\s+paid in full\s+€745\.20.*€253\.60 left to pay\s+€54\.80/s);
  await page.getByRole('link', { name: 'Change' }).click();
  await page.getByLabel('Electricity, July').uncheck();
  await page.getByLabel('Other amount').fill('');
  // No review step: what the button says is what happens.
  await page.getByRole('button', { name: 'Pay €1,053.60' }).click();
  await page.getByText('Payment succeeds').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Thank you, €1,053.60 is paid');
  await page.reload();
  await page.getByRole('link', { name: 'Back to the overview' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You owe €231.00');
  expect(wrong).toEqual([]);
  await context.close();
});

it('keeps the total and its button in view with many bills, never covering the focused element', async () => {
  const { context } = await phone({ javaScriptEnabled: true, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto(many);
  for (const [label, value] of [
    ['Day', '4'],
    ['Month', '3'],
    ['Year', '1988'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Continue' }).click();
  const pay = page.getByRole('button', { name: 'Pay €160.00' });
  const bar = page.locator('.bar');
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(1500);
  for (const place of [pay, bar.getByText('€160.00').first()]) {
    const box = await place.boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(844);
  }
  // By the keyboard through all bills: each is above the bar when its turn comes.
  for (let bill = 0; bill < 16; bill++) {
    const box = page.getByLabel(`Bill ${bill + 1}`, { exact: true });
    await box.focus();
    const [at, edge] = [await box.boundingBox(), await bar.boundingBox()];
    expect(at!.y + at!.height).toBeLessThanOrEqual(edge!.y);
  }
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pay €150.00' }).waitFor();
  expect(await bar.locator('strong').textContent()).toBe('€150.00');
  await context.close();
});

it('keeps a message across reloads until it has arrived', async () => {
  const { context, wrong } = await phone({ javaScriptEnabled: true, colorScheme: 'light' });
  const page = await enter(context);
  await page.getByRole('link', { name: /help/i }).click();
  await page.getByRole('textbox').fill('The meter was read twice');
  await page.reload();
  expect(await page.getByRole('textbox').inputValue()).toBe('The meter was read twice');
  const form = page.url();
  await page.locator('button.button').click();
  // The page that says so takes the draft away, by its script.
  await page.waitForURL('**/done/help', { waitUntil: 'load' });
  await page.goto(form);
  expect(await page.getByRole('textbox').inputValue()).toBe('');
  expect(wrong).toEqual([]);
  await context.close();
});

it('keeps the call that is chosen across reloads, and asks for it by the keyboard', async () => {
  await house.inA((tx) => tx.sql(`update claim set debtor_callback_enabled = true where external_claim_ref = $1`, [CLAIMS[2]!.ref]));
  const { context, wrong } = await phone({ javaScriptEnabled: true, colorScheme: 'dark' });
  const page = await enter(context);
  await page.getByRole('link', { name: 'Ask for a call' }).focus();
  await page.keyboard.press('Enter');
  // What keeps what is typed is loaded by then.
  await page.waitForURL('**/call', { waitUntil: 'load' });
  await page.getByLabel('Day of the call').selectOption('2026-11-24');
  await page.getByLabel('Time').selectOption('18:30');
  await page.getByLabel('Phone number').fill('0151 12345678');
  await page.reload();
  expect(await page.getByLabel('Day of the call').inputValue()).toBe('2026-11-24');
  expect(await page.getByLabel('Phone number').inputValue()).toBe('0151 12345678');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.keyboard.press('Tab');
  await page.getByLabel('Phone number').press('Enter');
  await page.waitForURL('**/done/call', { waitUntil: 'load' });
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('We’ll call you on Tuesday, November 24 at 6:30 PM');
  await page.goBack();
  await page.goto(page.url().replace('/done/call', '/call'));
  // A later visit begins with what was asked for, not with what was typed for it.
  expect(await page.getByLabel('Phone number').inputValue()).toBe('');
  expect(wrong).toEqual([]);
  await context.close();
});

it('adds up incomes and expenses while they are typed, and keeps them until they are sent', async () => {
  await house.inA((tx) =>
    tx.sql(
      `insert into assessment_request (client_id, request_key, account_id, external_claim_ref, asked_at, until)
       select client_id, 'ask', account_id, external_claim_ref, '2026-11-20T10:00:00Z', '2026-11-27T10:00:00Z' from claim where external_claim_ref = $1`,
      [CLAIMS[2]!.ref],
    ),
  );
  const { context, wrong } = await phone({ javaScriptEnabled: true, colorScheme: 'light' });
  const page = await enter(context);
  await page.getByRole('link', { name: 'Enter income and expenses' }).click();
  await page.getByLabel('People in your household').fill('2');
  await page.getByLabel('Pension').fill('1,204.10');
  await page.getByLabel('Rent or mortgage').fill('1300');
  expect(await page.locator('[data-live="left"]').textContent()).toBe('-€95.90');
  await page.reload();
  expect(await page.getByLabel('Pension').inputValue()).toBe('1,204.10');
  expect(await page.locator('[data-live="left"]').textContent()).toBe('-€95.90');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL('**/done/budget');
  expect(wrong).toEqual([]);
  await context.close();
});

it('works with the keyboard alone', async () => {
  const { context } = await phone({ javaScriptEnabled: true, colorScheme: 'light' });
  const page = await enter(context);
  await page.getByLabel('Electricity, July').focus();
  await page.keyboard.press('Space');
  expect(await page.getByRole('button', { name: 'Choose a bill' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Space');
  await page.locator('input[name=way][value=now]').focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('button', { name: 'Set up 3 payments' }).isVisible()).toBe(true);
  await context.close();
});

it('works as its blocks are arranged, with and without scripts, and the engine of axe finds nothing serious', async () => {
  const order = ['promiseToPay', 'faq', 'balance', 'help', 'instalments', 'documents', 'pay', 'contact', 'claims', 'greeting', 'newText'];
  const blocks = order.map((type) => ({ ...startBlock(type === 'newText' ? 'text' : type, type) }));
  const looks = blocks.map((block) =>
    block.type === 'help' ? { ...block, fields: { ...block.fields, look: 'card', advice: true } } : block,
  );
  const texts = {
    'faq.question': { text: 'من أنتم؟' },
    'faq.answer': { text: richTextOf('شركة نوردليخت') },
    'newText.text': { text: richTextOf('نص طويل بالعربية {{ account.creditor }}') },
    'pay.label': { text: 'Settle it now' },
  };
  const home = { type: 'home', template: { design: { format: 1, medium: 'page', blocks: looks } } };
  const contentTemplates = [{ locale: 'en_US', content: JSON.stringify(texts) }];
  await house.inA((tx) => saveLandingPage(tx, { displayName: 'Arranged', pageContents: [{ ...home, contentTemplates }] }, 'Test'));
  const own = await linkTo('A-3', [
    { ref: '3000001', amount: 6000n, product: 'Water' },
    { ref: '3000002', amount: 4000n, product: 'Heat' },
  ]);
  address = own;
  const bare = await phone({ javaScriptEnabled: false, colorScheme: 'light' });
  const plain = await enter(bare.context);
  await plain.getByLabel('Heat').uncheck();
  await plain.getByText('Later', { exact: true }).click();
  await plain.getByLabel('I’ll pay on').fill('2026-11-30');
  await plain.getByRole('button', { name: 'Continue' }).click();
  expect(await plain.locator('main').innerText()).toMatch(/Water[\s\S]*€60\.00[\s\S]*November 30/);
  expect(bare.wrong).toEqual([]);
  await bare.context.close();
  const { context, wrong } = await phone({ javaScriptEnabled: true, colorScheme: 'light' });
  const page = await enter(context);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(
    await page
      .locator('.said p')
      .first()
      .evaluate((node) => getComputedStyle(node).direction),
  ).toBe('rtl');
  await page.getByLabel('Heat').uncheck();
  await page.getByText('Settle it now').click();
  await page.getByRole('button', { name: 'Pay €60.00' }).waitFor();
  await page.getByText('3 months').click();
  await page.getByLabel('Number of payments').selectOption('4');
  await page.getByRole('button', { name: 'Set up 4 payments' }).waitFor();
  const serious = axeOn(page);
  expect(await serious()).toEqual([]);
  expect(wrong).toEqual([]);
  await context.close();
});
