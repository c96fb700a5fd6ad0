/** Flags inside screens: each does what docs/decisions/flags.md says of it. Those of the sidebar are in access.test.ts, of languages in shell.test.ts, of the second factor in auth.test.ts. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATIC_FLAGS } from '../core/featureFlags.ts';
import type { Uuid } from '../core/id.ts';
import type { CalendarDate } from '../core/time.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { createTask, startTask } from '../server/services/account/task/task.logic.ts';
import { createMandate } from '../server/services/finance/debit/mandate.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, type Person, signInAs } from './people.ts';
import { entryOf, goTo, openPage, setFlags } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let accountId: Uuid;

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  const admin: Person = await addPerson(house, 'Mira Oduya', { [house.clientId]: 'ADMINISTRATOR' });
  const claim = (ref: string) => ({ ref, balance: 30_000, due: '2026-01-01', product: 'Gas' });
  await inClient(house.database, house.clientId, async (tx) => {
    const ids = await addSampleAccounts(tx, [{ ref: '8976-AMJEO', first: 'Hannah', last: 'Brandt', claims: [claim('1'), claim('2')] }]);
    accountId = ids.get('8976-AMJEO')!;
    for (const table of ['account', 'claim'])
      await tx.sql(`update ${table} set scores = '{"collection": 0.7}' where client_id = $1`, [tx.clientId]);
    const mandate = {
      providerName: 'sepaDirectDebit',
      holder: 'Hannah Brandt',
      iban: 'DE02500105170137075030',
      signedOn: '2026-01-02' as CalendarDate,
    };
    await createMandate(tx, { ...mandate, accountId, reference: 'M-FLAG' }, admin.userId);
    await createTask(tx, { accountId, note: 'Call Hannah' }, admin.userId);
    const begun = await createTask(tx, { accountId, note: 'Write to Hannah' }, admin.userId);
    await startTask(tx, begun.taskId as Uuid, null, admin.userId);
  });
  page = await openPage(browser, []);
  await signInAs(page, house, admin);
  await entryOf(page, 'Accounts').waitFor();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

interface Case {
  readonly flag: keyof typeof STATIC_FLAGS;
  readonly path: () => string;
  /** Brings what the flag decides about into view. */
  readonly open?: (page: Page) => Promise<void>;
  /** There while the flag is on, and while it is off. */
  readonly on: (page: Page) => Locator;
  readonly off?: (page: Page) => Locator;
}

const account = () => `account/${accountId}`;
const openTasks = (page: Page) => page.getByRole('tab', { name: 'Tasks' }).click();
const button = (name: string) => (page: Page) => page.locator('#content').getByRole('button', { name, exact: true }).first();
const selectOne = (page: Page) => page.getByRole('grid').getByRole('checkbox').nth(1).check();

