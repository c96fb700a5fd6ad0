/** Roles and the client's configuration as an administrator uses them, and what the people notice. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUILT_IN_ROLES } from '../core/roles.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { saveRole } from '../server/services/backoffice/backoffice.role.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, type Person, signInAs } from './people.ts';
import { visit } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let ben: Person;

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  ben = await addPerson(house, 'Ben Vogt', { [house.clientId]: 'AGENT' });
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const open = async () => (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })).newPage();
const at = (route: string) => `${house.url}/${house.clientId}/${route}`;
const entry = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByText(name, { exact: true });

async function signInAgent(page: Page): Promise<void> {
  await signInAs(page, house, ben);
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
  await expect.poll(() => entry(agent, 'Import').count()).toBe(0);
  await visit(admin, at('configuration/roles'));
  await admin.getByText('Agency agent').waitFor();
  await admin.getByRole('grid').focus();
  for (const key of ['j', 'j', 'j', 'Enter']) await admin.keyboard.press(key);
  await admin.getByRole('heading', { name: 'Agent' }).waitFor();
  await admin.getByRole('checkbox', { name: 'Import' }).first().waitFor();
  await tabTo(admin, 'Import');
  await admin.keyboard.press('Space');
  await admin.getByText('Unsaved').waitFor();
  await admin.keyboard.press('Control+s');
  await admin.getByText('Role Agent saved. Changes apply immediately.').waitFor();
  // Nobody reloads: the tab hears of it.
  await entry(agent, 'Import').waitFor();
  await visit(agent, at('import'));
  expect(new URL(agent.url()).pathname).toBe(`/${house.clientId}/import`);

  // Brought back, the screen is closed again.
  await admin.getByRole('button', { name: 'Restore defaults' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Restore defaults' }).click();
  await admin.getByText('Default permissions of Agent restored').waitFor();
  await entry(agent, 'Import').waitFor({ state: 'detached' });
  await entry(agent, 'Accounts').waitFor();
});

it('one’s own role, changed, holds at once in every tab', async () => {
  await inClient(house.database, house.clientId, (tx) =>
    saveRole(tx, { name: 'LEAD', permissions: BUILT_IN_ROLES[0]!.permissions }, BUILT_IN_ROLES[0]!.permissions),
  );
  const lead = await addPerson(house, 'Lea Lund', { [house.clientId]: 'LEAD' });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const [one, other] = [await context.newPage(), await context.newPage()];
  await signInAs(one, house, lead);
  await entry(one, 'Import').waitFor();
  await visit(other, at('configuration/roles'));
  await entry(other, 'Import').waitFor();
  await visit(one, at('configuration/roles/LEAD'));
  await one.getByRole('checkbox', { name: 'Import', exact: true }).click();
  await one.keyboard.press('Control+s');
  await one.getByText('Role LEAD saved').waitFor();
  await entry(one, 'Import').waitFor({ state: 'detached' });
  await entry(other, 'Import').waitFor({ state: 'detached' });
  await context.close();
});

it('two who edit at once hear of each other, and nothing of either is lost', async () => {
  const [one, other] = [await open(), await open()];
  await house.signIn(one);
  await house.signIn(other);
  const save = async (page: Page, said: string | RegExp) => {
    await page.keyboard.press('Control+s');
    await page.getByText(said).first().waitFor();
  };
  for (const page of [one, other]) await visit(page, at('configuration/general'));
  await one.getByLabel('Name', { exact: true }).fill('Nordlicht Netz');
  await other.getByRole('switch', { name: 'Show sample data' }).press('Space');
  await save(one, 'Configuration saved');
  // Different parts: the second one hears of it live, or is refused, has both and saves again.
  await save(other, /Someone else saved other fields|Configuration saved/);
  await expect.poll(() => other.getByLabel('Name', { exact: true }).inputValue()).toBe('Nordlicht Netz');
  await save(other, 'Configuration saved');
  await other.reload();
  await expect.poll(() => other.getByLabel('Name', { exact: true }).inputValue()).toBe('Nordlicht Netz');
  await expect.poll(() => other.getByRole('switch', { name: 'Show sample data' }).isChecked()).toBe(true);
  // The same part: it is told, and one chooses.
  await other.getByLabel('Name', { exact: true }).fill('Nordlicht Gas');
  await one.reload();
  await one.getByLabel('Name', { exact: true }).fill('Nordlicht Strom');
  await save(one, 'Configuration saved');
  await save(other, 'Someone else also changed Name');
  await expect.poll(() => other.getByLabel('Name', { exact: true }).inputValue()).toBe('Nordlicht Gas');
  await expect.poll(() => other.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await other.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => other.getByLabel('Name', { exact: true }).inputValue()).toBe('Nordlicht Strom');

  for (const page of [one, other]) await visit(page, at('configuration/roles/READ_ONLY'));
  await one.getByRole('checkbox', { name: 'Import', exact: true }).click();
  // Before the other save is heard of: otherwise there would be nothing to choose between.
  await other.getByRole('checkbox', { name: 'Sandbox inbox' }).click();
  await save(one, 'Role Read only saved');
  await save(other, 'Someone else also changed Permissions');
  await other.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => other.getByRole('checkbox', { name: 'Import', exact: true }).isChecked()).toBe(true);
  await expect.poll(() => other.getByRole('checkbox', { name: 'Sandbox inbox' }).isChecked()).toBe(false);
});

it('a box whose rights are held in part says so, names them, and is given whole with one press', async () => {
  const page = await open();
  await house.signIn(page);
  const permissions = [
    { domain: 'account', actions: ['viewAccount'] },
    { domain: 'backoffice-spa', actions: ['view-accounts', 'view-account'] },
    { domain: 'operations', actions: ['viewPayments', 'createPromiseToPay', 'manageMandates'] },
  ];
  await inClient(house.database, house.clientId, (tx) => saveRole(tx, { name: 'PART', permissions }, BUILT_IN_ROLES[0]!.permissions));
  await visit(page, at('configuration/roles/PART'));
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const state = (name: string) =>
    box(name).evaluate((element: HTMLInputElement) => (element.indeterminate ? 'partly' : element.checked ? 'on' : 'off'));
  const agreements = 'Take promises and set up plans, send links';
  await box(agreements).waitFor();
  expect(await state(agreements)).toBe('partly');
  await page
    .getByText('Partly on. Granted: Take promises, See payments and arrangements. Missing: Set up instalment plans, Send links.')
    .waitFor();
  // Who may add mandates has that box on, and may charge only with the other one.
  expect(await state('Add and manage payment mandates')).toBe('on');
  expect(await state('Charge payment mandates')).toBe('off');
  expect(await state('See payments and arrangements')).toBe('on');
  await box(agreements).click();
  expect(await state(agreements)).toBe('on');
  await box('Add and manage payment mandates').click();
  await page.keyboard.press('Control+s');
  await page.getByText('Role PART saved').waitFor();
  const [role] = await inClient(house.database, house.clientId, (tx) =>
    tx.sql<{ permissions: { domain: string; actions: string[] }[] }>(
      `select permissions from client_role where client_id = $1 and name = 'PART'`,
      [tx.clientId],
    ),
  );
  expect(role?.permissions.find(({ domain }) => domain === 'operations')?.actions).toEqual([
    'createInstalmentsPlan',
    'createPromiseToPay',
    'manageLinks',
    'viewPayments',
  ]);
});

it('a new role begins as a copy; unsaved ticks are asked about; ADMINISTRATOR cannot be changed', async () => {
  const page = await open();
  await house.signIn(page, at('configuration/roles'));
  await page.getByText('Agency agent').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await page.keyboard.type('Night shift');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Night shift' }).waitFor();
  // The same right stands wherever it is of use.
  await page.getByRole('checkbox', { name: 'Send messages', checked: true }).nth(1).waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Send messages' }).count()).toBe(2);
  await page.getByRole('checkbox', { name: 'Export accounts' }).click();
  await page.getByRole('link', { name: 'Roles' }).click();
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByText('Night shift').first().waitFor();
  await expect.poll(() => page.getByText('Client administrator').count()).toBe(0);
  await visit(page, at('configuration/roles/ADMINISTRATOR'));
  await page.getByText('This role has every permission').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0);
});

it('goes where one wanted to go once what was being saved is saved', async () => {
  const page = await open();
  await house.signIn(page, at('configuration/roles/AGENT'));
  const { promise: heldUp, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/backoffice', async (route) => {
    if (route.request().postData()?.includes('saveClientRole')) await heldUp;
    await route.fallback();
  });
  await page.getByRole('checkbox', { name: 'Export accounts' }).click();
  await page.keyboard.press('Control+s');
  await page.getByRole('link', { name: 'Roles' }).click();
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
  letGo();
  await page.getByText('Agency agent').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

it('the limited search asks for a text first', async () => {
  const [admin, agent] = [await open(), await open()];
  await house.signIn(admin, at('configuration/roles/AGENT'));
  await admin.getByRole('checkbox', { name: 'Full search: lists, filters, every account' }).click();
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Role Agent saved').waitFor();
  await signInAgent(agent);
  await visit(agent, at('account/manage'));
  await agent.getByText('Find an account').waitFor();
  await agent
    .getByRole('searchbox')
    .or(agent.getByPlaceholder(/Name, reference/))
    .first()
    .fill('Petersen');
  await agent.getByText('Try the reference or the full name.').waitFor();
  await visit(agent, at('account/claim-overview'));
  await agent.getByText('Find a claim').waitFor();
  await agent.getByPlaceholder(/Claim or payment reference/).fill('Petersen');
  await agent.getByText('Try the reference or the full name.').waitFor();
});

it('the configuration is saved or refused beside its field, and a new client is entered at once', async () => {
  const page = await open();
  await house.signIn(page, at('configuration/general'));
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
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Nordlicht Wärme');
  const region = page.getByRole('combobox', { name: 'Region' });
  await region.click();
  await page
    .getByRole('option', { name: 'Bavaria (BY)' })
    .or(page.getByRole('option', { name: 'Bayern (BY)' }))
    .click();
  await page.keyboard.press('Control+s');
  await page.getByText('Configuration saved').first().waitFor();
  // A refused row is in view with the focus in its field; what is not saved is asked about before a reload.
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('Use up to 40 capital letters').first().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Key');
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
  await page.getByText('We restored your draft.').waitFor();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('button', { name: 'New client' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Küstenstrom');
  await page.getByRole('dialog').getByRole('button', { name: 'New client' }).click();
  await page.getByRole('button', { name: 'Client: Küstenstrom' }).waitFor();
  expect(new URL(page.url()).pathname.startsWith(`/${house.clientId}`)).toBe(false);
});
