/** The embedded dashboards in a browser: added, refused, shown in a sandbox, failed. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inClient } from '../server/platform/tenancy.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let elsewhere: Server;
let origin: string;
/** What the browser complained of. */
const wrong: string[] = [];

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    if (request.url === '/never') return;
    response.setHeader('content-type', 'text/html');
    response.end(
      request.url === '/fails'
        ? `<h1>Expired</h1><script>parent.postMessage({ eventName: 'ERROR_OCCURRED' }, '*')</script>`
        : '<h1>Cash of the quarter</h1><script>try { top.location = "/auth" } catch {}</script>',
    );
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  process.env.EMBED_ORIGINS = origin;
  house = await openWholeHouse();
  await inClient(
    house.database,
    house.clientId,
    async (tx) =>
      void (await tx.sql(`update client set feature_flags = '{"EMBEDDED_DASHBOARD": true}' where client_id = $1`, [house.clientId])),
  );
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (entry) => void (/Content.Security.Policy/i.test(entry.text()) && wrong.push(entry.text())));
  await house.signIn(page);
});
afterAll(async () => {
  delete process.env.EMBED_ORIGINS;
  await browser.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
  await house.close();
});

const open = (path: string) => page.goto(`${house.url}/${house.clientId}/${path}`);

it('embedded dashboards: none, added, refused, shown in a sandbox, failed', async () => {
  await open('dashboard');
  await page.getByText('Set up a dashboard').waitFor();
  await page.getByText(/contact support/i).waitFor();
  await page.getByRole('button', { name: 'Add dashboard' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Name').fill('Cash');
  await editor.getByLabel('Address').fill('https://evil.example/');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.getByText(/Pages of https:\/\/evil\.example can’t be shown here/).waitFor();
  await editor.getByLabel('Address').fill(`${origin}/cash`);
  await editor.getByRole('button', { name: 'Add dashboard' }).click();
  await editor.getByLabel('Name').nth(1).fill('Broken');
  await editor.getByLabel('Type').nth(1).selectOption('quicksight');
  await editor.getByLabel('Address').nth(1).fill(`${origin}/fails`);
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('Dashboards saved').first().waitFor();

  const frame = page.locator('iframe[title=Cash]');
  await page.frameLocator('iframe[title=Cash]').getByText('Cash of the quarter').waitFor();
  expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
  expect(page.url()).toContain('/dashboard');

  await page.evaluate(() => {
    window.addEventListener('dashboard-embedding-error', (event) =>
      document.body.setAttribute('data-failed', (event as CustomEvent<{ reason: string }>).detail.reason),
    );
  });
  await page.getByRole('tab', { name: 'Broken' }).click();
  await page.getByText('“Broken” can’t be shown').waitFor();
  await expect.poll(() => page.getAttribute('body', 'data-failed')).toBe('refused');

  // An address whose origin is allowed no longer, and one that never answers.
  const put = (path: string) =>
    inClient(house.database, house.clientId, async (tx) => {
      await tx.sql('update client set embedded_dashboards = $2 where client_id = $1', [
        house.clientId,
        JSON.stringify([{ type: 'static', label: 'Gone', url: path }]),
      ]);
    });
  expect(wrong).toEqual([]);
  await put('https://gone.example/cash');
  await open('dashboard');
  await page.getByText('Pages from https://gone.example aren’t allowed here').waitFor();
  expect(wrong.length).toBeGreaterThan(0);
  wrong.length = 0;
  await put(`${origin}/never`);
  await open('dashboard');
  await page.getByRole('status', { name: 'Loading “Gone”' }).waitFor();
  await page.getByText('isn’t responding').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('status', { name: 'Loading “Gone”' }).waitFor();
});

it('a list that cannot be loaded says so, as a toast and on the screen', async () => {
  await page.route('**/api/reporting', (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"errors":[{"message":"no","extensions":{"code":"INTERNAL"}}]}' }),
  );
  await open('dashboard');
  await page.getByText('The dashboards could not be loaded').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/api/reporting');
  expect(wrong).toEqual([]);
});
