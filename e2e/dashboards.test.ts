/** The home page and the reports in a browser: what they show is what the API says, as a chart, a table and a file. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { BUILT_IN_ROLES } from '../core/roles.ts';
import { addDays, addMonths, type CalendarDate } from '../core/time.ts';
import { localDate } from '../core/zone.ts';
import { now } from '../server/platform/clock.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { createTask } from '../server/services/account/task/task.logic.ts';
import { createClient } from '../server/services/backoffice/backoffice.logic.ts';
import { createPromiseToPay } from '../server/services/finance/agreement/promise.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { agingReport, rollRates } from '../server/services/reporting/reporting.balance.logic.ts';
import { homepage } from '../server/services/reporting/reporting.homepage.logic.ts';
import { createFromStarter } from '../server/services/strategy/strategy.starter.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, signInAs } from './people.ts';
import { saveRole, visit } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let accountId: Uuid;
const wrong: string[] = [];
const today = localDate(now(), 'Europe/Berlin');
/** What a spreadsheet would take for a formula. */
const NAME = '=Power';

beforeAll(async () => {
  house = await openWholeHouse();
  const { database, clientId, userId } = house;
  await inClient(
    database,
    clientId,
    async (tx) => {
      await tx.sql(`update client set feature_flags = '{"HOME_PAGE": true}' where client_id = $1`, [clientId]);
      const ids = await addSampleAccounts(tx, [
        {
          ref: 'K-1',
          first: 'Hannah',
          last: 'Brandt',
          claims: [{ ref: 'C-1', balance: 0, due: addDays(today, -10), product: NAME, portfolio: 'North' }],
        },
        {
          ref: 'K-2',
          first: 'Aksel',
          last: 'Lindqvist',
          claims: [{ ref: 'C-2', balance: 0, due: addDays(today, -100), product: 'Gas', portfolio: 'South' }],
        },
      ]);
      accountId = ids.get('K-1')!;
      const entry = (ref: 'C-1' | 'C-2', kind: 'principal' | 'payment', amount: bigint, valueDate: CalendarDate) => ({
        accountId: ids.get(ref === 'C-1' ? 'K-1' : 'K-2')!,
        externalClaimRef: ref,
        kind,
        amount,
        currency: 'EUR',
        valueDate,
        key: uuidv7(),
        bookedAt: (kind === 'principal' ? now() - 70 * 86_400_000 : now()) as ReturnType<typeof now>,
      });
      await book(tx, [entry('C-1', 'principal', 123_456n, addMonths(today, -2)), entry('C-2', 'principal', 50_000n, addMonths(today, -2))]);
      await book(tx, [entry('C-1', 'payment', -2_345n, today), entry('C-2', 'payment', -1_000n, addDays(today, -3))]);
      await createPromiseToPay(tx, { externalClaimRef: 'C-1', amount: 4_200n, dueDate: today, requestedBy: userId, idempotencyKey: 'one' });
      await createTask(tx, { accountId, note: 'Call back', recipientId: userId }, userId);
    },
    { actor: { type: 'user', id: userId } },
  );
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })).newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (entry) => void (/Content.Security.Policy/i.test(entry.text()) && wrong.push(entry.text())));
  await house.signIn(page);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const euros = ({ minor }: { minor: bigint }) => `€${(Number(minor) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const figure = (name: string) => page.getByRole('region', { name, exact: true });
const read = <Result>(work: Parameters<typeof inClient<Result>>[2]) => inClient(house.database, house.clientId, work, { readOnly: true });
const open = (path: string) => visit(page, `${house.url}/${house.clientId}/${path}`);
async function fileOf(button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: download.suggestedFilename(), text: await readFile((await download.path())!, 'utf8') };
}

it('people land on the home page; its tiles are the API’s figures and lead to the lists', async () => {
  await page.waitForURL('**/dashboard/backoffice-homepage');
  const home = await read((tx) => homepage(tx, house.userId));
  const tile = (label: string) => page.getByRole('list', { name: 'Today' }).getByRole('listitem').filter({ hasText: label });
  for (const [label, value] of [
    ['My tasks', String(home.ownTasksDue)],
    ['Open tasks', String(home.tasksDue)],
    ['Promises due today', String(home.promisesDueToday.count)],
    ['Collected today', euros(home.moneyToday[0]!.amount)],
    ['Collected this month', euros(home.moneyThisMonth[0]!.amount)],
  ] as const)
    await tile(label).getByText(value, { exact: true }).waitFor();
  expect([home.ownTasksDue, home.moneyToday[0]?.amount.minor]).toEqual([1, 2345n]);
  await page.getByRole('list', { name: 'Portfolio' }).getByText('€1,701.11').waitFor();

  // Ten euros three days ago, none yesterday.
  await tile('Collected today').getByText('nothing yesterday').waitFor({ state: 'attached' });
  // The chart says its figures to the keyboard, and the table has them all.
  const bars = figure('Collected').getByRole('slider');
  await bars.focus();
  await page.keyboard.press('End');
  await figure('Collected').getByText('€23.45', { exact: true }).waitFor();
  for (let days = 0; days < 3; days++) await page.keyboard.press('ArrowLeft');
  await figure('Collected').getByText('€10.00', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await figure('Collected').getByText('€10.00', { exact: true }).waitFor({ state: 'detached' });
  const table = figure('Collected').getByRole('button', { name: 'Table' });
  await table.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => figure('Collected').getByRole('row').count()).toBe(31);
  await figure('Collected').getByRole('cell', { name: '23.45' }).waitFor();
  await tile('My tasks').getByRole('link').click();
  await page.waitForURL('**/account/tasks?tab=mine');
  await page.goBack();
  await page.getByRole('link', { name: 'Hannah Brandt' }).click();
  await page.waitForURL(`**/account/${accountId}`);
});

it('a client that has nothing yet is shown the way, and what is done is ticked', async () => {
  const nothing = uuidv7();
  await createClient(house.database, {
    clientId: nothing,
    name: 'Leerlauf',
    currency: 'EUR',
    defaultLocale: 'en_US',
    timezone: 'Europe/Berlin',
    countryCode: 'DE',
    featureFlags: { HOME_PAGE: true },
    createdAt: now(),
  });
  const mira = await addPerson(house, 'Mira Oduya', { [nothing]: 'ADMINISTRATOR' });
  const other = await (await browser.newContext()).newPage();
  await signInAs(other, house, mira, `${house.url}/${nothing}/dashboard/backoffice-homepage`);
  const steps = other.getByRole('region', { name: 'Get started' });
  await steps.getByRole('link', { name: 'Import a portfolio' }).waitFor();
  await expect.poll(() => steps.getByLabel('Done').count()).toBe(0);
  await steps.getByRole('link', { name: 'Start from an example strategy' }).click();
  await other.getByRole('dialog').waitFor();
  await inClient(house.database, nothing, (tx) => createFromStarter(tx, 'gentle-reminders', 'en_US', 'Mira Oduya'));
  await visit(other, `${house.url}/${nothing}/dashboard/backoffice-homepage`);
  await steps.getByRole('link', { name: 'Start from an example strategy' }).getByLabel('Done').waitFor();
  await other.context().close();
});

it('nothing on the home page moves when its figures come', async () => {
  const other = await page.context().newPage();
  await other.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[])
        if (!hadRecentInput && value > 0.005) for (const { node } of sources) moved.push(`${value}: ${node?.textContent?.slice(0, 40)}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await other.route('**/api/reporting', async (route) => {
    await new Promise((done) => setTimeout(done, 500));
    await route.fallback();
  });
  await visit(other, `${house.url}/${house.clientId}/dashboard/backoffice-homepage`);
  await other.getByRole('list', { name: 'Portfolio' }).getByText('€1,701.11').waitFor();
  await other.waitForLoadState('networkidle');
  await expect.poll(() => other.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  await other.close();
});

