/** Users in a real browser: invited, found, given roles, imported, seen online, told of work, and kept out. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { type Actor, inClient, type Tx } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { createTask } from '../server/services/account/task/task.logic.ts';
import { addClientUser } from '../server/services/backoffice/backoffice.logic.ts';
import { putUser } from '../server/services/identity/identity.logic.ts';
import { beginSetup, finishSetup } from '../server/services/identity/identity.mfa.logic.ts';
import { totp } from '../server/services/identity/identity.testing.ts';
import { notify } from '../server/services/notifications/notifications.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { setFlags } from './shell.ts';

const BEA = { email: 'bea@nordlicht.example', name: 'Bea Lund', password: 'a long enough password' };

let house: WholeHouse;
let browser: Browser;
let ada: Page;
let bea: Page;
let accountId: Uuid;
const beaId = uuidv7();
const wrong: string[] = [];
/** What mail says when nothing is configured to send it by. */
const mails: string[] = [];

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation((text: string) => void mails.push(text));
  house = await openWholeHouse();
  const { database, clientId } = house;
  await putUser(database, { userId: beaId, ...BEA, groups: [{ clientId, role: 'AGENT', partnerId: null }] });
  await asAda(async (tx) => {
    await addClientUser(tx, { userId: beaId, email: BEA.email, name: BEA.name, role: 'AGENT' });
    const accounts = await addSampleAccounts(tx, [
      {
        ref: 'U-1',
        first: 'Hannah',
        last: 'Brandt',
        claims: [{ ref: 'U-1-1', balance: 128460, due: '2026-01-01', product: 'Electricity' }],
      },
    ]);
    accountId = accounts.get('U-1')!;
  });
  browser = await launchBrowser();
  ada = await newPage();
  bea = await newPage();
  await house.signIn(ada);
  await bea.goto(`${house.url}/auth`);
  await bea.fill('input[name=email]', BEA.email);
  await bea.fill('input[name=password]', BEA.password);
  await bea.keyboard.press('Enter');
  await bea.waitForURL((address) => address.pathname.startsWith(`/${clientId}/`));
});
afterAll(async () => {
  await browser.close();
  await house.close();
  vi.restoreAllMocks();
});

async function newPage(): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  return page;
}

const asAda = (work: (tx: Tx) => Promise<unknown>) => {
  const actor: Actor = { type: 'user', id: house.userId };
  return inClient(house.database, house.clientId, work, { actor });
};
const open = (page: Page, path: string) => page.goto(`${house.url}/${house.clientId}/${path}`);
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor();
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

it('invites somebody, who is listed as invited and gets a mail', async () => {
  await open(ada, 'configuration/user/list');
  await row(ada, 'Ada Petersen').waitFor();
  await ada.getByRole('button', { name: 'Reject all' }).click();
  await ada.keyboard.press('n');
  await ada.waitForURL(/user\/detail$/);
  // The address changes before the screen is there.
  await ada.getByLabel('First name').waitFor();
  await ada.getByLabel('Email address').fill('noor@nordlicht.example');
  await ada.getByLabel('First name').fill('Noor');
  await ada.getByLabel('Last name').fill('van Dijk');
  await ada.getByRole('combobox', { name: 'Role' }).click();
  await ada.getByRole('option', { name: 'Agent', exact: true }).click();
  await ada.getByLabel('Last name').press('Control+Enter');
  await toast(ada, 'Invitation sent to noor@nordlicht.example');
  await ada.waitForURL(/configuration\/user\/detail\/[0-9a-f-]{36}$/);
  await expect.poll(() => mails.join()).toContain('Mail to noor@nordlicht.example');
  await open(ada, 'configuration/user/list?state=invited');
  await row(ada, 'Noor van Dijk').waitFor();
  await expect.poll(() => row(ada, 'Bea Lund').count()).toBe(0);
});