const CASES: readonly Case[] = [
  { flag: 'ACCOUNT_CREATE_TASK', path: account, open: openTasks, on: button('Create task') },
  { flag: 'ACCOUNT_ASSIGNMENT', path: account, on: (page) => page.getByTitle('Assign to') },
  { flag: 'START_TASKS', path: account, open: openTasks, on: button('Start') },
  { flag: 'START_TASKS', path: () => 'account/tasks?tab=unassigned', on: button('Take next task'), off: button('Resolve') },
  {
    flag: 'TASK_IN_PROGRESS',
    path: () => 'account/tasks',
    on: (page) => page.getByRole('grid').getByText('In progress', { exact: true }),
  },
  { flag: 'EXPORT_CLAIMS', path: () => 'account/manage', on: button('Export') },
  {
    flag: 'CLAIM_BULK_ACTION',
    path: () => 'account/manage',
    open: selectOne,
    on: (page) => page.getByRole('button', { name: 'Assign strategy' }),
  },
  {
    flag: 'ACCOUNT_ASSIGNMENT',
    path: () => 'account/manage',
    open: selectOne,
    on: (page) => page.getByRole('button', { name: 'Assign', exact: true }),
  },
  {
    flag: 'DISABLE_INSTALMENT_PLAN_CLAIM_SELECTION',
    path: account,
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Note' }).fill('/');
      await page.getByRole('option', { name: 'Set up instalment plan' }).click();
    },
    on: (page) => page.getByRole('dialog').locator('input:disabled').first(),
    off: (page) => page.getByRole('dialog').getByLabel('Claims').first(),
  },
  {
    flag: 'CUSTOM_LOAN_CALCULATOR',
    path: () => `${account()}?form=loan`,
    on: (page) => page.getByRole('dialog').getByText('Loan calculator'),
    // What pays the account off is everybody's.
    off: (page) => page.getByRole('dialog').getByText(/^pays everything off on/),
  },
  { flag: 'SHOW_MANDATES_EVENTS_TO_CLAIM_TIME_LINE', path: () => 'account/claim/1', on: (page) => page.getByText(/^Mandate M-FLAG added/) },
  { flag: 'ACCOUNT_AI_SCORE', path: account, on: (page) => page.getByText('collection', { exact: true }) },
  { flag: 'CLAIM_AI_SCORE', path: () => 'account/claim/1', on: (page) => page.getByText('Scores: collection') },
  { flag: 'PARTNERS', path: () => 'account/manage', on: (page) => page.getByRole('columnheader', { name: 'Partner' }) },
  { flag: 'NOTIFICATIONS', path: account, on: (page) => entryOf(page, 'Notifications') },
  { flag: 'USER_ROLE_TYPES', path: () => 'configuration/roles', on: (page) => page.getByRole('columnheader', { name: 'Category' }) },
  { flag: 'CLIENT_ADMIN', path: () => 'configuration/roles', on: (page) => page.getByRole('grid').getByText('Client administrator') },
];

it.each(CASES)('$flag', async ({ flag, path, open, on, off }) => {
  await setFlags(house, { [flag]: true });
  await goTo(page, `/${house.clientId}/${path()}`);
  await page.locator('#content').waitFor();
  await open?.(page);
  await on(page).waitFor();
  await page.waitForLoadState('networkidle');
  await setFlags(house, { [flag]: false });
  // An open tab follows at once.
  await on(page).waitFor({ state: 'detached' });
  if (off) await off(page).waitFor();
  await setFlags(house, {});
  if (STATIC_FLAGS[flag]) await on(page).waitFor();
  else await expect.poll(() => on(page).count()).toBe(0);
});

it('the loan calculator reckons to the cent, and says beside the field what is no amount', async () => {
  await setFlags(house, { CUSTOM_LOAN_CALCULATOR: true });
  await page.goto(`${house.url}/${house.clientId}/${account()}?form=loan`);
  const dialog = page.getByRole('dialog');
  const loan = dialog.getByLabel('Loan', { exact: true });
  await loan.fill('600');
  await dialog.getByLabel('Annual rate').fill('5');
  await dialog.getByRole('row').nth(12).waitFor();
  const rows = () => dialog.getByRole('row').allInnerTexts();
  // 600.00 at 5 % over 12 months: 51.36 a month, the last one what is left.
  const [, first, ...more] = await rows();
  expect(first?.split('\t').map((cell) => cell.trim())).toEqual(['1', '51.36', '2.50', '48.86', '551.14']);
  expect([more.length, more.at(-1)?.split('\t').at(-1)?.trim()]).toEqual([11, '0.00']);
  await loan.fill('six hundred');
  await dialog.getByText('Enter an amount, for example').waitFor();
  expect(await rows()).toEqual([]);
  await loan.fill('100');
  await dialog.getByLabel('Annual rate').fill('0');
  await dialog.getByLabel('Months').fill('3');
  await dialog.getByRole('row').nth(3).waitFor();
  expect((await rows()).slice(1).map((row) => row.split('\t')[1]?.trim())).toEqual(['33.33', '33.33', '33.34']);
  await setFlags(house, {});
});