it('the language is chosen on the home page', async () => {
  await open('dashboard/backoffice-homepage');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['English', 'Deutsch', 'Español', 'Nederlands']);
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Start' }).waitFor();
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});

it('a report is a chart, a table and two files, for the filter in the address', async () => {
  await open('dashboard/reports');
  const report = await read((tx) => agingReport(tx, null, null));
  await figure('Outstanding balances by days past due').getByText(euros(report.total)).first().waitFor();
  await figure('Outstanding balances by days past due').getByRole('slider').getByText(euros(report.buckets[1]!.amount)).waitFor();
  // Every bucket has its name, on a smaller screen too.
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const bucket of ['Not due', '1–30 days', '31–60 days', '61–90 days', '91–180 days', 'Over 180 days'])
    await figure('Outstanding balances by days past due').getByRole('slider').getByText(bucket, { exact: true }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  // The keyboard opens the tooltip, and a screen reader hears its words.
  const plot = figure('Outstanding balances by days past due').getByRole('slider');
  await plot.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => plot.getAttribute('aria-valuetext')).toBe(`1–30 days: Amount (EUR) ${euros(report.buckets[1]!.amount)}`);
  const tip = plot.locator('div', { hasText: /^1–30 days/ }).last();
  await tip.waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'hidden' });
  const picture = await fileOf('Download “Outstanding balances by days past due” as an image (SVG)');
  expect(picture.name).toBe(`aging-${report.asOf}-EUR.svg`);
  expect(picture.text).toMatch(/^<svg[\s\S]*<\/svg>$/);
  const { name, text } = await fileOf('Download “Outstanding balances by days past due” as CSV');
  expect(name).toBe(`aging-${report.asOf}-EUR.csv`);
  const lines = text.replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]).toBe('Past due,Claims,Amount (EUR),Share');
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(
    report.buckets.map(({ amount }) => `${amount.minor / 100n}.${String(amount.minor % 100n).padStart(2, '0')}`),
  );
  await page.getByRole('button', { name: 'Table' }).click();
  for (const { amount } of report.buckets.filter((bucket) => bucket.amount.minor > 0n))
    await page
      .getByRole('cell', { name: euros(amount).slice(1), exact: true })
      .first()
      .waitFor();

  // A filter stands in the address, and the figures are those of it.
  await page.getByRole('combobox', { name: 'Portfolios' }).click();
  await page.getByRole('option', { name: 'South' }).click();
  await page.keyboard.press('Escape');
  await page.waitForURL('**portfolio=South**');
  await page.getByText('€490.00 on 1 claim').waitFor();
  await page.reload();
  await page.getByText('€490.00 on 1 claim').waitFor();
  await page.getByRole('button', { name: 'Table' }).click();
  // A number opens the claims it counts, and no others.
  await page.getByRole('link', { name: '1 claim: 91–180 days' }).click();
  await page.waitForURL('**/account/claim-overview?**');
  const asked = new URL(page.url()).searchParams;
  expect(Object.fromEntries(asked)).toEqual({ currency: 'EUR', portfolio: 'South', owing: 'yes', pastDue: '91..180' });
  await page.getByText('Aksel Lindqvist').waitFor();
  await page.getByText('1 claim · €490.00').waitFor();
});

