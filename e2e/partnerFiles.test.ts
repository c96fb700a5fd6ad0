/** Files for a partner and from it in a real browser: made, checked with what contradicts, booked, and how they are exchanged. */
import { Readable } from 'node:stream';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { storeBytes } from '../server/services/files/files.bytes.logic.ts';
import { addClaims, addPartner, give } from '../server/services/partner/partner.exchange.testing.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { setFlags } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let partnerId: Uuid;
const wrong: string[] = [];
/** Where pictures for people go, if somebody wants some. */
const pictures = process.env.QUITTANCE_PICTURES;
const picture = async (name: string) => void (pictures && (await page.screenshot({ path: `${pictures}/${name}.png` })));

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  await setFlags(house, { PARTNERS: true });
  await inClient(house.database, house.clientId as Uuid, async (tx) => {
    partnerId = await addPartner(tx, 'Nordstern Inkasso');
    await addClaims(tx, ['F-1', 'F-2', 'F-3']);
    await give(tx, partnerId, ['F-1', 'F-2']);
    await tx.sql(
      `update partner set attachment_selector_list = '[{"documentType": "INVOICE", "contextType": null, "fileSelectionCriteria": "all"}]'
       where client_id = $1 and partner_id = $2`,
      [tx.clientId, partnerId],
    );
    const fileId = uuidv7();
    await storeBytes(tx.clientId, fileId, Readable.from(['Invoice']), 1000);
    await tx.sql(
      `insert into add_on_file (client_id, file_id, account_id, external_claim_ref, name, extension, size, source, uploaded_by, status, context_type,
         document_type, created_at)
       select client_id, $2, account_id, 'F-1', 'invoice.pdf', 'pdf', 7, 'staff', 'x', 'stored', 'claim', 'INVOICE', now() from claim
       where client_id = $1 and external_claim_ref = 'F-1'`,
      [tx.clientId, fileId],
    );
  });
  await house.signIn(page);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

it('makes a file of what the partner doesn’t know yet, and says when there is nothing to tell', async () => {
  await page.goto(`${house.url}/${house.clientId}/asset/${partnerId}?tab=files`);
  await page.getByRole('button', { name: 'Reject all' }).click();
  await page.getByText('No files yet').waitFor();
  await page.getByRole('button', { name: 'Make file' }).click();
  await page.getByText('2 new · 0 changed · 0 recalled').waitFor();
  await page.getByRole('cell', { name: '€200.00' }).waitFor();
  await page.getByText('Ready', { exact: true }).waitFor();
  await page.getByText('1 attachment', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Nordstern-Inkasso_.*\.zip$/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('row').filter({ hasText: 'F-2' }).getByText('New').waitFor();
  await picture('file');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Make file' }).click();
  await page.getByText('Nothing new').waitFor();
});

it('checks what came back, shows what contradicts, and books the rest', async () => {
  const content =
    'Satzart;Forderung;Referenz;Datum;Betrag\nZahlung;F-1;N-1;01.07.2026;40,00\nZahlung;F-2;N-2;01.07.2026;140,00\nZahlung;F-3;N-3;01.07.2026;10,00\n';
  await page.locator('input[type=file]').setInputFiles({ name: 'zahlungen.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Not checked yet').waitFor();
  await drawer.getByRole('button', { name: 'Check', exact: true }).click();
  await drawer.getByText(/140.00 EUR is more than the 100.00/).waitFor();
  await drawer.getByText('Claim F-3 was never with this partner').waitFor();
  await drawer.getByText('€40.00').waitFor();
  await picture('checked');
  await drawer.getByRole('button', { name: 'Book', exact: true }).click();
  await drawer.getByText('Already known').waitFor();
  await page.getByRole('row').filter({ hasText: 'zahlungen.csv' }).getByText('Booked').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('zahlungen.csv').waitFor();
  const [claim] = await inClient(house.database, house.clientId as Uuid, (tx) =>
    tx.sql<{ balance: bigint }>(`select balance from claim where client_id = $1 and external_claim_ref = 'F-1'`, [tx.clientId]),
  );
  expect(claim?.balance).toBe(6_000n);
  await picture('files');
});

it('keeps how files are exchanged, and names what is wrong', async () => {
  await page.getByRole('button', { name: 'Settings' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('switch', { name: 'Exchange by SFTP' }).check({ force: true });
  await drawer.getByRole('textbox', { name: 'Server', exact: true }).fill('127.0.0.1');
  await drawer.getByLabel('The partner’s public key').fill('nonsense');
  await drawer.getByRole('switch', { name: 'The partner’s own columns' }).check({ force: true });
  for (const _ of 'ab') {
    await drawer.getByRole('button', { name: 'Add column' }).click();
    await drawer.getByPlaceholder('Column').last().fill('Claim');
  }
  await drawer.getByRole('button', { name: 'Save' }).click();
  // Each refusal stands beside its field, and nothing is said in general.
  const beside = async (label: string) => {
    const field = page.getByRole('textbox', { name: label, exact: true });
    const around = drawer.locator('.mantine-InputWrapper-root').filter({ has: field }).last();
    return around.locator('.mantine-InputWrapper-error').textContent({ timeout: 5_000 });
  };
  await drawer.getByText('Enter a password or a private key').waitFor();
  await picture('settings');
  expect(await beside('Password')).toContain('Enter a password or a private key');
  expect(await beside('User')).toContain('This field is required');
  expect(await beside('The partner’s public key')).toContain('no OpenPGP public key');
  expect(await beside('Column')).toContain('Two columns are called');
  expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
  await drawer.getByRole('switch', { name: 'The partner’s own columns' }).uncheck({ force: true });
  await drawer.getByRole('textbox', { name: 'User', exact: true }).fill('nordstern');
  await drawer.getByLabel('The partner’s public key').fill('');
  await drawer.getByRole('textbox', { name: 'Password' }).fill('secret');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Make and send' }).waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await picture('dark');
  await page.getByRole('button', { name: /^Nordstern-Inkasso_.*\.zip$/ }).click();
  await drawer.getByText('F-2').waitFor();
  await picture('file-dark');
});

it('makes a key that is the partner’s own, for its files alone', async () => {
  await page.goto(`${house.url}/${house.clientId}/configuration/api-keys`);
  await page.getByRole('button', { name: 'New key' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name' }).fill('Nordstern');
  await form.getByRole('combobox', { name: 'For' }).click();
  await page.getByRole('option', { name: 'Nordstern Inkasso' }).click();
  await form.getByRole('checkbox', { name: 'partnerFiles:write' }).waitFor();
  expect(await form.getByRole('checkbox').count()).toBe(2);
  await picture('key-form-dark');
  await form.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('row').filter({ hasText: 'Nordstern Inkasso' }).waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await picture('keys');
  expect(wrong).toEqual([]);
});
