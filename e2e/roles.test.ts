/** Roles and the client's configuration as an administrator uses them, and what the people notice. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addClientUser } from '../server/services/backoffice/backoffice.logic.ts';
import { putUser } from '../server/services/identity/identity.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

const AGENT = { email: 'ben@nordlicht.example', password: 'another long password' };
let house: WholeHouse;
let browser: Browser;

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  const userId = uuidv7();
  const group = { clientId: house.clientId, role: 'AGENT', partnerId: null };
  await putUser(house.database, { userId, name: 'Ben Vogt', ...AGENT, groups: [group] });
  await inClient(house.database, house.clientId, (tx) =>
    addClientUser(tx, { userId, email: AGENT.email, name: 'Ben Vogt', role: 'AGENT' }),
  );
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const open = async () => (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })).newPage();
const at = (route: string) => `${house.url}/${house.clientId}/${route}`;
const entry = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByText(name, { exact: true });

async function signInAgent(page: Page): Promise<void> {
  await page.goto(`${house.url}/auth`);
  await page.getByLabel(/e-mail/i).fill(AGENT.email);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(AGENT.password);
  await page.keyboard.press('Enter');
  await entry(page, 'Accounts').waitFor();
}

/** Presses Tab until the box of this label has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '');
    if (focused.trim() === label) return;
  }
  throw new Error(`Tab never comes to ${label}`);
}

it('a role is edited with the keyboard alone, and its people have it with their next click', async () => {
  const [admin, agent] = [await open(), await open()];
  await house.signIn(admin);
  await signInAgent(agent);
  expect(await entry(agent, 'Import').count()).toBe(0);
  await admin.goto(at('configuration/roles/AGENT'));
  await admin.getByRole('heading', { name: 'AGENT' }).waitFor();
  await tabTo(admin, 'Import');
  await admin.keyboard.press('Space');
  await admin.getByText('Not saved').waitFor();
  await admin.keyboard.press('Control+s');
  await admin.getByText('Role AGENT saved; it is in force at once').waitFor();
  await agent.reload();
  await entry(agent, 'Import').waitFor();
  await agent.goto(at('import'));
  expect(new URL(agent.url()).pathname).toBe(`/${house.clientId}/import`);

  // Brought back, the screen is closed again.
  await admin.getByRole('button', { name: 'Built-in rights' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Built-in rights' }).click();
  await admin.getByText('AGENT has its built-in rights again').waitFor();
  await agent.reload();
  await entry(agent, 'Accounts').waitFor();
  expect(await entry(agent, 'Import').count()).toBe(0);
});

it('a new role begins as a copy; unsaved ticks are asked about; ADMINISTRATOR cannot be changed', async () => {
  const page = await open();
  await house.signIn(page);
  await page.goto(at('configuration/roles'));
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByLabel('Name').fill('Night shift');
  await page.getByRole('dialog').getByRole('button', { name: 'New role' }).click();
  await page.getByRole('heading', { name: 'Night shift' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Send messages' }).isChecked()).toBe(true);
  await page.getByRole('checkbox', { name: 'Export accounts' }).click();
  await page.getByRole('link', { name: 'Roles' }).click();
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByText('Night shift').first().waitFor();
  expect(await page.getByText('CLIENT_ADMIN').count()).toBe(0);
  await page.goto(at('configuration/roles/ADMINISTRATOR'));
  await page.getByText('This role holds everything').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
});

it('the limited search asks for a text first', async () => {
  const [admin, agent] = [await open(), await open()];
  await house.signIn(admin);
  await admin.goto(at('configuration/roles/AGENT'));
  await admin.getByRole('checkbox', { name: 'Full search: lists, filters, every account' }).click();
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Role AGENT saved').waitFor();
  await signInAgent(agent);
  await agent.goto(at('account/manage'));
  await agent.getByText('Find an account').waitFor();
  await agent
    .getByRole('searchbox')
    .or(agent.getByPlaceholder(/Name, reference/))
    .first()
    .fill('Petersen');
  await agent.getByText('Try the reference, or the whole name.').waitFor();
});

it('the configuration is saved or refused beside its field, and a new client is entered at once', async () => {
  const page = await open();
  await house.signIn(page);
  await page.goto(at('configuration/general'));
  const zone = page.getByRole('combobox', { name: 'Time zone' }).or(page.getByLabel('Time zone')).first();
  await zone.fill('Europe/Nowhere');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await page.getByText(/IANA/).first().waitFor();
  await zone.fill('Europe/Vienna');
  await page.keyboard.press('Escape');
  await page.getByLabel('Name', { exact: true }).fill('Nordlicht Wärme');
  await page.keyboard.press('Control+s');
  await page.getByText('Configuration saved').waitFor();
  await page.reload();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Nordlicht Wärme');
  await page.getByRole('button', { name: 'New client' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Küstenstrom');
  await page.getByRole('dialog').getByRole('button', { name: 'New client' }).click();
  await page.getByRole('button', { name: 'Client: Küstenstrom' }).waitFor();
  expect(new URL(page.url()).pathname.startsWith(`/${house.clientId}`)).toBe(false);
});