it('key figures stand above a report, with their change in words and as a file', async () => {
  await open('dashboard/reports');
  const [now, before] = await read(async (tx) => {
    const report = await agingReport(tx, null, null);
    return [report, await agingReport(tx, null, addMonths(report.asOf, -1))];
  });
  const strip = figure('Key figures');
  const outstanding = strip.getByRole('link', { name: /^Outstanding/ });
  await outstanding.getByText(euros(now.total)).waitFor();
  await outstanding
    .getByText(`${euros(before.total)} before`)
    .or(strip.getByText('to compare with'))
    .first()
    .waitFor();
  const plain = ({ minor }: { minor: bigint }) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
  const { name, text } = await fileOf('Download “Key figures” as CSV');
  expect(name).toBe(`aging-key-figures-${now.asOf}-EUR.csv`);
  const lines = text.replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]).toBe('Figure,Value,Before,Change');
  expect(lines[1]).toMatch(`Outstanding (EUR),${plain(now.total)},${plain(before.total)},`);
  expect(lines.at(-1)).toMatch(`Claims,${now.claims},${before.claims},`);
  await outstanding.click();
  await page.waitForURL('**/account/claim-overview?**');
  await page.getByText(`${now.claims} claims · ${euros(now.total)}`).waitFor();
});

it('a number opens nothing for whoever may not see the claims', async () => {
  const own = BUILT_IN_ROLES.find((role) => role.name === 'READ_ONLY')!.permissions;
  const without = (action: string) => own.map((each) => ({ ...each, actions: each.actions.filter((other) => other !== action) }));
  const reader = await addPerson(house, 'Nora Winter', { [house.clientId]: 'READ_ONLY' });
  const other = await (await browser.newContext()).newPage();
  await signInAs(other, house, reader);
  const outstanding = other.getByRole('region', { name: 'Key figures' }).getByRole('listitem').filter({ hasText: 'Outstanding' });
  for (const [permissions, links] of [
    [own, 1],
    [without('view-claim-overview'), 0],
    [without('searchAllAccounts'), 0],
  ] as const) {
    await saveRole(house, 'READ_ONLY', permissions);
    await visit(other, `${house.url}/${house.clientId}/dashboard/reports`);
    await outstanding.getByText('€').first().waitFor();
    await expect.poll(() => outstanding.getByRole('link').count()).toBe(links);
  }
  await other.context().close();
});