it('refuses what is wrong beside its field, and asks before unsaved work is left', async () => {
  await open(ada, 'configuration/user/detail');
  await ada.getByLabel('Email address').fill('NOOR@nordlicht.example');
  await ada.getByRole('combobox', { name: 'Role' }).click();
  await ada.getByRole('option', { name: 'Agent', exact: true }).click();
  await ada.getByRole('button', { name: 'Invite' }).click();
  await ada.getByText('noor@nordlicht.example is already a user of this client').waitFor();
  await ada.getByRole('navigation').getByRole('link', { name: 'Users' }).first().click();
  const question = ada.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(ada.url()).toMatch(/detail$/);
  await ada.getByRole('navigation').getByRole('link', { name: 'Users' }).first().click();
  await question.getByRole('button').last().click();
  await ada.waitForURL(/user\/list$/);
});

it('gives roles for partners, which the list then finds by', async () => {
  const northId = uuidv7();
  await asAda((tx) =>
    tx.sql(`insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2, 'North', now(), now())`, [
      tx.clientId,
      northId,
    ]),
  );
  await setFlags(house, { PARTNERS: true });
  await row(ada, 'Noor van Dijk').click();
  // One is still below Users while one looks at one of them.
  await ada.getByRole('navigation').locator('[data-here]').getByText('Configuration').waitFor();
  await ada.getByRole('button', { name: 'Add role' }).click();
  await ada.getByRole('combobox', { name: 'Role' }).nth(1).click();
  await ada.getByRole('option', { name: 'Agency agent' }).click();
  await ada.getByRole('button', { name: 'Save' }).click();
  await ada
    .getByText(/is a partner role. Choose a partner/)
    .first()
    .waitFor();
  await ada.getByRole('combobox', { name: 'Partners' }).nth(1).fill('nor');
  await ada.getByRole('option', { name: 'North' }).click();
  await ada.getByRole('button', { name: 'Save' }).click();
  await toast(ada, 'Noor van Dijk saved');
  await open(ada, 'configuration/user/list');
  await ada.getByRole('button', { name: 'Filter', exact: true }).click();
  await ada.getByRole('menuitem', { name: 'Partners' }).click();
  await ada.getByRole('combobox', { name: 'Partners' }).click();
  await ada.getByRole('option', { name: 'North' }).click();
  await ada.waitForURL(new RegExp(`partner=${northId}`));
  await row(ada, 'Agent · Agency agent (North)').waitFor();
  await expect.poll(() => row(ada, 'Bea Lund').count()).toBe(0);
});

it('shows who is here, while they are', async () => {
  await open(ada, 'configuration/user/list');
  await row(ada, 'Bea Lund').getByRole('img', { name: 'Online' }).waitFor();
  await expect.poll(() => row(ada, 'Noor van Dijk').getByRole('img', { name: 'Online' }).count()).toBe(0);
});

