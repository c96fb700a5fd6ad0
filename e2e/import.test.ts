/** A portfolio file in a browser: dropped, mapped, looked at, imported, downloaded where it was refused, and dropped again. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { inClient } from '../server/platform/tenancy.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
const wrong: string[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
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

/** As a German accounting program writes it: Windows-1252, semicolons, decimal commas, one row that is no debt. */
const HEADER = 'Kundennummer;Vorname;Nachname;Ort;Rechnungsnummer;Betrag;Fälligkeit;Tarif;Freigabe\r\n';
const ROWS = [
  'K-1;Jörg;Müßig;Köln;0007;1.234,56;31.12.2025;=1+1;x',
  'K-1;Jörg;Müßig;Köln;0008;20,00;31.01.2026;Basis;x',
  'K-2;Zoë;O\'Brien;Ulm;0009;0,00;31.01.2026;"=HYPERLINK(""http://x.example"")";x',
];
const file = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(HEADER + rows.join('\r\n'), 'latin1'),
});

/** Drops a file on the screen, as the mouse does. */
async function drop(dropped: ReturnType<typeof file>): Promise<void> {
  await page.goto(`${house.url}/${house.clientId}/import`);
  await page.waitForLoadState('networkidle');
  const data = await page.evaluateHandle(
    ([name, bytes]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(bytes!), (letter) => letter.charCodeAt(0))], name!, { type: 'text/csv' }));
      return transfer;
    },
    [dropped.name, dropped.buffer.toString('base64')],
  );
  await page.getByRole('region', { name: 'Upload a file' }).dispatchEvent('drop', { dataTransfer: data });
  await page.waitForURL(/\/import\/[0-9a-f-]{36}$/);
}

/** A figure of the summary, by its word. */
const figure = async (word: string): Promise<string> =>
  (await page.locator(`xpath=//span[.='${word}']/preceding-sibling::strong`).first().textContent()) ?? '';

const claims = () =>
  inClient(house.database, house.clientId, (tx) =>
    tx.sql<{ ref: string; balance: bigint; tariff: string }>(
      `select external_claim_ref as ref, balance, meta ->> 'Tarif' as tariff from claim where client_id = $1 order by 1`,
      [tx.clientId],
    ),
  );

it('a file is dropped, mapped by the guess, looked at, and imported', async () => {
  await drop(file('Mai <b>2026</b>.csv', ROWS));
  await page.getByText('Müßig').first().waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Separator' }).inputValue()).toBe('Semicolon');
  await expect.poll(() => page.getByRole('combobox', { name: 'Encoding' }).inputValue()).toBe('Windows-1252');
  await expect.poll(() => page.getByRole('combobox', { name: 'Field for Rechnungsnummer' }).inputValue()).toBe('Claim: reference');
  await page.getByRole('textbox', { name: 'Save mapping as' }).fill('Monthly');
  await page.keyboard.press('Control+Enter');

  await page.getByRole('button', { name: /Import 2 rows/ }).waitFor();
  expect([await figure('new'), await figure('rejected'), await figure('new accounts')]).toEqual(['2', '1', '1']);
  await page.getByRole('cell', { name: '1,254.56' }).waitFor();
  expect(await claims()).toEqual([]);
  // Where an import stands is the server's to say.
  await page.reload();
  await page.getByRole('button', { name: /Import 2 rows/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Result', { exact: true }).waitFor();
  expect(await claims()).toEqual([
    { ref: '0007', balance: 123_456n, tariff: '=1+1' },
    { ref: '0008', balance: 2_000n, tariff: 'Basis' },
  ]);
});

it('refused rows are listed with number and reason, and downloaded to the byte or with formulas made inert', async () => {
  await page.getByText('0.00 isn’t a debt: the amount must be more than zero').waitFor();
  const lineOf = async (choice: string) => {
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: choice }).click()]);
    return (await readFile(await download.path(), 'utf8')).split('\r\n')[1];
  };
  expect(await lineOf('Exact copy')).toMatch(/^4;claim\.amount;.*;"=HYPERLINK\(""http:\/\/x\.example""\)";x$/);
  expect(await lineOf('For spreadsheets')).toMatch(/^4;claim\.amount;.*;"'=HYPERLINK\(""http:\/\/x\.example""\)";x$/);
});

