/** A creditor's SFTP server is watched in a browser: set up, tried out, looked into; what it brought leaves for the bookkeeping. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSftpServer, type SftpTestServer } from '../server/platform/delivery/sftp.testing.ts';
import { axeOn } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { call } from './people.ts';

let house: WholeHouse;
let browser: Browser;
let server: SftpTestServer;
let page: Page;
let seriousIn: ReturnType<typeof axeOn>;

beforeAll(async () => {
  process.env.OUTBOUND_ALLOW = '127.0.0.0/8';
  house = await openWholeHouse();
  server = await openSftpServer();
  const fields = [
    { field: 'account.ref', column: 'account' },
    { field: 'claim.ref', column: 'claim' },
    { field: 'claim.amount', column: 'amount' },
  ];
  await call(
    house,
    'import',
    'mutation ($clientId: ID!, $mapping: ImportMappingInput!) { saveImportMapping(clientId: $clientId, name: "Weekly file", mapping: $mapping) { mappingId } }',
    { clientId: house.clientId, mapping: { record: 'claims', hasHeader: true, decimalMark: '.', dateOrder: 'YMD', fields } },
  );
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', acceptDownloads: true })).newPage();
  seriousIn = axeOn(page);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await house.close();
});

it('a server’s portfolio is imported and leaves as a batch whose sums are those of the ledger', async () => {
  server.put('in/portfolio_47.csv', 'account,claim,amount\nK1,R1,120.50\nK1,R2,x\nK2,R3,80.00\n');
  server.put('in/portfolio_47.csv.done', '');
  server.put('in/readme.txt', 'hello');
  await house.signIn(page, `${house.url}/${house.clientId}/configuration/connectors`);
  await page.getByText('No folder is watched yet').waitFor();
  await page.getByRole('button', { name: 'Watch a folder' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Stadtwerke');
  await form.getByRole('textbox', { name: 'Host', exact: true }).fill('127.0.0.1');
  await form.getByRole('textbox', { name: 'Port', exact: true }).fill(String(server.port));
  await form.getByRole('textbox', { name: 'User name', exact: true }).fill('creditor');
  await form.getByLabel('Password', { exact: true }).fill('wrong');
  await form.getByRole('textbox', { name: 'Folder', exact: true }).fill('in');
  await form.getByRole('textbox', { name: 'File names', exact: true }).fill('portfolio_*.csv');
  await form.getByRole('textbox', { name: 'Marker file', exact: true }).fill('.done');
  await form.getByRole('combobox', { name: 'Saved mapping' }).click();
  await page.getByRole('option', { name: 'Weekly file' }).click();
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('The server refuses the user name, password or key').waitFor();
  await form.getByLabel('Password', { exact: true }).fill('secret');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByRole('row', { name: /portfolio_47.csv \d+ B would be imported/ }).waitFor();
  await form.getByRole('row', { name: /readme.txt 5 B doesn’t match/ }).waitFor();
  await form.getByText(server.fingerprint).waitFor();
  expect(await seriousIn('both', 'dialog')).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();

  await page.getByRole('row', { name: /Stadtwerke/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Look now' }).click();
  // A third of its rows is wrong.
  const row = drawer.getByRole('row', { name: /portfolio_47.csv.*Needs confirmation/ });
  await row.getByText('1 of 3 rows would be rejected, which is more than 5 %').waitFor();
  expect(await seriousIn('both', 'dialog')).toEqual([]);
  await row.getByRole('link', { name: 'Open import' }).click();
  await page
    .getByRole('button', { name: /^Import/ })
    .last()
    .click();
  await page.getByText('new accounts').first().waitFor();

  await page.goto(`${house.url}/${house.clientId}/configuration/connectors?tab=accounting`);
  await page.getByRole('combobox', { name: 'Accounts proposed by' }).click();
  await page.getByRole('option', { name: 'SKR04' }).click();
  await page.getByLabel('Consultant number').fill('1234');
  await page.getByLabel('Client number').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Accounting settings saved').first().waitFor();

  await page.getByRole('tab', { name: 'Accounting batches' }).click();
  await page.getByRole('button', { name: 'Make a batch' }).click();
  const today = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin' }).format(new Date());
  await page.getByRole('dialog').getByLabel('Last day').fill(today);
  await page.getByRole('button', { name: 'Make a batch of 2 entries' }).click();
  await page.getByRole('row', { name: /^1 Made .*€200.50/ }).click();
  const batch = page.getByRole('dialog');
  await batch.getByText('Equal to the ledger').waitFor();
  await batch.getByRole('row', { name: '1210 EUR 200.50 0.00 200.50 0.00' }).waitFor();
  expect(await seriousIn('both', 'dialog')).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    batch.getByRole('button', { name: 'Download journal_00001.csv' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',').slice(3, 9))).toEqual([
    ['1210', '9000', '120.50', '', 'EUR', '120.50'],
    ['1210', '9000', '80.00', '', 'EUR', '80.00'],
  ]);
});
