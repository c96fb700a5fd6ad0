/** A supervisor reviews a colleague's call by keys alone and finds the score with the results. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { DAY } from '../core/time.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson } from './people.ts';

let house: WholeHouse;
let browser: Browser;

beforeAll(async () => {
  house = await openWholeHouse();
  const ben = await addPerson(house, 'Ben Vogt', { [house.clientId]: 'AGENT' });
  await inClient(house.database, house.clientId, async (tx) => {
    const made = await addSampleAccounts(tx, [
      { ref: 'R-1', first: 'Hannah', last: 'Brandt', claims: [{ ref: 'R-1-1', balance: 20_000, due: '2026-09-01' }] },
    ]);
    for (const note of ['Wants to pay on Friday', 'Asked for a copy of the invoice'])
      await tx.sql(
        `insert into communication_resolution (client_id, resolution_id, account_id, communication_method, outcome_direction, category, resolution, delinquency_reason, additional_information, user_id, created_at)
         values ($1, $2, $3, 'phoneCall', 'outbound', 'reached', 'other', 'notApplicable', $4, $5, $6)`,
        [tx.clientId, uuidv7(), made.get('R-1'), note, ben.userId, new Date(Date.now() - DAY)],
      );
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

it('answers by keys, saves, brings the next one and adds up by person', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })).newPage();
  await house.signIn(page, `${house.url}/${house.clientId}/account/conversation-reviews`);
  await page.getByText('Hannah Brandt').first().waitFor();
  await page
    .getByText(/Wants to pay on Friday|Asked for a copy/)
    .first()
    .waitFor();
  const card = page.getByRole('form', { name: 'Score card' });
  await card.getByText('Right party').first().waitFor();
  await expect.poll(() => card.getByRole('button', { name: 'Save & next' }).isDisabled()).toBe(true);
  const questions = await card.getByRole('radiogroup').count();
  for (let place = 0; place < questions; place++) await page.keyboard.press('1');
  await card.getByRole('button', { name: 'Save & next · 100' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Review saved: 100').waitFor();
  await expect.poll(() => page.getByRole('navigation', { name: 'Sample' }).getByRole('button').count()).toBe(1);
  await page.getByText('Results', { exact: true }).click();
  await page.getByRole('table', { name: 'Person' }).getByText('Ben Vogt').waitFor();
  await expect.poll(() => page.getByRole('table', { name: 'Person' }).getByText('100').count()).toBe(1);
});
