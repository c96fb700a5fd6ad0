/** Claims at a partner, as staff see it: given from an account, shown and found, given and recalled in bulk, and in a strategy's panel. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { saveAllocation } from '../server/services/partner/outsourcing/allocation.logic.ts';
import { listPartnerNames } from '../server/services/partner/outsourcing/partner.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { setFlags, visit } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let accountId: Uuid;

beforeAll(async () => {
  house = await openWholeHouse();
  await setFlags(house, { PARTNERS: true, CLAIM_PARTNER_ALLOCATION: true });
  accountId = await inClient(house.database, house.clientId, async (tx) => {
    for (const name of ['Nordstern Inkasso', 'Süd Recht'])
      await tx.sql('insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())', [
        tx.clientId,
        uuidv7(),
        name,
      ]);
    const claims = (from: number) => [from, from + 1].map((n) => ({ ref: `R-${n}`, balance: 12_000, due: '2026-01-01' }));
    const accounts = await addSampleAccounts(tx, [
      { ref: 'K-1', first: 'Greta', last: 'Weber', email: 'greta@post.example', claims: claims(1) },
      { ref: 'K-2', first: 'Paul', last: 'Kern', email: 'paul@post.example', claims: claims(3) },
    ]);
    return accounts.get('K-1')!;
  });
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' })).newPage();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const at = (route: string) => `${house.url}/${house.clientId}/${route}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const note = () => page.getByRole('region', { name: /^With Nordstern Inkasso since/ });

it('is given from the account, which says so on both pages, and comes back with the reason', async () => {
  await house.signIn(page, at(`account/${accountId}`));
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Give to partner' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Partner *', { exact: true }).click();
  await page.getByRole('option', { name: 'Nordstern Inkasso' }).click();
  await drawer.getByLabel('Note for the partner and the history').fill('Moved to Hamburg');
  await drawer.getByRole('button', { name: 'Give to partner' }).click();
  await page.getByText('2 claims given away').waitFor();
  await note().getByText('Moved to Hamburg').waitFor();
  // Whoever would write is told why not.
  await page.getByText('The claim is with Nordstern Inkasso, who collects it').first().waitFor();
  await page.getByRole('log').getByText('given to Nordstern Inkasso').first().waitFor();
  await visit(page, at('account/claim/R-1'));
  await note().getByText('Strategies wait').waitFor();
  await visit(page, at(`account/${accountId}`));
  await note().getByRole('button', { name: 'Recall' }).click();
  await page.getByRole('dialog').getByLabel('Why (optional)').fill('They closed');
  await page.getByRole('dialog').getByRole('button', { name: 'Recall' }).click();
  await page.getByText('2 claims are back').waitFor();
  await note().waitFor({ state: 'detached' });
});

it('is given to several by percentages from the list, found there, and recalled', async () => {
  await visit(page, at('account/claim-overview'));
  await page.getByRole('grid').getByText('R-3', { exact: true }).waitFor();
  await page.getByRole('grid').getByRole('checkbox').first().check();
  await button('Give to partner').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('By percentages').click();
  const chosen = async (index: number, name: string, percent: string) => {
    await dialog.getByLabel('Partner', { exact: true }).nth(index).click();
    await page.getByRole('option', { name }).click();
    await dialog.getByLabel(`Percentage: ${name}`).fill(percent);
  };
  await chosen(0, 'Nordstern Inkasso', '50');
  await dialog.getByText('Together 50%').waitFor();
  await dialog.getByRole('button', { name: 'Add partner' }).click();
  await chosen(1, 'Süd Recht', '50');
  await dialog.getByText('Together 100%').waitFor();
  await dialog.getByRole('button', { name: 'Give to partner' }).click();
  // A debtor's claims stay together: two each.
  await expect.poll(() => page.getByRole('grid').getByText('Nordstern Inkasso', { exact: true }).count(), { timeout: 20_000 }).toBe(2);
  expect(await page.getByRole('grid').getByText('Süd Recht', { exact: true }).count()).toBe(2);
  await visit(page, at('account/claim-overview?outsourced=yes'));
  await page.getByRole('grid').getByText('Süd Recht', { exact: true }).first().waitFor();
  await page.getByRole('grid').getByRole('checkbox').first().check();
  await button('Recall from partners').click();
  await dialog.getByRole('button', { name: 'Recall from partners' }).click();
  await expect.poll(() => page.getByRole('grid').getByText('Süd Recht', { exact: true }).count(), { timeout: 20_000 }).toBe(0);
});

it('is given by an allocation rule, which says what each partner gets', async () => {
  await inClient(house.database, house.clientId, async (tx) => {
    const partners = await listPartnerNames(tx);
    const shares = partners.map(({ partnerId }, index) => ({ partnerId, basisPoints: index === 0 ? 7_500 : 2_500 }));
    await saveAllocation(tx, { name: 'North and south', shares });
  });
  await visit(page, at('account/claim-overview'));
  await page.getByRole('grid').getByText('R-3', { exact: true }).waitFor();
  await page.getByRole('grid').getByRole('checkbox').first().check();
  await button('Give to partner').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('By a rule', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Give to partner' }).click();
  await dialog.getByText('Choose a rule').last().waitFor();
  await dialog.getByLabel('Allocation rule').click();
  await page.getByRole('option', { name: 'North and south Nordstern Inkasso 75% · Süd Recht 25%' }).click();
  await dialog.getByText('Nordstern Inkasso 75% · Süd Recht 25%').waitFor();
  await dialog.getByRole('button', { name: 'Give to partner' }).click();
  await expect
    .poll(() => page.getByRole('grid').getByText('Nordstern Inkasso', { exact: true }).count(), { timeout: 20_000 })
    .toBeGreaterThan(0);
});
