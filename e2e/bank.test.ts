/** Money by bank: what one types about a movement or a mandate stays until it is sent, and is told beside its field. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { addDays, type CalendarDate, instant } from '../core/time.ts';
import { localDate } from '../core/zone.ts';
import { now } from '../server/platform/clock.ts';
import { drainJobs } from '../server/platform/jobs.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { saveBankAccount } from '../server/services/finance/account/account.logic.ts';
import { statementXml } from '../server/services/finance/bank/camt.testing.ts';
import { createMandate } from '../server/services/finance/debit/mandate.logic.ts';
import { writeDay } from '../web/ui/readDay.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

const OWN = 'DE02120300000000202051';
let house: WholeHouse;
let browser: Browser;
let page: Page;
let accounts: Uuid[];

beforeAll(async () => {
  house = await openWholeHouse();
  await inClient(house.database, house.clientId, async (tx) => {
    const claims = (ref: string) => [{ ref, balance: 30_000, due: '2026-01-01', product: 'Gas' }];
    const ids = await addSampleAccounts(tx, [
      { ref: '8976-AMJEO', first: 'Hannah', last: 'Brandt', claims: claims('1') },
      { ref: '7276-DHGJQ', first: 'Fatma', last: 'Demir', claims: claims('2') },
    ]);
    accounts = [...ids.values()];
    await saveBankAccount(tx, { name: 'Main', holder: 'Nordlicht', iban: OWN, preNotificationDays: 5 });
  });
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await house.signIn(page);
  await page.getByRole('button', { name: 'Reject all' }).click();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const side = () => page.getByRole('complementary', { name: 'Transaction and possible matches' });

it('parts of a movement and a reason survive a reload, tell what is wrong, and are gone once they are sent', async () => {
  await page.goto(`${house.url}/${house.clientId}/payments/bank`);
  const movements = [
    { amount: '80.00', name: 'Hannah Brandt', text: 'thanks' },
    { amount: '-9.90', name: 'The bank', text: 'RETURN', returnReason: 'AC04' },
  ];
  const buffer = Buffer.from(statementXml(OWN, 'S-1', movements));
  await page.setInputFiles('input[type=file]', { name: 'auszug.xml', mimeType: 'application/xml', buffer });
  await expect
    .poll(async () => {
      await drainJobs(house.database);
      return page.getByRole('grid').getByText('Hannah Brandt').count();
    })
    .toBe(1);

  await page.getByRole('grid').getByText('Hannah Brandt').click();
  await side().getByRole('button', { name: 'Split' }).click();
  const first = side().getByLabel('8976-AMJEO');
  await first.fill('fifty');
  await side().getByText('Enter an amount, for example').waitFor();
  await first.fill('90');
  await side().getByText('€10.00 too much').waitFor();
  await first.fill('50');
  await side().getByText('€30.00 left to allocate').waitFor();
  await side().getByLabel('Other account').fill('Nobody at all');
  await side().getByText('No account found.').waitFor();
  await side().getByLabel('Other account').fill('Demir');
  await side().getByRole('button', { name: /Demir/ }).click();
  await side().getByRole('link', { name: 'Fatma Demir' }).waitFor();

  await page.reload();
  await page.getByRole('grid').getByText('Hannah Brandt').click();
  await side().getByText('We restored your draft').waitFor();
  await expect.poll(() => first.inputValue()).toBe('50.00');
  await expect.poll(() => side().getByLabel('Other account').inputValue()).toBe('Demir');
  await side().getByRole('link', { name: 'Fatma Demir' }).waitFor();
  await side().getByRole('button', { name: 'Split' }).last().click();
  await expect.poll(() => side().getByLabel('7276-DHGJQ').inputValue()).toBe('30.00');
  await side().getByRole('button', { name: 'Book 2 parts' }).click();
  await page.getByText('€80.00 booked on 8976-AMJEO, 7276-DHGJQ').waitFor();
  const paid = await inClient(house.database, house.clientId, (tx) =>
    tx.sql<{ account_id: Uuid; amount: bigint }>(
      `select account_id, sum(amount)::bigint as amount from payment where client_id = $1 and status = 'settled' group by 1`,
      [tx.clientId],
    ),
  );
  expect(new Map(paid.map((each) => [each.account_id, each.amount]))).toEqual(
    new Map([
      [accounts[0], 5_000n],
      [accounts[1], 3_000n],
    ]),
  );

  await page.getByRole('grid').getByText('The bank').click();
  await side().getByRole('button', { name: 'Ignore' }).click();
  await side().getByRole('button', { name: 'Ignore', exact: true }).click();
  await side().getByText('Enter a reason').waitFor();
  await side().getByLabel('Why isn’t this a debtor’s payment?').fill('A charge');
  await page.reload();
  await page.getByRole('grid').getByText('The bank').click();
  await expect.poll(() => side().getByLabel('Why isn’t this a debtor’s payment?').inputValue()).toBe('A charge');
  await side().getByRole('button', { name: 'Ignore', exact: true }).click();
  await page.getByText('Transaction ignored').waitFor();

  // Taken back, it is open again, and nothing of the old draft stands there.
  await page.getByRole('radiogroup').getByText('Booked', { exact: true }).click();
  await side().getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Decision undone').waitFor();
  await page.getByRole('radiogroup').getByText('Work list', { exact: true }).click();
  await side().getByText('The decision was undone. Please decide again.').waitFor();
  await expect.poll(() => side().getByLabel('Other account').inputValue()).toBe('');
});

it('a mandate is disabled until a day, or until somebody enables it', async () => {
  await inClient(house.database, house.clientId, (tx) =>
    createMandate(
      tx,
      {
        providerName: 'sepaDirectDebit',
        holder: 'Hannah Brandt',
        iban: 'DE02500105170137075030',
        signedOn: '2026-01-02' as CalendarDate,
        accountId: accounts[0]!,
        reference: 'M-1',
      },
      house.userId,
    ),
  );
  await page.goto(`${house.url}/${house.clientId}/account/${accounts[0]}`);
  const panel = page.locator('#content');
  const dialog = page.getByRole('dialog');
  const today = localDate(now(), 'Europe/Berlin');
  await panel.getByRole('button', { name: 'Disable', exact: true }).click();
  await dialog.getByLabel('Until').fill(addDays(today, 5));
  await page.reload();
  await panel.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect.poll(() => dialog.getByLabel('Until').inputValue()).toBe(writeDay(addDays(today, 5), 'en-US'));
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await panel.getByText('Disabled until').waitFor();
  const [row] = await inClient(house.database, house.clientId, (tx) =>
    tx.sql<{ disabled_until: Date }>('select disabled_until from recurring_payment_mandate where client_id = $1', [tx.clientId]),
  );
  // From the beginning of the day, where the client is.
  expect(localDate(instant(row!.disabled_until), 'Europe/Berlin')).toBe(addDays(today, 5));
  expect(localDate(instant(row!.disabled_until.getTime() - 1), 'Europe/Berlin')).toBe(addDays(today, 4));
  await expect.poll(() => panel.getByRole('button', { name: 'Collect', exact: true }).count()).toBe(0);
  await panel.getByRole('button', { name: 'Enable' }).click();
  await panel.getByRole('button', { name: 'Collect', exact: true }).waitFor();
});