it('imports a file, names what it left out, and notifies', async () => {
  await ada.getByRole('button', { name: 'Import', exact: true }).click();
  const csv = 'email,name,familyName,role\nola@nordlicht.example,Ola,Nordmann,AGENT\nnobody,X,Y,AGENT\nbea@nordlicht.example,,,AGENT\n';
  await ada.setInputFiles('input[type=file]', { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await ada.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await ada.getByRole('dialog').getByText('This isn’t a valid email address').waitFor();
  await ada.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await row(ada, 'Ola Nordmann').waitFor();
  await ada.getByRole('button', { name: /^Notifications/ }).click();
  await ada.getByText('1 new, 0 updated, 1 unchanged, 1 rejected').waitFor();
  await ada.keyboard.press('Escape');
});

it('says what is refused in the language of whoever asks', async () => {
  await ada.context().addCookies([{ name: 'locale', value: 'de_DE', url: house.url }]);
  await open(ada, 'configuration/user/list');
  await ada.getByRole('button', { name: 'Importieren', exact: true }).click();
  const csv = 'email,role\nx@nordlicht.example,EMPEROR\n';
  await ada.setInputFiles('input[type=file]', { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await ada.getByRole('dialog').getByRole('button', { name: 'Importieren' }).click();
  await ada.getByRole('dialog').getByText('Rolle EMPEROR nicht gefunden').waitFor();
  await ada.context().addCookies([{ name: 'locale', value: 'en_US', url: house.url }]);
});

it('tells a colleague at once of a task given to them, and opens its account when they may', async () => {
  await open(bea, 'account/tasks');
  await bea.getByRole('button', { name: /^Notifications/ }).waitFor();
  await asAda((tx) => createTask(tx, { accountId, note: 'Call back before noon', recipientId: beaId }, house.userId));
  // Whatever came before the connection stood is asked for within a minute.
  await bea.getByRole('button', { name: /^Notifications.*1/ }).click();
  const item = bea.getByRole('button', { name: /Ada Petersen assigned you a task/ });
  await item.getByText('Call back before noon').waitFor();
  // One that arrives while the drawer is open stands on top; its account is gone.
  await asAda((tx) =>
    notify(tx, [
      {
        type: 'ACCOUNT_TASK_ASSIGNED',
        recipientId: beaId,
        senderId: null,
        accountId: uuidv7(),
        metadata: { debtorFullName: 'Nobody', note: 'Gone', tags: [], taskId: null, topicId: null },
      },
    ]),
  );
  const gone = bea.getByRole('button', { name: /System assigned you a task/ });
  await gone.click();
  await bea.getByText('You can’t open the assigned account').first().waitFor();
  await bea.getByRole('listitem').filter({ hasText: 'Gone' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => gone.count()).toBe(0);
  await item.click();
  await bea.waitForURL(new RegExp(`/account/${accountId}`));
});

it('takes the second factor away from somebody who has lost it', async () => {
  await open(ada, 'configuration/user/list?search=ola');
  await row(ada, 'Ola Nordmann').click();
  await ada.waitForURL(/user\/detail\/[0-9a-f-]{36}/);
  const button = ada.getByRole('button', { name: 'Reset two-factor authentication' });
  await ada.getByRole('button', { name: 'Disable' }).waitFor();
  await expect.poll(() => button.count()).toBe(0);
  const olaId = new URL(ada.url()).pathname.split('/').at(-1)!;
  const { secret } = await beginSetup(house.database.identity, olaId);
  await finishSetup({ ...house, ip: '127.0.0.1', browser: undefined }, { userId: olaId }, await totp(secret));
  // Only of people who have come to the client is it said whether they have one.
  await asAda((tx) => tx.sql(`update client_user set status = 'active' where client_id = $1 and user_id = $2`, [tx.clientId, olaId]));
  await ada.reload();
  await button.click();
  await ada.getByRole('dialog').getByText('Make sure it’s really them', { exact: false }).waitFor();
  await ada.getByRole('dialog').getByRole('button', { name: 'Reset two-factor authentication' }).click();
  await toast(ada, 'Two-factor authentication reset for Ola Nordmann');
  await expect.poll(() => button.count()).toBe(0);
  await expect.poll(() => mails.join()).toContain('Two-factor authentication was reset');
  // The audit names whose it was.
  await open(ada, 'configuration/user-audit');
  await row(ada, 'Two-factor authentication reset for Ola Nordmann').waitFor();
});

it('keeps somebody out: their open tab is signed out within a minute', async () => {
  await open(ada, 'configuration/user/list?search=bea');
  await row(ada, 'Bea Lund').click();
  await ada.getByRole('button', { name: 'Disable' }).click();
  await ada.getByRole('dialog').getByText('They are signed out of Nordlicht Energie within a minute', { exact: false }).waitFor();
  await ada.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await toast(ada, 'Bea Lund disabled');
  await bea.waitForURL(/\/(logout|auth)/);
  expect(wrong).toEqual([]);
});
