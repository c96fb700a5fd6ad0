/** WhatsApp templates and automated calls are written in their builders, and each is shown as it will be received. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeOn } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, signInAs } from './people.ts';
import { openPage } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let seriousIn: ReturnType<typeof axeOn>;
beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  page = await openPage(browser, []);
  seriousIn = axeOn(page);
  await signInAs(page, house, await addPerson(house, 'Mira Oduya', { [house.clientId]: 'ADMINISTRATOR' }));
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const preview = () => page.getByRole('region', { name: 'Preview' });
const save = async () => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByText(/” saved/)
    .first()
    .waitFor();
};

it('a WhatsApp template is written, refused beside its field, and submitted once it is saved', async () => {
  await page.goto(`${house.url}/${house.clientId}/content/messaging-builder`);
  await page.getByRole('radiogroup', { name: 'Kind of message' }).getByText('WhatsApp templates').click();
  await page.getByRole('button', { name: 'New WhatsApp template' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Payment reminder');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('{{ claim.balance }}');
  await page.getByText('Put words before the first and after the last placeholder').waitFor();
  await text.fill('Hello, ');
  // The palette writes where the cursor is.
  await page.getByRole('button', { name: /debtor\.fullName/ }).click();
  await text.press('End');
  await text.pressSequentially(', please call us.');
  await preview()
    .getByText(/^Hello, .+, please call us\.$/)
    .waitFor();
  await page.getByRole('button', { name: 'Add button' }).click();
  await page.getByRole('menuitem', { name: 'Quick reply' }).click();
  // What the palette puts in later keeps the button that came meanwhile.
  await page.getByRole('button', { name: /message\.date/ }).click();
  await text.press('End');
  await text.pressSequentially('.');
  await page.getByLabel('Quick reply').fill('Call me back');
  await preview()
    .getByText(/^Hello, .+, please call us\..+\.$/)
    .waitFor();
  await preview().getByText('Call me back').waitFor();
  await save();
  const approval = page.getByRole('region', { name: 'Approval by WhatsApp' });
  await approval.getByText('Not submitted').waitFor();
  expect(await seriousIn()).toEqual([]);
  await approval.getByRole('button', { name: 'Submit for approval' }).click();
  // The sandbox approves whatever it is given.
  await approval.getByText('Approved', { exact: true }).waitFor();
  await text.fill('Hi, {{ debtor.fullName }}, please call us.');
  await expect.poll(() => approval.getByRole('button', { name: 'Submit for approval' }).isDisabled()).toBe(true);
  await save();
  await approval.getByText(/The text has changed since/).waitFor();
});

it('an automated call says nothing of the debt to whoever answers, and is heard part by part', async () => {
  await page.goto(`${house.url}/${house.clientId}/content/robocall-builder`);
  await page.getByRole('button', { name: 'New automated call' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Friendly call');
  const opening = page.getByLabel('To whoever answers');
  await opening.fill('About {{ claim.balance }}: press 1.');
  await page.getByLabel('To the debtor').fill('{{ claim.balance }} is open.');
  await page.getByText(/claim\.balance can’t be said here/).waitFor();
  await opening.fill('Hello. If you are {{ debtor.fullName }}, press 1.');
  await page.getByRole('button', { name: 'Add key' }).click();
  await page.getByLabel('Announcement').fill('For a call back press 1.');
  await preview()
    .getByText(/^Hello\. If you are .+, press 1\.$/)
    .waitFor();
  await preview()
    .getByText(/is open\. For a call back press 1\.$/)
    .waitFor();
  await save();
  expect(await seriousIn()).toEqual([]);
  await page.goto(`${house.url}/${house.clientId}/content/robocall-builder`);
  await page.getByText('Friendly call').first().click();
  await page.getByLabel('Announcement').waitFor();
  await expect.poll(() => page.getByLabel('Announcement').inputValue()).toBe('For a call back press 1.');
});