it('every tab shows its figures, and changing tabs works by the keyboard', async () => {
  await open('dashboard/reports');
  await page.getByRole('tab', { name: 'Aging' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL('**tab=rolls');
  const rolls = await read((tx) => rollRates(tx, null, 6));
  // The chart has no hatching, and the running month is marked as unfinished.
  await figure('Balance movement').getByRole('slider').locator('svg').waitFor();
  await expect.poll(() => figure('Balance movement').locator('svg pattern').count()).toBe(0);
  const months = figure('Balance movement').getByRole('combobox').locator('option');
  await expect.poll(() => months.filter({ hasText: '(so far)' }).count()).toBe(1);
  await figure('Balance movement').getByRole('button', { name: 'Table' }).click();
  const flows = rolls.months.at(-2)?.flows ?? [];
  expect(flows.length).toBeGreaterThan(0);
  for (const flow of flows)
    await figure('Balance movement')
      .getByRole('cell', { name: euros(flow.amount).slice(1), exact: true })
      .first()
      .waitFor();
  await page.getByRole('tab', { name: 'Recovery' }).click();
  const curve = figure('Recovery by placement month').getByRole('slider');
  await curve.locator('svg').waitFor();
  // The running month is said to be one, to the keyboard and in the table.
  await curve.focus();
  await page.keyboard.press('End');
  await expect.poll(() => curve.getAttribute('aria-valuetext')).toMatch(/% \(so far\)$/);
  await figure('Recovery by placement month').getByRole('button', { name: 'Table' }).click();
  await figure('Recovery by placement month').getByRole('cell', { name: '(so far)' }).first().waitFor();
  await page.getByRole('tab', { name: 'Performance' }).click();
  await figure('Strategies').getByText('€33.45').or(figure('Strategies').getByText('€23.45')).first().waitFor();
  await figure('Agents').getByText('Ada Petersen').waitFor();
  await page.getByRole('tab', { name: 'Cash forecast' }).click();
  await figure('Expected cash per week').getByRole('button', { name: 'Table' }).click();
  await figure('Expected cash per week').getByRole('cell', { name: '42.00', exact: true }).first().waitFor();
  expect(wrong).toEqual([]);
});