it('the same file again changes nothing and is read by the mapping that was kept; a row against the ledger is reported', async () => {
  await drop(file('June.csv', ROWS.slice(0, 2)));
  await page.getByText('June.csv').first().waitFor();
  await page.getByText('Müßig').first().waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Saved mapping' }).inputValue()).toBe('Monthly');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Nothing to import' }).waitFor();
  expect([await figure('new'), await figure('unchanged')]).toEqual(['0', '2']);

  await drop(file('July.csv', ['K-9;Jörg;Müßig;Köln;0008;20,00;31.01.2026;Basis;x']));
  await page.getByText('July.csv').first().waitFor();
  await page.getByText('Müßig').first().waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Saved mapping' }).inputValue()).toBe('Monthly');
  await page.keyboard.press('Control+Enter');
  await page.getByText('claim 0008 belongs to account K-1').waitFor();

  const report = file('Report.csv', ROWS.slice(0, 2));
  await drop({ ...report, buffer: Buffer.concat([Buffer.from('Open items\r\n\r\n'), report.buffer]) });
  const skipped = page.getByRole('textbox', { name: 'Rows to skip at the top' });
  await page.getByRole('row', { name: /^4 .*Müßig/ }).waitFor();
  await expect.poll(() => skipped.inputValue()).toBe('2');
  // What was just set shows at once, though the file is still being read again.
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/import', async (route) => {
    if (/"hasHeader":false/.test(route.request().postData() ?? '')) await held;
    await route.fallback();
  });
  const hasHeader = page.getByRole('switch', { name: 'First row contains column names' });
  await hasHeader.click();
  await expect.poll(() => hasHeader.isChecked()).toBe(false);
  await expect.poll(() => page.getByRole('combobox', { name: 'Field for A' }).count()).toBe(0);
  release();
  await page.getByRole('combobox', { name: 'Field for A' }).waitFor();
  await page.unroute('**/api/import');
  // Without a header its row is one of the file's, until it is skipped too.
  await page.getByRole('row', { name: /^3 / }).waitFor();
  await skipped.fill('3');
  await page.getByRole('row', { name: /^3 / }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /^4 .*Müßig/ }).waitFor();

  const table = [HEADER, ROWS[0]!].map((line) => line.trim().split(';'));
  const workbook = await writeExcelFile([
    { sheet: 'Cover', data: [['Read me']] },
    { sheet: 'Mai', data: table },
  ] as never).toBuffer();
  await drop({ ...report, name: 'Mai.xlsx', buffer: Buffer.from(workbook) });
  await page.getByRole('combobox', { name: 'Sheet' }).click();
  await page.getByRole('option', { name: 'Mai' }).click();
  await page.getByRole('row', { name: /^2 .*Müßig/ }).waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Separator' }).count()).toBe(0);
  expect(wrong).toEqual([]);
});

it('ten thousand rejected rows stay a short page: grouped, read as one scrolls, and copied by their numbers', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const rejected = Array.from({ length: 10_000 }, (_, at) => `K-1;Jörg;Müßig;Köln;Z-${at};0,00;31.01.2026;Basis;x`);
  await drop(file('Zero.csv', [...rejected, 'K-1;Jörg;Müßig;Köln;Z-good;1,00;31.01.2026;Basis;x']));
  await page.getByText('Zero.csv').first().waitFor();
  await page.getByText('Müßig').first().waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: /Import 1 row/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Result', { exact: true }).waitFor();
  await page.getByRole('heading', { name: '10,000 rejected rows' }).waitFor();
  await page.getByRole('button', { name: /^Copy the row numbers of/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/more than zero\nRows: 2–10001$/);
  const table = page.locator('table[aria-label="Rejected rows"]');
  // Rows come as one scrolls to the end of those that are there.
  await page.waitForFunction(() => {
    const list = document.querySelector('table[aria-label="Rejected rows"]')!;
    list.parentElement!.scrollTo(0, list.parentElement!.scrollHeight);
    return [...list.querySelectorAll('td')].some((cell) => cell.textContent === '301');
  });
  await expect.poll(() => table.locator('tr').count()).toBeLessThan(60);
});
