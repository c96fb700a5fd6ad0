/** A change made on one screen stands in the audit with what it was before; the schedule is saved and waited over. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealClient } from '../server/platform/events.seal.ts';
import { verifyClient } from '../server/platform/events.verify.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
/** What a browser complains of. */
const wrong: string[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })).newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (entry) => void (entry.type() === 'error' && wrong.push(entry.text())));
  await house.signIn(page);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const open = (path: string) => page.goto(`${house.url}/${house.clientId}/configuration/${path}`);
const toast = (text: string) => page.getByRole('status').getByText(text).first().waitFor();
const cells = (row: number) => page.getByRole('row').nth(row).innerText();

it('saves the week and the closed days, and finds them again', async () => {
  await open('schedule');
  await page.getByText('All times in Europe/Berlin').waitFor();
  await page.getByText('Good Friday').first().waitFor();
  await page.getByRole('switch', { name: 'Monday', exact: true }).press('Space');
  await expect.poll(() => page.getByLabel('Monday: from').inputValue()).toBe('00:00');
  await page.getByText('the whole day', { exact: true }).waitFor();
  await page.getByLabel('Monday: from').fill('09:00');
  await page.getByLabel('Monday: to').fill('08:00');
  await page.getByText('Ends before it starts').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByLabel('Monday: to').fill('12:00');
  await page.getByRole('button', { name: 'Add hours to Monday' }).click();
  await page.getByLabel('Monday: to').nth(1).fill('17:30');
  await page.getByRole('button', { name: 'Copy Monday' }).click();
  await page.getByRole('switch', { name: 'Friday', exact: true }).press('Space');
  await page.getByLabel('Date', { exact: true }).fill('2099-12-31');
  await page.getByLabel('Name', { exact: true }).fill('Inventory');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await toast('Schedule saved');
  await page.reload();
  await page.getByText('December 31, 2099').waitFor();
  await expect.poll(() => page.getByLabel('Thursday: to').nth(1).inputValue()).toBe('17:30');
  await expect.poll(() => page.getByRole('switch', { name: 'Friday', exact: true }).isChecked()).toBe(false);
});

it('shows in the audit who changed it, with what it was before', async () => {
  await open('schedule');
  await page.getByLabel('Monday: to').nth(1).fill('16:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast('Schedule saved');
  await open('user-audit');
  await page.getByText('Business hours updated').first().waitFor();
  expect(await cells(1)).toMatch(/Ada Petersen[\s\S]*Business hours updated\s+Monday[\s\S]*Configuration\s+Schedule[\s\S]*Success/);
  await page.getByRole('grid').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('heading', { name: 'Changes' }).waitFor();
  const lines = await drawer.getByRole('table').getByRole('row').allInnerTexts();
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    'Field Before After',
    'Monday removed 12:00–17:30 –',
    'Monday added – 12:00–16:00',
  ]);
  await drawer.getByText('Stored event').click();
  await expect.poll(() => drawer.locator('pre').innerText()).toContain('"messageType": "operationHoursChanged"');
  await drawer.getByRole('button', { name: 'All events with this correlation ID' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await page.getByText('1 of 1').waitFor();
  expect(page.url()).toMatch(/\?correlation=[0-9a-f-]{36}$/);
});

it('keeps filters in the URL, with the keyboard alone', async () => {
  await open('user-audit');
  await page.getByText('Business hours updated').first().waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Event', exact: true }).press('Enter');
  await page.getByRole('combobox', { name: 'Event' }).fill('Closed days');
  await page.getByRole('option', { name: 'Closed days updated' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/type=closedDaysChanged/);
  await page.getByText('1 of 1').waitFor();
  await page.reload();
  await page.getByText('1 of 1').waitFor();
  expect(await cells(1)).toContain('2099-12-31');
  await page.getByRole('button', { name: /Event/ }).last().click();
  await page.getByText('Business hours updated').first().waitFor();
  await open('user-audit?range=2001-01-01..2001-01-02');
  await page.getByText('No results').waitFor();
  // What is no id is said, instead of showing every entry.
  await open('user-audit?correlation=never');
  await page.getByText('This can’t be shown').waitFor();
  await page.getByText('This isn’t a valid ID').waitFor();
  await expect.poll(() => page.getByText('Check the highlighted field').count()).toBe(0);
});

it('exports what the filters leave, and that stands in the audit too', async () => {
  await open('user-audit?type=operationHoursChanged');
  await page.getByText('2 of 2').waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV file' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(',configuration,schedule,update,operationHoursChanged,success,operations,ada@nordlicht.example,Ada Petersen,');
  await open('user-audit');
  await page.getByText('Audit exported').waitFor();
});

it('makes an API key that a program uses, which acts under its name until it is revoked', async () => {
  await inClient(house.database, house.clientId, (tx) =>
    addSampleAccounts(tx, [{ ref: 'K-7', first: 'Hannah', last: 'Brandt', claims: [{ ref: 'INV-7', balance: 5000, due: '2026-01-15' }] }]),
  );
  await open('api-keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByLabel('Name').fill('ERP');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Select at least one scope').waitFor();
  for (const scope of ['accounts:read', 'notes:write']) await page.getByRole('checkbox', { name: scope }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${house.url}/api/v1${path}`, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } });
  const { items } = (await (await call('/accounts?limit=1')).json()) as { items: { accountId: string }[] };
  const added = await call(`/accounts/${items[0]!.accountId}/notes`, { method: 'POST', body: '{"text":"From the ERP"}' });
  expect(added.status).toBe(201);
  await open('user-audit');
  await page.getByText('Note').first().waitFor();
  expect(await cells(1)).toMatch(/ERP/);
  await open('api-keys');
  await page.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await toast('“ERP” is revoked');
  expect((await call('/accounts')).status).toBe(401);
});

it('explains every call of the API, with examples about an account of the client', async () => {
  await open('api-keys');
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByRole('heading', { name: 'An ERP in an afternoon' }).waitFor();
  const call = page.locator('#recordPayment');
  await call.getByText('POST', { exact: true }).waitFor();
  await call.getByRole('tab', { name: 'curl' }).waitFor();
  await expect.poll(() => call.locator('pre').first().innerText()).not.toContain('0197c0de-5a10');
  await page.getByPlaceholder('Search calls').fill('dispute');
  await page.getByRole('heading', { name: 'Close a claim’s dispute' }).waitFor();
  await expect.poll(() => page.locator('#recordPayment').count()).toBe(0);
});

it('and the log it shows is sealed', async () => {
  await sealClient(house.database, house.clientId);
  const chain = await verifyClient(house.database, house.clientId, [], (finding) => wrong.push(finding.what));
  expect(chain).toMatchObject({ waiting: 0, findings: 0 });
  expect(chain.events).toBeGreaterThan(3);
  expect(wrong).toEqual([]);
});
