/** The main job, once through: a file goes in, a strategy sends a real message, the debtor pays on their page, staff see it happen, the cents add up. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inClient, SYSTEM } from '../server/platform/tenancy.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { addLocalFile } from '../server/services/import/import.file.logic.ts';
import { workOn } from '../server/services/import/import.jobs.ts';
import { moveImport, readImport } from '../server/services/import/import.logic.ts';
import { checkMapping } from '../server/services/import/import.mapping.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

let house: WholeHouse;
let browser: Browser;

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const FILE = `customer;first;last;born;mail;invoice;product;amount;due\r
8976-AMJEO;Hannah;Brandt;14.03.1988;h.brandt@post.example;0007900770;Electricity Q2;745,20;01.09.2026\r
8976-AMJEO;Hannah;Brandt;14.03.1988;h.brandt@post.example;0008112043;Gas, June;308,40;01.10.2026\r
`;
const COLUMNS = {
  'account.ref': 'customer',
  'debtor.firstName': 'first',
  'debtor.lastName': 'last',
  'debtor.birthday': 'born',
  'debtor.email': 'mail',
  'claim.ref': 'invoice',
  'claim.productName': 'product',
  'claim.amount': 'amount',
  'claim.dueDate': 'due',
};
const STEPS = [
  { id: 'mail', stepType: 'sendEmail', stepState: { bundleName: 'reminder', locale: null, description: '' }, down: 'rest' },
  { id: 'rest', stepType: 'delay', stepState: { days: 7, hours: 0, minutes: 0, workingDays: false }, down: 'end' },
  { id: 'end', stepType: 'expired', stepState: { description: '' }, down: null },
];

/** Calls an operation as the signed-in administrator. */
async function call(service: string, query: string, variables: object, token = ''): Promise<Record<string, never>> {
  const answer = await fetch(`${house.url}/api/${service}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data: Record<string, never>; errors?: { message: string }[] };
  if (errors) throw new Error(errors.map((error) => error.message).join('; '));
  return data;
}

async function rows<Row extends object>(text: string): Promise<Row[]> {
  return (await inClient(house.database, house.clientId, (tx) => tx.sql(text, [house.clientId]))) as Row[];
}

async function eventually<Result>(look: () => Promise<Result | undefined>): Promise<Result> {
  for (let tries = 0; tries < 150; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('it did not happen within 30 s');
}

describe('the main job', () => {
  it('runs from a file to a settled account', async () => {
    const { clientId, database } = house;

    // A portfolio file goes in.
    const file = path.join(house.config.dataFolder, 'portfolio.csv');
    await writeFile(file, FILE);
    const importId = await addLocalFile(database, clientId, file, SYSTEM);
    const fields = Object.entries(COLUMNS).map(([field, column]) => ({ field, column }));
    const mapping = checkMapping({ record: 'claims', hasHeader: true, separator: ';', decimalMark: ',', dateOrder: 'DMY', fields });
    for (const state of ['checking', 'running'] as const) {
      await inClient(database, clientId, (tx) =>
        moveImport(tx, importId, state, state === 'checking' ? { mapping, name: null } : undefined),
      );
      await workOn(database, clientId, importId);
    }
    const { summary } = await inClient(database, clientId, (tx) => readImport(tx, importId));
    expect(summary).toMatchObject({ created: 2, rejected: 0 });

    // A message and a strategy; the claim is put into it through the API, the worker does the rest.
    await inClient(database, clientId, (tx) =>
      saveBundle(
        tx,
        {
          fileName: 'reminder',
          displayName: 'Reminder',
          contentTemplateType: 'email',
          contentTemplates: [
            {
              locale: 'en_US',
              subject: 'Invoice {{ claim.reference }}',
              format: 'text',
              content: 'Hello {{ debtor.firstName }}, {{ claim.balance }} are open: {{ link.pay }}',
            },
          ],
        },
        'Ada',
      ),
    );
    const { signIn } = (await call(
      'identity',
      'mutation { signIn(email: "ada@nordlicht.example", password: "a long enough password") { session { token } } }',
      {},
    )) as unknown as {
      signIn: { session: { token: string } };
    };
    const saved = (await call(
      'strategy',
      'mutation ($clientId: ID!, $steps: String!) { saveStrategyBlueprint(id: "new", clientId: $clientId, steps: $steps, displayName: "Reminders") { blueprint { id } problems { key } } }',
      { clientId, steps: JSON.stringify(STEPS) },
      signIn.session.token,
    )) as unknown as { saveStrategyBlueprint: { blueprint: { id: string } } };
    await call(
      'strategy',
      'mutation ($clientId: ID!, $blueprintId: ID!, $refs: [String!]!) { startStrategy(clientId: $clientId, blueprintId: $blueprintId, externalClaimRefs: $refs) { done } }',
      { clientId, blueprintId: saved.saveStrategyBlueprint.blueprint.id, refs: ['0007900770'] },
      signIn.session.token,
    );
    const message = await eventually(
      async () =>
        (await rows<{ text_content: string; subject: string; account_id: string }>('select * from communication where client_id = $1'))[0],
    );
    expect(message.subject).toBe('Invoice 0007900770');
    expect(message.text_content).toContain('Hello Hannah');

    // Staff look at the account.
    const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await desk.newPage();
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (entry) => void (/Content.Security.Policy/i.test(entry.text()) && wrong.push(entry.text())));
    await house.signIn(page);
    await page.goto(`${house.url}/${clientId}/account/${message.account_id}`);
    await page.getByText('Hannah Brandt').first().waitFor();
    await page.getByText('€1,053.60').first().waitFor();

    // The debtor follows the link, says who they are, and pays everything.
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await phone.goto(/https?:\S+\/p\/\S+/.exec(message.text_content)?.[0] ?? '');
    expect(await phone.content()).not.toContain('745');
    await phone.fill('input[name=day]', '14');
    await phone.fill('input[name=month]', '3');
    await phone.fill('input[name=year]', '1988');
    await phone.click('button.button');
    await phone.getByText('€1,053.60').first().waitFor();
    await phone.check('input[name=way][value=now]', { force: true });
    await phone.click('button.button');
    if ((await phone.locator('input[name=outcome]').count()) === 0) await phone.click('button.button');
    await phone.check('input[name=outcome][value=success]', { force: true });
    await phone.click('button.button');
    await phone.waitForLoadState();

    // It is on the timeline without a reload, and everything adds up.
    await page.getByText('€0.00').first().waitFor({ timeout: 15_000 });
    await page
      .getByText(/settled/i)
      .first()
      .waitFor();
    expect(wrong).toEqual([]);
    const claims = await rows<{ status: string; balance: bigint; entries: bigint }>(
      `select c.status, c.balance, (select sum(amount)::bigint from ledger_entry l where l.client_id = c.client_id and l.external_claim_ref = c.external_claim_ref) as entries
       from claim c where c.client_id = $1`,
    );
    expect(claims).toEqual([0, 1].map(() => ({ status: 'resolved', balance: 0n, entries: 0n })));
    const run = await eventually(
      async () => (await rows<{ status: string }>(`select status from strategy_run where client_id = $1 and status <> 'waiting'`))[0],
    );
    expect(['stopped', 'completed']).toContain(run.status);
  });
});
