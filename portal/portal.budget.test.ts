/** A strategy asks for incomes and expenses, and the debtor tells them on the page. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, HOUR, instant, isoInstant } from '../core/time.ts';
import { openPortalHouse, type PortalHouse, START } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());
beforeEach(() => {
  house.clock.time = START;
});

/** An account whose claims are each asked about, as the step's effect does. */
async function asked(count = 1) {
  const owed = await house.owe(Array.from({ length: count }, () => 10000n));
  await house.inA((tx) =>
    tx.sql(
      `insert into assessment_request (client_id, request_key, account_id, external_claim_ref, asked_at, until)
       select $1, 'ask ' || ref, $2, ref, $4, $5 from unnest($3::text[]) ref`,
      [tx.clientId, owed.accountId, owed.refs, isoInstant(START), isoInstant(instant(START + 5 * DAY))],
    ),
  );
  return { ...owed, browser: await house.browser().enter(owed.address) };
}

const submitted = ({ accountId }: { accountId: string }) =>
  house.inA(async (tx) =>
    (
      await tx.sql<{ external_claim_ref: string; payload: unknown }>(
        `select external_claim_ref, payload from event where account_id = $1 and message_type = 'financialAssessmentSubmitted' order by message_id`,
        [accountId],
      )
    ).map(({ external_claim_ref: ref, payload }) => ({ ref, payload })),
  );
const told = { wages: '1.850,50', benefits: '250', rent: '900', food: '420,25', household: '3' };

it('shows the sums before they are sent, notes them on the account, and answers every request once', async () => {
  const debtor = await asked(2);
  const { address, browser, accountId } = debtor;
  expect(browser.body).toContain(`href="${address}/budget"`);
  await browser.get(`${address}?locale=de_DE`);
  await browser.get(`${address}/budget`);
  await browser.post(`${address}/budget`, browser.fields('/budget', told));
  expect(browser.body).toContain('Prüfen Sie die Summen');
  expect(browser.body).toMatch(/Im Monat übrig<\/span><strong data-live="left">780,25/);
  expect(await submitted(debtor)).toEqual([]);
  const confirmed = browser.fields('/budget');
  for (let press = 0; press < 2; press++) await browser.post(`${address}/budget`, confirmed);
  expect((await browser.follow()).body).toContain('Ihre Angaben sind angekommen');
  expect(await submitted(debtor)).toEqual(
    debtor.refs.map((ref) => ({
      ref,
      payload: { requestKey: `ask ${ref}`, incomes: '2100.50', expenses: '1320.25', disposable: '780.25', currency: 'EUR' },
    })),
  );
  const { getAccountDataV2: account } = await house.call<{ getAccountDataV2: { debtors: { debtorFinancialInformation: unknown }[] } }>(
    'account',
    `query ($clientId: ID!, $accountId: ID!) { getAccountDataV2(clientId: $clientId, accountId: $accountId) {
      debtors { debtorFinancialInformation { household incomes { source amount } surplus { surplus } } } } }`,
    { clientId: house.clientA, accountId },
  );
  // What the sums are called is in the language of the client's staff, whatever the page spoke.
  expect(account.debtors[0]?.debtorFinancialInformation).toEqual({
    household: 3,
    incomes: [
      { source: 'Wages or salary', amount: '1850.50' },
      { source: 'Benefits', amount: '250.00' },
    ],
    surplus: [{ surplus: '780.25' }],
  });
  expect(await house.events(accountId)).toContain('financialInformationChanged');
  expect((await browser.get(`${address}/budget`)).location).toBe(address);
});

it('refuses what is no amount and no household beside the field, and keeps what was typed', async () => {
  const debtor = await asked();
  const { address, browser } = debtor;
  await browser.get(`${address}/budget`);
  await browser.post(`${address}/budget`, browser.fields('/budget', { wages: 'a lot', rent: '-5', food: '300', household: '0' }));
  expect(browser.status).toBe(422);
  for (const field of ['wages', 'rent', 'household']) expect(browser.body).toMatch(new RegExp(`name="${field}"[^>]* aria-invalid="true"`));
  expect(browser.body).toMatch(/id="wages-problem">Enter an amount, like €850\.50/);
  expect(browser.body).toMatch(/name="food"[^>]*value="300"/);
  await browser.post(`${address}/budget`, browser.fields('/budget', { wages: '', rent: '', food: '', household: '2' }));
  expect(browser.body).toContain('Enter at least one amount.');
  expect(await submitted(debtor)).toEqual([]);
});

it('asks nothing without a request, after its time, and of a claim that is paid', async () => {
  const plain = await house.owe([10000n]);
  const browser = await house.browser().enter(plain.address);
  expect(browser.body).not.toContain('/budget"');
  expect((await browser.get(`${plain.address}/budget`)).location).toBe(plain.address);
  const debtor = await asked();
  await debtor.browser.get(`${debtor.address}/budget`);
  await debtor.browser.post(`${debtor.address}/budget`, debtor.browser.fields('/budget', told));
  const form = debtor.browser.fields('/budget');
  await house.inA((tx) => tx.sql(`update claim set status = 'resolved' where account_id = $1`, [debtor.accountId]));
  await debtor.browser.post(`${debtor.address}/budget`, form);
  expect([debtor.browser.status, await submitted(debtor)]).toEqual([409, []]);
  const late = await asked();
  house.clock.time = instant(START + 5 * DAY + HOUR);
  await late.browser.enter(late.address);
  expect(late.browser.body).not.toContain('/budget"');
});

it('is answered by staff too, who note it on the account', async () => {
  const debtor = await asked();
  const [known] = await house.inA((tx) =>
    tx.sql<{ ref: string }>('select external_debtor_ref as ref from debtor where account_id = $1', [debtor.accountId]),
  );
  await house.call(
    'account',
    `mutation ($clientId: ID!, $accountId: ID!, $ref: String!, $info: DebtorFinancialInformationInput!) {
      setAccountDebtorFinancialInformation(clientId: $clientId, accountId: $accountId, externalDebtorRef: $ref, debtorFinancialInformation: $info) { id } }`,
    {
      clientId: house.clientA,
      accountId: debtor.accountId,
      ref: known?.ref,
      info: { incomes: [{ source: 'Wages', amount: '900.00' }], expenses: [{ source: 'Rent', amount: '950.00' }], household: 1 },
    },
  );
  expect(await submitted(debtor)).toMatchObject([{ payload: { disposable: '-50.00' } }]);
});
