/** What emails and text messages leave by is set in the configuration; secrets go in and never come out. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inClient } from '../server/platform/tenancy.ts';
import { addDebtor } from '../server/services/cms/cms.testing.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, type Person, signInAs } from './people.ts';
import { openPage } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let admin: Person;
const PASSWORD = 'hunter2-of-the-mail-server';

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  admin = await addPerson(house, 'Mira Oduya', { [house.clientId]: 'ADMINISTRATOR' });
  page = await openPage(browser, []);
  await signInAs(page, house, admin);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const open = async () => {
  await page.goto(`${house.url}/${house.clientId}/configuration/operations`);
  await page.getByRole('heading', { name: 'SMS', exact: true }).waitFor();
};
const email = () => page.locator('form').first();
const sms = () => page.locator('form').nth(1);
const choose = async (form: typeof email, name: string) => {
  await form().getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name, exact: true }).click();
};

it('a mail server is saved, its password never shown again and kept when the rest changes', async () => {
  await open();
  await expect.poll(() => email().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await choose(email, 'SMTP server');
  await email().getByLabel('Host').fill('169.254.169.254');
  await email().getByLabel('Username').fill('mira');
  await email().getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await email().getByRole('button', { name: 'Save' }).click();
  // What is wrong stands beside its field, and what was typed stays.
  await email()
    .getByText(/private network/)
    .waitFor();
  await email().getByLabel('Host').fill('127.0.0.1');
  await email().getByRole('button', { name: 'Save' }).click();
  await page.getByText('Email provider saved').first().waitFor();

  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
  });
  await open();
  const password = email().getByRole('textbox', { name: 'Password' });
  await password.waitFor();
  await expect.poll(() => password.inputValue()).toBe('');
  await expect.poll(() => password.getAttribute('placeholder')).toBe('Saved; leave empty to keep it');
  await email().getByLabel('Sender').fill('billing@nordlicht.example');
  await email().getByRole('button', { name: 'Save' }).click();
  await page.getByText('Email provider saved').first().waitFor();
  await open();
  await expect.poll(() => email().getByLabel('Sender').inputValue()).toBe('billing@nordlicht.example');
  await expect.poll(() => password.getAttribute('placeholder')).toBe('Saved; leave empty to keep it');
  expect(answers.join('')).toContain('billing@nordlicht.example');
  expect(answers.join('')).not.toContain(PASSWORD);
});

it('a test message goes to oneself, once what changed is saved', async () => {
  await choose(email, 'Test provider');
  await expect.poll(() => email().getByRole('button', { name: 'Send test email to me' }).isDisabled()).toBe(true);
  await email().getByRole('button', { name: 'Save' }).click();
  await page.getByText('Email provider saved').first().waitFor();
  await email().getByRole('button', { name: 'Send test email to me' }).click();
  await page.getByText(`Test message sent to ${admin.email}`).first().waitFor();
  await email()
    .getByText(/^Test provider accepted the test message from .+ as [0-9a-f-]{36}\.$/)
    .waitFor();
  await sms().getByRole('button', { name: 'Send test SMS to me' }).click();
  await sms().getByText('Your user has no mobile number.').waitFor();
});

it('a country gets a sender of its own, and a wrong one is named beside its row', async () => {
  const senders = () => page.locator('form').nth(2);
  await senders().getByRole('button', { name: 'Add country' }).click();
  await senders().getByRole('combobox', { name: 'Country' }).fill('Austria');
  await page.getByRole('option', { name: 'Austria', exact: true }).click();
  await senders().getByLabel('Sender').fill('Nordlicht & Co');
  await senders().getByRole('button', { name: 'Save' }).click();
  await senders()
    .getByText(/up to 11 letters/)
    .waitFor();
  await senders().getByLabel('Sender').fill('Nordlicht');
  await senders().getByRole('button', { name: 'Save' }).click();
  await page.getByText('Senders saved').first().waitFor();
  await open();
  await expect.poll(() => senders().getByLabel('Sender').inputValue()).toBe('Nordlicht');
});

it('each provider asks for its own credentials', async () => {
  await choose(sms, 'Twilio');
  for (const label of ['Sender', 'Account SID', 'Auth token']) await sms().getByLabel(label).waitFor();
  await choose(sms, 'MessageBird');
  for (const label of ['Sender', 'Access key', 'Signing key']) await sms().getByLabel(label).waitFor();
  await choose(sms, 'Infobip');
  for (const label of ['Sender', 'Base address', 'API key', 'User of its notices', 'Password of its notices'])
    await sms().getByLabel(label, { exact: true }).waitFor();
  await choose(email, 'Amazon SES');
  for (const label of ['Region', 'Access key ID', 'Secret access key', 'ARN of the SNS topic for reports'])
    await email().getByLabel(label).waitFor();
  await choose(sms, 'Bird');
  await sms().getByLabel('Workspace ID').fill('w1');
  await sms().getByLabel('Channel ID').fill('c1');
  await sms().getByRole('textbox', { name: 'Access key' }).fill('key');
  await sms().getByRole('button', { name: 'Save' }).click();
  await page.getByText('SMS provider saved').first().waitFor();
  await open();
  expect(await sms().getByLabel('Address for delivery reports and replies').inputValue()).toMatch(
    /\/hooks\/providers\/[0-9a-f-]{36}\/bird$/,
  );
  await choose(sms, 'HTTP gateway');
  for (const label of ['Base address', 'Username', 'Password', 'Sender', 'API key'])
    await sms().getByRole('textbox', { name: label, exact: true }).waitFor();
});

it('the builder counts a text message with real values, and names the characters that make it dearer', async () => {
  await inClient(house.database, house.clientId, (tx) => addDebtor(tx, { lastName: 'x'.repeat(60) }));
  await page.goto(`${house.url}/${house.clientId}/content/messaging-builder/new`);
  await page.getByLabel('Message text', { exact: true }).fill('Hi {{ debtor.fullName }}, please pay {{ claim.balance }} – today.');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('1 part, UCS-2').waitFor();
  await preview.getByText('Not in the GSM alphabet: –.').waitFor();
  await preview.getByText('2 parts for each of 1 real accounts').waitFor();
});
