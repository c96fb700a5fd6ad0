/** The account screen in two browsers: forms that lose nothing, and a layout that holds for everybody of the client. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { type Actor, inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

let house: WholeHouse;
let browser: Browser;
let ada: Page;
let bea: Page;
let accountId: Uuid;

beforeAll(async () => {
  house = await openWholeHouse();
  const actor: Actor = { type: 'user', id: house.userId };
  await inClient(
    house.database,
    house.clientId,
    async (tx) => {
      const claims = [{ ref: 'A-1-1', balance: 128460, due: '2026-01-01' }];
      accountId = (await addSampleAccounts(tx, [{ ref: 'A-1', first: 'Hannah', last: 'Brandt', city: 'Berlin', claims }])).get('A-1')!;
    },
    { actor },
  );
  browser = await launchBrowser();
  [ada, bea] = [await newPage(), await newPage()];
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

async function newPage(): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(30_000);
  await house.signIn(page);
  return page;
}
const open = (page: Page, query = '') => page.goto(`${house.url}/${house.clientId}/account/${accountId}${query}`);
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true }).first();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

it('what two people type into one debtor at once is told, kept and chosen; a reload loses nothing', async () => {
  await open(ada, '?form=debtor');
  await field(ada, 'Middle name').fill('Maria');
  await field(ada, 'City').fill('Kiel');
  await open(bea, '?form=debtor');
  await field(bea, 'City').fill('Hamburg');
  await field(bea, 'Place of birth').fill('Bonn');
  await save(bea);
  await bea.getByText('Debtor data saved').waitFor();

  await ada.reload();
  await ada.getByRole('alert').getByText('City (Hamburg)').waitFor();
  expect(await field(ada, 'City').inputValue()).toBe('Kiel');
  expect(await field(ada, 'Middle name').inputValue()).toBe('Maria');
  expect(await field(ada, 'Place of birth').inputValue()).toBe('Bonn');
  expect(await ada.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  await ada.getByRole('button', { name: 'Keep mine' }).click();
  await save(ada);
  await ada.getByText('Debtor data saved').waitFor();

  await open(bea, '?form=debtor');
  await expect.poll(() => field(bea, 'City').inputValue()).toBe('Kiel');
  expect(await field(bea, 'Place of birth').inputValue()).toBe('Bonn');
  expect(await field(bea, 'Middle name').inputValue()).toBe('Maria');
});

it('the screen is arranged by mouse and by buttons, with fields by path, for everybody of the client', async () => {
  await open(ada);
  await ada.getByRole('button', { name: 'Arrange' }).click();
  await ada.getByRole('button', { name: 'Make the column of Claims wider' }).click();
  await ada.getByText('4 of 12').waitFor();
  const card = await ada.getByRole('article', { name: 'Tasks' }).locator('header').boundingBox();
  const goal = await ada.getByRole('article', { name: 'Contact' }).boundingBox();
  await ada.mouse.move(card!.x + 40, card!.y + 8);
  await ada.mouse.down();
  await ada.mouse.move(goal!.x + 40, goal!.y + 30, { steps: 10 });
  await ada.mouse.up();
  await ada.getByRole('button', { name: 'Add fields' }).click();
  await ada.getByLabel('Heading').fill('At a glance');
  await ada.getByRole('button', { name: 'Add a field' }).click();
  await ada.getByRole('combobox', { name: 'Field' }).fill('contactInformation.city');
  await ada.getByRole('option', { name: /debtors\.0\.contactInformation\.city/ }).click();
  await ada.getByLabel('Own name').fill('Lives in');
  await ada.getByRole('button', { name: 'Done' }).click();
  await ada.getByRole('button', { name: 'Save for the client' }).click();
  await ada.getByText('The account screen is arranged').waitFor();

  await open(bea);
  await bea.getByText('Lives in').waitFor();
  const at = async (heading: string) => (await bea.getByRole('heading', { name: heading, exact: true }).boundingBox())!;
  // The tasks stand over the contacts now, in the left lane.
  expect((await at('Task')).x).toBe((await at('Contact')).x);
  expect((await at('Task')).y).toBeLessThan((await at('Contact')).y);
});
