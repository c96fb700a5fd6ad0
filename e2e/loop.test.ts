/**
 * The whole loop, once through, every figure to the cent: a file goes in, a strategy writes, the debtor agrees on a plan, the bank collects
 * and takes back, the strategy notices, a call is noted, less is settled, and nothing is owed any more.
 */
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, type CalendarDate, DAY } from '../core/time.ts';
import { localDate } from '../core/zone.ts';
import { now, useClock } from '../server/platform/clock.ts';
import { drainJobs } from '../server/platform/jobs.ts';
import { inClient, type Tx } from '../server/platform/tenancy.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { statementXml, type TestBankTransaction } from '../server/services/finance/bank/camt.testing.ts';
import { reviewDirectDebits } from '../server/services/finance/finance.bank.jobs.ts';
import { reviewDueAgreements } from '../server/services/finance/finance.jobs.ts';
import { advanceDue } from '../server/services/strategy/strategy.engine.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

const OWN = 'DE02120300000000202051';
const PAYER = 'DE02500105170137075030';
/** The headers say what they are, so the product guesses the mapping. */
const FILE = `Kundennummer;Vorname;Nachname;Geburtsdatum;E-Mail;Telefon;Rechnungsnummer;Produkt;Betrag;Fälligkeit\r
8976-AMJEO;Hannah;Brandt;14.03.1988;h.brandt@post.example;+49 151 23456789;0007900770;Electricity Q2;745,20;01.09.2037\r
8976-AMJEO;Hannah;Brandt;14.03.1988;h.brandt@post.example;+49 151 23456789;0008112043;Gas, June;308,40;01.10.2037\r
`;
/** Writes once; when a payment came back since, a person shall call. */
const STEPS = [
  { id: 'mail', stepType: 'sendEmail', stepState: { bundleName: 'reminder', locale: null, description: '' }, down: 'rest' },
  { id: 'rest', stepType: 'delay', stepState: { days: 3, hours: 0, minutes: 0, workingDays: false }, down: 'back' },
  {
    id: 'back',
    stepType: 'evaluateIfCondition',
    stepState: { mode: 'easy', conditions: [{ variable: 'lastDisputedDate', operation: 'exists', value: true }] },
    left: 'end',
    right: 'call',
  },
  { id: 'call', stepType: 'createCaseManagementTask', stepState: { topicId: 'default', note: 'The debit came back: call' }, down: 'over' },
  { id: 'end', stepType: 'expired', stepState: { description: '' }, down: null },
  { id: 'over', stepType: 'expired', stepState: { description: '' }, down: null },
];

let house: WholeHouse;
let browser: Browser;
let ahead = 0;
/**
 * A Tuesday morning in Berlin, within contact hours. It is years ahead because the worker takes its time from the database: when that is later
 * than this moment, no reminder is written.
 */
const BEGIN = Date.parse('2037-11-24T09:00:00Z') - Date.now();
let restore: () => void;

beforeAll(async () => {
  restore = useClock(() => Date.now() + BEGIN + ahead);
  house = await openWholeHouse();
  browser = await launchBrowser();
});
afterAll(async () => {
  restore();
  await browser.close();
  await house.close();
});

const work = <Result>(act: (tx: Tx) => Promise<Result>) => inClient(house.database, house.clientId, act);
const today = () => localDate(now(), 'Europe/Berlin');
const rows = <Row extends object>(text: string) => work((tx) => tx.sql<Row & Record<string, unknown>>(text, [house.clientId]));

/** Goes on to the morning of a day: what jobs do in between is done. */
async function goOnTo(day: CalendarDate): Promise<void> {
  while (today() < day) {
    ahead += DAY;
    await reviewDirectDebits(house.database, house.clientId);
    await reviewDueAgreements(house.database, house.clientId);
    await advanceDue(house.database, house.clientId);
    await drainJobs(house.database);
  }
}

