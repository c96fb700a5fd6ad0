/**
 * What one person may not do alone: a write-off above an agent's limit, asked for in the same form, decided by a supervisor and heard of by both;
 * and what an assistant proposes, which people confirm or reject.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { BUILT_IN_ROLES } from '../core/roles.ts';
import type { CalendarDate } from '../core/time.ts';
import { keyFor } from '../server/api/api.testing.ts';
import { inClient, type Tx } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { propose } from '../server/services/api/api.proposal.logic.ts';
import { saveRole } from '../server/services/backoffice/backoffice.role.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { axeOn } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, type Person, signInAs } from './people.ts';
import { entryOf, visit } from './shell.ts';

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

/** What an assistant wants to do with Hannah's account, and why. */
async function proposeAll(...all: readonly [operation: string, input: Record<string, unknown>, reason: string][]): Promise<void> {
  const { database, clientId, userId } = house;
  const { keyId } = await keyFor(database, clientId, { userId });
  const work = async (tx: Tx) => {
    for (const [operation, input, reason] of all)
      await propose(tx, { keyId, accountId, externalClaimRef: null, operation, input: { accountId, ...input }, reason });
  };
  await inClient(database, clientId, work, { actor: { type: 'apiKey', id: keyId } });
}

it('does what an assistant proposes once somebody confirms it, and not before', async () => {
  const [admin, agent] = [await open(), await open()];
  const seriousIn = axeOn(admin);
  await house.signIn(admin, at(`account/${accountId}`));
  await signInAs(agent, house, ben);
  await entryOf(admin, 'Proposals').waitFor();
  await proposeAll(
    ['addNote', { text: 'Works days. Call after 17:00.' }, 'She wrote when she can be reached'],
    ['recordPayment', { externalClaimRefs: ['W-1-1'], amount: '25.00', valueDate: '2026-09-02', method: 'cash' }, 'Her receipt says so'],
    ['setAccountMeta', { meta: { movedIn: '2019-05-01' } }, 'The contract names the day'],
  );

  // It shows on the account at once, and nothing of it is done; what only changes the account is one click.
  const cards = admin.getByRole('region', { name: 'Proposals' });
  const card = cards.getByRole('listitem').filter({ hasText: 'An assistant proposes: Add a note' });
  await card.getByText('Why: “She wrote when she can be reached”').waitFor();
  await admin.getByRole('link', { name: 'Proposals 3' }).waitFor();
  expect(await admin.getByRole('log').getByText('Works days. Call after 17:00.').count()).toBe(0);
  await card.getByRole('button', { name: 'Confirm' }).click();
  await admin.getByText('Confirmed and done').waitFor();
  await admin.getByRole('log').getByText('Works days. Call after 17:00.').waitFor();
  await card.waitFor({ state: 'detached' });
  await admin.getByRole('link', { name: 'Proposals 2' }).waitFor();

  // Money is asked once more, with everything that would be sent. Whoever lacks the right reads so.
  await visit(agent, at('proposals'));
  await agent.getByRole('grid').getByText('Book a payment').click();
  await agent.getByRole('dialog').getByText('Your role lacks a right that this change needs', { exact: false }).waitFor();
  expect(await agent.getByRole('dialog').getByRole('button', { name: 'Confirm' }).count()).toBe(0);
  await visit(admin, at('proposals'));
  await admin.getByRole('grid').getByText('Book a payment').waitFor();
  await admin.keyboard.press('j');
  await admin.keyboard.press('j');
  await admin.keyboard.press('Enter');
  const details = admin.getByRole('dialog', { name: 'Book a payment' });
  for (const text of ['€25.00', 'Sep 2, 2026', 'Cash', 'Her receipt says so']) await details.getByText(text).waitFor();
  expect(await seriousIn('both', 'dialog')).toEqual([]);
  const before = await balance();
  await details.getByRole('button', { name: 'Confirm' }).click();
  const question = admin.getByRole('dialog', { name: 'Book a payment?' });
  await question.getByText('The money is booked at once', { exact: false }).waitFor();
  expect(await balance()).toBe(before);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await details.getByText('Confirmed by Ada Petersen on', { exact: false }).waitFor();
  expect(await balance()).toBe(before! - 2_500n);

  // The colleague sees the decision without a reload.
  await agent.getByRole('dialog').getByText('Confirmed by Ada Petersen on', { exact: false }).waitFor();
  await agent.keyboard.press('Escape');
  await agent.getByRole('grid').getByText('Change the account’s fields').click();
  const rest = agent.getByRole('dialog', { name: 'Change the account’s fields' });
  await rest.getByText('now: empty').waitFor();
  await rest.getByRole('button', { name: 'Reject' }).click();
  await agent.getByLabel('Note (optional)').fill('The contract is another one');
  await agent.getByRole('dialog', { name: 'Reject this proposal?' }).getByRole('button', { name: 'Reject' }).click();
  await rest.getByText('Rejected by Ben Vogt on', { exact: false }).waitFor();
  await agent.keyboard.press('Escape');
  await agent.getByText('No open proposals').waitFor();
  await agent.getByText('Rejected', { exact: true }).click();
  await agent.getByRole('grid').getByText('Ben Vogt').waitFor();
  await visit(admin, at(`account/${accountId}`));
  await admin.getByRole('log').getByText('The contract is another one').waitFor();

  // Whoever comes too late, even before their screen knows, is told who was faster; it happens once.
  await proposeAll(['addNote', { text: 'Speaks Danish.' }, 'She signs in Danish']);
  await card.waitFor();
  await inClient(house.database, house.clientId, (tx) =>
    tx.sql(`update api_proposal set status = 'rejected', decided_by = $2, decided_at = now() where client_id = $1 and status = 'open'`, [
      tx.clientId,
      ben.userId,
    ]),
  );
  await card.getByRole('button', { name: 'Confirm' }).click();
  await admin.getByText('Ben Vogt has already rejected this').waitFor();
  await card.waitFor({ state: 'detached' });
  expect(await admin.getByRole('log').getByText('Speaks Danish.').count()).toBe(0);
});
