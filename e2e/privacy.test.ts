/** A person's rights in the browser: the file, a hold, a rule's preview, and erasure, while balances and the chain of seals stay. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealClient } from '../server/platform/events.seal.ts';
import { verifyClient } from '../server/platform/events.verify.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { createTestPerson, NAMES, type Someone } from '../server/services/privacy/privacy.testing.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let person: Someone;

beforeAll(async () => {
  house = await openWholeHouse();
  person = await inClient(house.database, house.clientId, (tx) => createTestPerson(tx, 'D-1', '2010-05-05T10:00:00Z'), {
    actor: { type: 'user', id: house.userId },
  });
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true })).newPage();
  await house.signIn(page);
  await page.getByRole('button', { name: 'Reject all' }).click();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const money = () =>
  inClient(house.database, house.clientId, (tx) =>
    tx.sql('select key, amount, currency, value_date from ledger_entry where client_id = $1 order by key', [tx.clientId]),
  );
const openAccount = () => page.goto(`${house.url}/${house.clientId}/account/${person.accountId}?form=personalData`);
const drawer = () => page.getByRole('dialog', { name: 'Personal data' });

async function download(name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), drawer().getByRole('button', { name, exact: true }).click()]);
  return readFile(await file.path());
}

it('makes the file of a person, which can be downloaded and read', async () => {
  await openAccount();
  await drawer().getByRole('button', { name: 'Create file' }).click();
  await drawer().getByRole('button', { name: 'JSON', exact: true }).waitFor();
  const document = JSON.parse((await download('JSON')).toString()) as { sections: { debtors: { lastName: string }[] } };
  expect(document.sections.debtors[0]?.lastName).toBe('Quastenberg');
  const { text } = await extractText(new Uint8Array(await download('PDF')), { mergePages: true });
  expect(text).toContain('Your personal data');
  expect(text).toContain('Quastenberg');
});

it('is held, and erased only when the hold is released', async () => {
  const before = await money();
  const reason = drawer().getByLabel('Reason', { exact: true });
  const until = drawer().getByLabel('Until');
  await reason.fill('Lawsuit 4 O 12/26');
  await until.fill('1/31/2010');
  await reason.press('Control+Enter');
  await expect.poll(() => until.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => reason.inputValue()).toBe('Lawsuit 4 O 12/26');
  await until.fill('');
  await reason.press('Control+Enter');
  await drawer().getByText('Lawsuit 4 O 12/26').waitFor();
  // The form is empty for the next one; what is typed in it, and why this one is released, is still there afterwards.
  await expect.poll(() => reason.inputValue()).toBe('');
  await reason.fill('Lawsuit 5 O 3/26');
  await drawer().getByLabel('Requested on').fill('1/5/2026');
  await drawer().getByRole('button', { name: 'Release' }).click();
  await drawer().getByLabel('Reason for release').fill('Settled');
  // Whoever opens the account sees it without looking for it.
  await page.locator('header').getByText('Legal hold · until released · Ada Petersen').waitFor();
  await page.goto(`${house.url}/${house.clientId}/configuration/privacy`);
  const notes = page.getByRole('group', { name: 'Notes, calls and tasks' });
  await notes.getByRole('button', { name: 'Preview' }).click();
  await notes.getByText('On legal hold: 1.').waitFor();
  await openAccount();
  await drawer().getByText('kept: legal hold').first().waitFor();
  await expect.poll(() => drawer().getByRole('button', { name: 'Erase now' }).count()).toBe(0);
  await expect.poll(() => reason.inputValue()).toBe('Lawsuit 5 O 3/26');
  await expect.poll(() => drawer().getByLabel('Requested on').inputValue()).toBe('01/05/2026');
  await expect.poll(() => drawer().getByLabel('Reason for release').inputValue()).toBe('Settled');
  await drawer().getByLabel('Reason for release').press('Enter');
  await drawer().getByText('Released or expired').waitFor();
  await page.locator('header').getByText('Legal hold ·').waitFor({ state: 'detached' });
  await openAccount();
  await drawer().getByRole('button', { name: 'Erase now' }).click();
  await page.getByRole('dialog', { name: 'Erase this data permanently?' }).getByRole('button', { name: 'Erase now' }).click();
  await drawer().getByText('Nothing to erase for now.').or(drawer().getByText('Erasures')).first().waitFor();
  await expect.poll(() => leftOf()).toBe(0);
  expect(await money()).toEqual(before);
  await sealClient(house.database, house.clientId);
  const findings: string[] = [];
  const chain = await verifyClient(house.database, house.clientId, [], (finding) => findings.push(finding.what));
  expect(findings).toEqual([]);
  expect(chain.erased).toBeGreaterThan(0);
});

/** Notes, debtors and contacts of the account that still name the person. */
async function leftOf(): Promise<number> {
  const [row] = await inClient(house.database, house.clientId, (tx) =>
    tx.sql<{ count: number }>(
      `select ((select count(*) from note where client_id = $1 and account_id = $2) + (select count(*) from contact_point where client_id = $1 and account_id = $2)
         + (select count(*) from debtor d where client_id = $1 and account_id = $2 and exists (select from unnest($3::text[]) w where d::text ilike '%' || w || '%')))::int as count`,
      [tx.clientId, person.accountId, NAMES],
    ),
  );
  return row?.count ?? -1;
}