async function post<Data>(service: string, query: string, variables: object, authorization: string): Promise<Data> {
  const answer = await fetch(`${house.url}/api/${service}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: { message: string }[] };
  if (errors) throw new Error(errors.map((error) => error.message).join('; '));
  return data;
}

/** A fresh token: days go by here. */
async function token(): Promise<string> {
  const query = 'mutation { signIn(email: "ada@nordlicht.example", password: "a long enough password") { session { token } } }';
  return (await post<{ signIn: { session: { token: string } } }>('identity', query, {}, '')).signIn.session.token;
}

/** Calls an operation of the client as its administrator. */
async function call<Data>(service: string, query: string, variables: object = {}): Promise<Data> {
  return post(service, query, { clientId: house.clientId, ...variables }, await token());
}

/** The balance of the account as the product explains it, beside the sum of all entries. */
async function balance(accountId: string): Promise<{ total: string; costs: string; principal: string }> {
  const { explainBalance: told } = await call<{
    explainBalance: { balance: string; components: { costs: string; principal: string; interest: string; credit: string } };
  }>(
    'finance',
    'query ($clientId: ID!, $accountId: ID!) { explainBalance(clientId: $clientId, accountId: $accountId) { balance components { costs interest principal credit } } }',
    {
      accountId,
    },
  );
  const [sum] = await rows<{ sum: bigint; claims: bigint }>(
    'select (select sum(amount)::bigint from ledger_entry where client_id = $1) as sum, (select sum(balance)::bigint from claim where client_id = $1) as claims',
  );
  expect(sum?.sum).toBe(sum?.claims);
  expect(told.balance).toBe((Number(sum?.sum) / 100).toFixed(2));
  return { total: told.balance, costs: told.components.costs, principal: told.components.principal };
}

/** @returns what the gate says of calling the debtor now. */
async function mayCall(): Promise<{ answer: string; why: unknown }> {
  const { explainContact } = await call<{ explainContact: { answer: string; why: unknown } }>(
    'cms',
    'query ($clientId: ID!) { explainContact(clientId: $clientId, accountRef: "8976-AMJEO", channel: "phone") { answer why } }',
  );
  return explainContact;
}

/** What a browser told of that should not be. */
const wrong: string[] = [];
let desks = 0;

/** A day at the desk: a browser at the product's date, signed in. @param act works in it. */
async function atDesk<Result>(act: (desk: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  const desk = await context.newPage();
  await desk.clock.setFixedTime(now());
  desk.on('pageerror', (error) => wrong.push(`desk ${++desks}: ${error.message}`));
  desk.on('console', (entry) => void (/Content.Security.Policy/i.test(entry.text()) && wrong.push(entry.text())));
  await house.signIn(desk);
  try {
    return await act(desk);
  } finally {
    await context.close();
  }
}
/** Waits for what shows when the jobs are done: the worker's clock is the database's, which does not run ahead. */
async function shows(locator: Locator): Promise<void> {
  const there = async () => {
    await drainJobs(house.database);
    return locator.first().isVisible();
  };
  await expect.poll(there).toBe(true);
}
const screen = (path: string) => `${house.url}/${house.clientId}/${path}`;

let statements = 0;
/** Puts a statement with one movement on the bank's screen. @returns what became of the movement. */
async function bankTells(desk: Page, movement: TestBankTransaction): Promise<string | undefined> {
  await desk.goto(screen('payments/bank'));
  const xml = statementXml(OWN, `LOOP-${++statements}`, [{ name: 'Hannah Brandt', iban: PAYER, valueDate: today(), ...movement }]);
  await desk.getByRole('button', { name: 'Choose a file' }).waitFor();
  await desk.setInputFiles('input[type=file]', { name: 'auszug.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) });
  await desk.getByText(`LOOP-${statements}`).first().waitFor();
  const entry = async () => {
    await drainJobs(house.database);
    const [row] = await rows<{ status: string }>(
      `select e.status from bank_entry e join bank_statement s on s.client_id = e.client_id and s.statement_id = e.statement_id
       where e.client_id = $1 and s.statement_ref like '%LOOP-${statements}'`,
    );
    return row?.status;
  };
  await expect.poll(entry).not.toBe('new');
  return entry();
}

async function importPortfolio(desk: Page): Promise<void> {
  await desk.goto(screen('import'));
  const buffer = Buffer.from(FILE, 'latin1');
  await desk.setInputFiles('input[type=file]', { name: 'portfolio.csv', mimeType: 'text/csv', buffer });
  await desk.waitForURL(/\/import\/[0-9a-f-]{36}$/);
  await expect.poll(() => desk.getByRole('combobox', { name: 'Field for Rechnungsnummer' }).inputValue()).toBe('Claim: reference');
  await desk.keyboard.press('Control+Enter');
  const go = desk.getByRole('button', { name: /Import 2 rows/ });
  await shows(go);
  await go.click();
  await shows(desk.getByText('Result', { exact: true }));
}

async function startReminders(): Promise<void> {
  const contents = {
    locale: 'en_US',
    subject: 'Invoice {{ claim.reference }}',
    format: 'text',
    content: 'Hello {{ debtor.firstName }}, {{ claim.balance }} are open: {{ link.pay }}',
  };
  const bundle = { fileName: 'reminder', displayName: 'Reminder', contentTemplateType: 'email' as const, contentTemplates: [contents] };
  await work((tx) => saveBundle(tx, bundle, 'Ada'));
  const { saveStrategyBlueprint: saved } = await call<{ saveStrategyBlueprint: { blueprint: { id: string }; problems: unknown[] } }>(
    'strategy',
    'mutation ($clientId: ID!, $steps: String!) { saveStrategyBlueprint(id: "new", clientId: $clientId, steps: $steps, displayName: "Reminders") { blueprint { id } problems { key } } }',
    { steps: JSON.stringify(STEPS) },
  );
  expect(saved.problems).toEqual([]);
  await call(
    'strategy',
    'mutation ($clientId: ID!, $blueprintId: ID!, $refs: [String!]!) { startStrategy(clientId: $clientId, blueprintId: $blueprintId, externalClaimRefs: $refs) { done } }',
    { blueprintId: saved.blueprint.id, refs: ['0007900770'] },
  );
  await drainJobs(house.database);
}

/** The debtor says who they are and agrees on three instalments. */
async function agreeOnPlan(link: string): Promise<void> {
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await phone.goto(link);
  expect(await phone.content()).not.toContain('745');
  for (const [name, value] of Object.entries({ day: '14', month: '3', year: '1988' })) await phone.fill(`input[name=${name}]`, value);
  await phone.click('button.button');
  await phone.getByText('€1,053.60').first().waitFor();
  await phone.check('input[name=way][value=plan]', { force: true });
  await phone.click('button.button');
  await phone.getByText('€351.20').first().waitFor();
  await phone.context().close();
}

/** The plan's instalments are collected: @returns what the file for the bank calls the first one. */
async function collectFirst(accountId: string): Promise<{ endToEndId: string; day: CalendarDate }> {
  await call(
    'finance',
    'mutation ($clientId: ID!, $bankAccount: BankAccountInput!) { saveBankAccount(clientId: $clientId, bankAccount: $bankAccount) { bankAccountId } }',
    { bankAccount: { name: 'Main', holder: 'Nordlicht Energie', iban: OWN, creditorId: 'DE98ZZZ09999999999', preNotificationDays: 3 } },
  );
  const { createRecurringPaymentMandate: mandate } = await call<{ createRecurringPaymentMandate: { mandateId: string } }>(
    'finance',
    `mutation ($clientId: ID!, $accountId: ID!, $mandate: RecurringPaymentMandateInput!) {
       createRecurringPaymentMandate(clientId: $clientId, accountId: $accountId, mandate: $mandate) { mandateId } }`,
    { accountId, mandate: { providerName: 'sepaDirectDebit', holder: 'Hannah Brandt', iban: PAYER, signedOn: today() } },
  );
  const [plan] = await rows<{ id: string; due: CalendarDate }>(
    `select p.instalments_plan_id as id, i.due_date as due from instalments_plan p
     join instalment i on i.client_id = p.client_id and i.instalments_plan_id = p.instalments_plan_id where p.client_id = $1 and i.position = 1`,
  );
  await call(
    'finance',
    'mutation ($clientId: ID!, $plan: ID!, $mandate: ID) { setInstalmentsPlanMandate(clientId: $clientId, instalmentsPlanId: $plan, mandateId: $mandate) { id } }',
    { plan: plan?.id, mandate: mandate.mandateId },
  );
  const due = plan?.due ?? today();
  await goOnTo(addDays(due, -3));
  const xml = await atDesk(async (desk) => {
    await desk.goto(screen('payments/direct-debits'));
    await desk.getByRole('grid').getByText('€351.20').waitFor();
    const [file] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('button', { name: 'Export file' }).click()]);
    return readFile(await file.path(), 'utf8');
  });
  expect(xml).toContain('<CtrlSum>351.20</CtrlSum>');
  expect(xml).toContain('<SeqTp>FRST</SeqTp>');
  expect(xml).toContain(PAYER);
  return { endToEndId: /<EndToEndId>(.+?)<\/EndToEndId>/.exec(xml)?.[1] ?? '', day: due };
}

it('runs from a file to an account that is resolved, to the cent', async () => {
  await atDesk(importPortfolio);
  await startReminders();
  const [message] = await rows<{ account_id: string; subject: string; text_content: string }>(
    'select * from communication where client_id = $1',
  );
  expect(message?.subject).toBe('Invoice 0007900770');
  expect(message?.text_content).toContain('Hello Hannah, €745.20');
  const accountId = message?.account_id ?? '';
  expect(await balance(accountId)).toMatchObject({ total: '1053.60', principal: '1053.60' });

  await agreeOnPlan(/https?:\S+\/p\/\S+/.exec(message?.text_content ?? '')?.[0] ?? '');
  const run = async () => (await rows<{ status: string }>('select status from strategy_run where client_id = $1'))[0]?.status;
  expect(await run()).toBe('paused');

  // The bank collects the first instalment.
  const { endToEndId, day } = await collectFirst(accountId);
  await goOnTo(addDays(day, 1));
  expect(await atDesk((desk) => bankTells(desk, { amount: '351.20', endToEndId }))).toBe('booked');
  expect(await balance(accountId)).toMatchObject({ total: '702.40' });

  // Two days later it comes back.
  await goOnTo(addDays(day, 3));
  expect(await atDesk((desk) => bankTells(desk, { amount: '-351.20', endToEndId, returnReason: 'AM04' }))).toBe('booked');
  expect(await balance(accountId)).toMatchObject({ total: '1053.60', principal: '1053.60' });

  // Nobody pays; the plan breaks, and the strategy has a person call.
  await goOnTo(addDays(day, 25));
  const [task] = await rows<{ task_id: string; note: string }>('select * from case_task where client_id = $1');
  expect(task?.note).toBe('The debit came back: call');
  // Whoever may not be called is not brought to a collector: it may be a Sunday or a holiday.
  for (let days = 26; (await mayCall()).answer !== 'allow'; days += 1) {
    expect(days, JSON.stringify(await mayCall())).toBeLessThan(33);
    await goOnTo(addDays(day, days));
  }

  await atDesk(async (desk) => {
    // The account comes to whoever is free to work: what happened is there, and the call is noted.
    await desk.goto(screen('account/collector-workspace'));
    await desk.getByText('The debit came back: call').first().waitFor();
    await desk.getByText('€1,053.60').first().waitFor();
    await desk.getByRole('button', { name: /Refused to pay/ }).click();
    await desk.getByRole('group', { name: 'Reason for not paying' }).waitFor();
    await desk.keyboard.press('2');
    // The name and two facts are what tells that it is her.
    for (let press = 0; press < 3; press += 1) await desk.keyboard.press('y');
    await desk.getByText('You can talk about the account').waitFor();
    await desk.keyboard.press('/');
    await desk.keyboard.type('Pays 800 at once when the rest is given up');
    await desk.keyboard.press('Control+Enter');
    await desk.getByText('No accounts left to work').waitFor();

    // A fee of the bank, and less than all is offered.
    await desk.goto(screen(`account/${accountId}`));
    await desk.getByText('Pays 800 at once').first().waitFor();
    // The message is one row: queued by the strategy, its link, sent.
    const message = desk.getByRole('listitem').filter({ hasText: 'Sent “Reminder”' });
    await message.getByRole('button', { name: '3 events' }).click();
    await message.getByText('Payment link created').waitFor();
    await message.getByText('Message queued by the strategy').waitFor();
    await call(
      'finance',
      'mutation ($clientId: ID!, $accountId: ID!, $ref: String!) { bookFee(clientId: $clientId, accountId: $accountId, externalClaimRef: $ref, amount: "3.50", description: "Returned debit") { id } }',
      { accountId, ref: '0007900770' },
    );
    expect(await balance(accountId)).toEqual({ total: '1057.10', costs: '3.50', principal: '1053.60' });
    await desk.goto(screen(`account/${accountId}?form=settlement`));
    await desk.getByText('€1,057.10').first().waitFor();
    const form = desk.getByRole('dialog');
    await form.getByLabel('Settlement amount').fill('800');
    await form.getByRole('button', { name: 'Offer settlement' }).click();
    await form.waitFor({ state: 'detached' });

    // It arrives: nothing is owed any more.
    expect(await bankTells(desk, { amount: '800.00', text: 'Customer 8976-AMJEO invoice 0007900770 settlement' })).toBe('booked');
    expect(await balance(accountId)).toEqual({ total: '0.00', costs: '0.00', principal: '0.00' });
    await desk.goto(screen(`account/${accountId}`));
    await desk.getByText('€0.00').first().waitFor();
  });
  expect(wrong).toEqual([]);
  expect(await rows('select status from case_task where client_id = $1')).toEqual([{ status: 'resolved' }]);

  const claims = await rows<{ status: string; balance: bigint }>('select status, balance from claim where client_id = $1');
  expect(claims).toEqual([0, 1].map(() => ({ status: 'resolved', balance: 0n })));
  const sums = await rows<{ kind: string; sum: bigint }>(
    'select kind, sum(amount)::bigint as sum from ledger_entry where client_id = $1 group by 1 order by 1',
  );
  expect(Object.fromEntries(sums.map(({ kind, sum }) => [kind, sum]))).toEqual({
    chargeback: 35_120n,
    fee: 350n,
    payment: -35_120n - 80_000n,
    principal: 105_360n,
    writeOff: -25_710n,
  });
  expect(['completed', 'stopped']).toContain(await run());
});
