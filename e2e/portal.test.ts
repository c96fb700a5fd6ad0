/** The debtor's page beside the agent's screen: what happens on one is seen on the other, strategies obey, and nobody else is asked for anything. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import type { CalendarDate } from '../core/time.ts';
import { now } from '../server/platform/clock.ts';
import { inClient, type Tx } from '../server/platform/tenancy.ts';
import { refreshAccounts } from '../server/services/account/ground/projection.logic.ts';
import { saveLandingPage } from '../server/services/cms/cms.landing.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { listAccountPayments } from '../server/services/finance/payment/payment.read.logic.ts';
import { reportSandbox } from '../server/services/finance/providers/webhook.logic.ts';
import { createTinyLink, revokeLinks } from '../server/services/landing-page/landing-page.logic.ts';
import { saveBlueprint } from '../server/services/strategy/strategy.blueprint.logic.ts';
import { startRuns } from '../server/services/strategy/strategy.runs.logic.ts';
import { axeOn } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

let house: WholeHouse;
let browser: Browser;
let blueprintId: Uuid;
/** Every address that any page of this file asked for. */
const asked: string[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  const steps = JSON.stringify([
    { id: 'rest', stepType: 'delay', stepState: { days: 30, hours: 0, minutes: 0, workingDays: false }, down: 'end' },
    { id: 'end', stepType: 'expired', stepState: { description: '' }, down: null },
  ]);
  blueprintId = (await work((tx) => saveBlueprint(tx, { id: 'new', displayName: 'Reminders', steps }))).blueprint?.id as Uuid;
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const work = <Result>(inside: (tx: Tx) => Promise<Result>) => inClient(house.database, house.clientId, inside);
let serial = 0;

/** An account with one claim of 300.00 EUR in a strategy, and a link to it. */
async function owe(locale: string): Promise<{ accountId: Uuid; ref: string; url: string }> {
  const [accountId, ref, at] = [uuidv7(), `000790${++serial}`, new Date(now())];
  return work(async (tx) => {
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, locale, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, $5, $5)`,
      [tx.clientId, accountId, `K-${serial}`, locale, at],
    );
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name, birthday) values ($1, $2, $3, 'D', 'person', 'Hannah', 'Brandt', '1988-03-04')`,
      [tx.clientId, accountId, uuidv7()],
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, product_name, created_at, updated_at) values ($1, $2, $3, 'EUR', 30000, 0, '2026-01-01', 'Strom', $4, $4)`,
      [tx.clientId, ref, accountId, at],
    );
    await book(tx, [
      {
        accountId,
        externalClaimRef: ref,
        kind: 'principal',
        amount: 30000n,
        currency: 'EUR',
        valueDate: '2026-01-01' as CalendarDate,
        key: ref,
      },
    ]);
    await refreshAccounts(tx, [accountId]);
    await startRuns(tx, { blueprintId, externalClaimRefs: [ref], replace: false });
    const { url } = await createTinyLink(tx, { accountId, externalClaimRef: null, publicUrl: house.url });
    return { accountId, ref, url };
  });
}

async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  context.on('request', (request) => void asked.push(request.url()));
  return context.newPage();
}

async function enter(page: Page, url: string): Promise<void> {
  await page.goto(url);
  for (const [name, value] of Object.entries({ day: '4', month: '3', year: '1988' })) await page.fill(`input[name=${name}]`, value);
  await page.click('button.button');
  await page.locator('.card').first().waitFor();
}

async function pay(page: Page, outcome: string): Promise<string> {
  await page.check('input[name=way][value=now]', { force: true });
  await page.click('button.button');
  await page.check(`input[name=outcome][value=${outcome}]`, { force: true });
  await page.click('button.button');
  return (await page.locator('h1').textContent()) ?? '';
}

const runOf = async (ref: string) =>
  (
    await work((tx) =>
      tx.sql<{ status: string }>('select status from strategy_run where client_id = $1 and external_claim_ref = $2', [tx.clientId, ref]),
    )
  )[0]?.status;

it('shows the agent at once what the debtor does, and the strategy obeys', async () => {
  const { accountId, ref, url } = await owe('en_US');
  const agent = await open({ viewport: { width: 1440, height: 900 } });
  await house.signIn(agent, `${house.url}/${house.clientId}/account/${accountId}`);
  await agent.getByText('€300.00').first().waitFor();
  const appears = async (text: RegExp) => agent.getByText(text).first().waitFor();

  const phone = await open();
  await enter(phone, url);
  expect(await pay(phone, 'decline')).toMatch(/declined|didn’t go through/i);
  await appears(/declined/i);
  await phone.goto(url);
  await phone.check('input[name=way][value=later]', { force: true });
  await phone.fill('input[name=date]', new Date(now() + 5 * 86_400_000).toISOString().slice(0, 10));
  await phone.click('button.button');
  await phone.locator('h1').waitFor();
  await appears(/promised €300\.00|€300\.00 promised|promise.*€300\.00/i);
  expect(await runOf(ref)).toBe('paused');
  await phone.goto(url);
  expect(await pay(phone, 'success')).toMatch(/€300\.00 is paid/);
  await appears(/settled/i);
  await agent.getByText('€0.00').first().waitFor();
  expect(await runOf(ref)).toBe('completed');

  // Weeks later the bank takes it back.
  const [payment] = await work((tx) => listAccountPayments(tx, accountId));
  if (!payment) throw new Error('no payment');
  await reportSandbox(house.database, payment, 'chargeback');
  await appears(/charged back|chargeback|returned/i);
  await phone.goto(url);
  await expect.poll(() => phone.locator('h1').textContent()).toContain('€300.00');
});

it('speaks the debtor’s language, each of the five', async () => {
  for (const [locale, tag, words] of [
    ['de_DE', 'de-DE', /300,00\s€/],
    ['en_US', 'en-US', /€300\.00/],
    ['en_GB', 'en-GB', /You owe €300\.00/],
    ['nl_NL', 'nl-NL', /U moet nog €\s300,00 betalen/],
    ['es_ES', 'es-ES', /Debe 300,00\s€/],
  ] as const) {
    const page = await open({ javaScriptEnabled: false, colorScheme: 'dark' });
    await enter(page, (await owe(locale)).url);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(tag);
    await expect.poll(() => page.locator('h1').textContent()).toMatch(words);
    await page.context().close();
  }
});

it('answers alike for a link that has ended or was taken back, and alike for one that is wrong or never was', async () => {
  const [revoked, expired] = [await owe('en_US'), await owe('en_US')];
  await work((tx) => revokeLinks(tx, revoked.accountId));
  await house.database.owner.query(`update tiny_link set expires_at = '2026-01-01T00:00:00Z' where account_id = $1`, [expired.accountId]);
  const pages: string[] = [];
  for (const url of [
    revoked.url,
    expired.url,
    `${expired.url.slice(0, -1)}x`,
    `${house.url}/p/00000000-AAAAAAAAAAAAAAAAAAAAAA`,
    `${house.url}/p/x`,
  ]) {
    const answer = await fetch(url);
    // But for the address that a new link is asked for by.
    pages.push(`${answer.status} ${(await answer.text()).replaceAll(new URL(url).pathname, '')}`);
  }
  for (const page of pages) expect(page).toMatch(/^404 /);
  expect(pages[1]).toBe(pages[0]);
  expect(new Set(pages.slice(2)).size).toBe(1);
  expect(pages[2]).not.toBe(pages[0]);
});

it('shows an agent what the debtor sees, marked and read-only, and ends one link alone', async () => {
  const { accountId, url } = await owe('en_US');
  const agent = await open({ viewport: { width: 1440, height: 900 } });
  await house.signIn(agent, `${house.url}/${house.clientId}/account/${accountId}`);
  const opened = agent.context().waitForEvent('page');
  // By keyboard, as everything.
  await agent.getByRole('button', { name: 'View as debtor' }).focus();
  await agent.keyboard.press('Enter');
  const view = await opened;
  await view.getByRole('heading', { name: 'You owe €300.00' }).waitFor();
  await view.getByRole('note').getByText('Read-only view').waitFor();
  expect(await view.title()).toContain('Read-only view');
  await expect.poll(() => view.evaluate(() => window.opener)).toBeNull();
  // The choices can be looked at, the button stays dead, and what a script sends is refused.
  await view.check('input[name=way][value=later]', { force: true });
  await expect.poll(() => view.locator('#go').isDisabled()).toBe(true);
  await view.evaluate(() => (document.querySelector('#settle') as HTMLFormElement).submit());
  await view.getByText('Nothing was saved or sent').waitFor();
  await view.getByRole('link', { name: 'Open the page again' }).click();
  await view.reload();
  await view.getByRole('heading', { name: 'You owe €300.00' }).waitFor();
  expect(await axeOn(view)()).toEqual([]);
  expect(await (await open()).goto(view.url()).then((answer) => answer?.status())).toBe(404);

  const row = agent.getByRole('list', { name: 'Links' }).getByRole('listitem');
  await row.getByText('not opened').waitFor();
  await work((tx) => saveLandingPage(tx, { displayName: 'Plain words', siteTitle: 'How it was', pageContents: [] }, 'Test'));
  await enter(await open(), url);
  await agent.reload();
  await row.getByText('opened once').waitFor();
  const kept = agent.context().waitForEvent('page');
  await agent.getByRole('button', { name: 'View “Plain words”, version 1, as shown' }).click();
  await (await kept).getByRole('note').getByText('as it looked when the debtor saw it').waitFor();
  expect(await (await kept).title()).toContain('How it was');
  await row.getByRole('button', { name: 'Revoke the link' }).click();
  await agent.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await agent.getByText('No active link').waitFor();
  expect((await fetch(url)).status).toBe(404);
});

it('asks nobody else for anything', () => {
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((url) => !url.startsWith(house.url) && !/^(data|blob):/.test(url))).toEqual([]);
});
