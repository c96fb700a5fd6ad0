/** A write-off above an agent's limit: asked for in the same form, decided by a supervisor, and heard of by both. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { BUILT_IN_ROLES } from '../core/roles.ts';
import type { CalendarDate } from '../core/time.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { saveRole } from '../server/services/backoffice/backoffice.role.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, type Person, signInAs } from './people.ts';

let house: WholeHouse;
let browser: Browser;
let accountId: Uuid;
let ben: Person;

beforeAll(async () => {
  house = await openWholeHouse();
  const agent = BUILT_IN_ROLES.find((role) => role.name === 'AGENT');
  await inClient(house.database, house.clientId, async (tx) => {
    const permissions = [...(agent?.permissions ?? []), { domain: 'operations', actions: ['bookLedger'] }];
    await saveRole(tx, { name: 'CLERK', permissions }, BUILT_IN_ROLES[0]!.permissions);
    const made = await addSampleAccounts(tx, [
      { ref: 'W-1', first: 'Hannah', last: 'Brandt', claims: [{ ref: 'W-1-1', balance: 20_000, due: '2026-09-01' }] },
    ]);
    accountId = made.get('W-1') ?? '';
    await tx.sql(`update claim set balance = 0 where client_id = $1 and external_claim_ref = 'W-1-1'`, [tx.clientId]);
    const entry = { accountId, externalClaimRef: 'W-1-1', kind: 'principal' as const, amount: 20_000n, currency: 'EUR' };
    await book(tx, [{ ...entry, valueDate: '2026-09-01' as CalendarDate, key: 'W-1-1', description: '' }]);
  });
  ben = await addPerson(house, 'Ben Vogt', { [house.clientId]: 'CLERK' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const open = async () => (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })).newPage();
const at = (route: string) => `${house.url}/${house.clientId}/${route}`;
const balance = () =>
  inClient(house.database, house.clientId, async (tx) => {
    const [claim] = await tx.sql<{ balance: bigint }>(`select balance from claim where client_id = $1 and external_claim_ref = 'W-1-1'`, [
      tx.clientId,
    ]);
    return claim?.balance;
  });

async function openWriteOff(page: Page): Promise<void> {
  await page.goto(at(`account/${accountId}?tab=ledger`));
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByRole('dialog').getByText('Write-off', { exact: true }).click();
}

it('is held back above a limit, asked for, approved by somebody else and booked once', async () => {
  const [admin, agent] = [await open(), await open()];
  await house.signIn(admin, at('configuration/payments?tab=limits'));
  await admin.getByRole('button', { name: 'Add a role' }).click();
  await admin.getByRole('combobox', { name: 'Role' }).click();
  await admin.getByRole('option', { name: 'CLERK' }).click();
  await admin.getByLabel('Write-off up to').fill('50');
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('saved', { exact: false }).first().waitFor();

  await signInAs(agent, house, ben);
  await openWriteOff(agent);
  const form = agent.getByRole('dialog');
  await form.getByText('Your limit without approval: €50.00.', { exact: false }).waitFor();
  await form.getByLabel('Amount').fill('120');
  await form.getByLabel('Reason').fill('Debtor is insolvent');
  await form.getByRole('button', { name: 'Write off' }).click();
  await form.getByText('120.00 EUR is above your limit of 50.00 EUR. Ask for approval.').waitFor();
  await form.getByRole('button', { name: 'Ask for approval' }).click();
  await agent.getByText('Approval requested').first().waitFor();
  await agent.getByText('Waiting for approval: write-off of €120.00.').waitFor();
  expect(await balance()).toBe(20_000n);

  await admin.goto(at('payments/approvals'));
  await admin.getByText('Hannah Brandt').click();
  await admin.getByRole('dialog').getByText('Debtor is insolvent').waitFor();
  await admin.getByRole('button', { name: 'Approve' }).click();
  await admin.getByText('Nothing is waiting for approval').waitFor();
  expect(await balance()).toBe(8_000n);
  await admin.getByText('Decided', { exact: true }).click();
  await admin.getByRole('grid').getByText('Approved').waitFor();

  // The account hears of it without a reload, and so does whoever asked.
  await agent.getByText('Waiting for approval', { exact: false }).waitFor({ state: 'detached' });
  await agent.getByRole('button', { name: /Notifications/ }).click();
  await agent.getByText('Ada Petersen approved your request').waitFor();
});

it('takes a smaller amount without asking, and a request back', async () => {
  const agent = await open();
  await signInAs(agent, house, ben);
  await openWriteOff(agent);
  const form = agent.getByRole('dialog');
  await form.getByLabel('Amount').fill('70');
  await form.getByLabel('Reason').fill('Small rest');
  await form.getByRole('button', { name: 'Write off' }).click();
  await form.getByRole('button', { name: 'Ask for approval' }).waitFor();
  // Another amount is tried again.
  await form.getByLabel('Amount').fill('60');
  await form.getByRole('button', { name: 'Write off' }).click();
  await form.getByRole('button', { name: 'Ask for approval' }).click();
  await agent.getByRole('button', { name: 'Withdraw' }).click();
  await agent.getByText('Request withdrawn').waitFor();
  await agent.getByText('Waiting for approval', { exact: false }).waitFor({ state: 'detached' });
  expect(await balance()).toBe(8_000n);
});
