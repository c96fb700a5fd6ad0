/** The account screen in two browsers: forms that lose nothing, and a layout that holds for everybody of the client. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { addDays, type CalendarDate } from '../core/time.ts';
import { localDate } from '../core/zone.ts';
import { now } from '../server/platform/clock.ts';
import { appendAnyEvents } from '../server/platform/events.ts';
import { type Actor, inClient, SYSTEM } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { setAccountMeta } from '../server/services/account/claim/effects.logic.ts';
import { setMetadataSchema } from '../server/services/account/metadata/metadata.logic.ts';
import { createPromiseToPay } from '../server/services/finance/agreement/promise.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { visit } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let ada: Page;
let bea: Page;
let accountId: Uuid;
/** Owes 1,000.00 since January, has paid 150.00 on March 2 and promised 200.00. */
let payingId: Uuid;

beforeAll(async () => {
  house = await openWholeHouse();
  const actor: Actor = { type: 'user', id: house.userId };
  await inClient(
    house.database,
    house.clientId,
    async (tx) => {
      const claims = [{ ref: 'A-1-1', balance: 128460, due: '2026-01-01' }];
      const paying = [{ ref: 'A-2-1', balance: 0, due: '2026-01-01' }];
      const ids = await addSampleAccounts(tx, [
        { ref: 'A-1', first: 'Hannah', last: 'Brandt', city: 'Berlin', claims },
        { ref: 'A-2', first: 'Olaf', last: 'Timm', city: 'Kiel', claims: paying },
      ]);
      accountId = ids.get('A-1')!;
      payingId = ids.get('A-2')!;
      const entry = (kind: 'principal' | 'payment', amount: bigint, valueDate: string) => ({
        accountId: payingId,
        externalClaimRef: 'A-2-1',
        kind,
        amount,
        currency: 'EUR',
        valueDate: valueDate as CalendarDate,
        key: uuidv7(),
      });
      await book(tx, [entry('principal', 100_000n, '2026-01-01')]);
      await book(tx, [entry('payment', -15_000n, '2026-03-02')]);
      const dueDate = addDays(localDate(now(), 'Europe/Berlin'), 7);
      await createPromiseToPay(tx, { externalClaimRef: 'A-2-1', amount: 20_000n, dueDate, requestedBy: house.userId, idempotencyKey: 'p' });
    },
    { actor },
  );
  browser = await launchBrowser();
  [ada, bea] = [await newPage(), await newPage()];
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

async function newPage(): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await house.signIn(page);
  return page;
}
const address = (query = '') => `${house.url}/${house.clientId}/account/${accountId}${query}`;
const open = (page: Page, query = '') => visit(page, address(query));
/** From nothing, as after a reload. */
const load = (page: Page) => page.goto(address());
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true }).first();
/** An entry of the browser's list of what moved without anybody's doing. */
interface LayoutShift {
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
}
const edges = (element: Element) => {
  const { left, right } = element.getBoundingClientRect();
  return { left, right };
};
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

it('what two people type into one debtor at once is told, kept and chosen; a reload loses nothing', async () => {
  await open(ada, '?form=debtor');
  await field(ada, 'Middle name').fill('Maria');
  await field(ada, 'City').fill('Kiel');
  await open(bea, '?form=debtor');
  await field(bea, 'City').fill('Hamburg');
  await field(bea, 'Place of birth').fill('Bonn');
  await save(bea);
  await bea.getByText('Debtor data saved').waitFor();

  await ada.reload();
  await ada.getByRole('alert').getByText('City (Hamburg)').waitFor();
  await expect.poll(() => field(ada, 'City').inputValue()).toBe('Kiel');
  await expect.poll(() => field(ada, 'Middle name').inputValue()).toBe('Maria');
  await expect.poll(() => field(ada, 'Place of birth').inputValue()).toBe('Bonn');
  await expect.poll(() => ada.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  await ada.getByRole('button', { name: 'Keep mine' }).click();
  await save(ada);
  await ada.getByText('Debtor data saved').waitFor();

  await open(bea, '?form=debtor');
  await expect.poll(() => field(bea, 'City').inputValue()).toBe('Kiel');
  await expect.poll(() => field(bea, 'Place of birth').inputValue()).toBe('Bonn');
  await expect.poll(() => field(bea, 'Middle name').inputValue()).toBe('Maria');
});

it('a message is one row of the timeline with its last state, and so are the steps of a strategy; what happens now joins its row', async () => {
  const communicationId = uuidv7();
  const message = { outboxId: uuidv7(), channel: 'email', bundleName: 'Second reminder' };
  const append = (messageType: string, payload: Record<string, unknown>) =>
    inClient(house.database, house.clientId, (tx) => appendAnyEvents(tx, [{ messageType, accountId, payload }]));
  for (const stepType of ['delay', 'evaluateIfCondition', 'delay']) await append('strategyStep', { stepType, strategyName: 'Autumn' });
  await append('strategyStep', { stepType: 'sendEmail', outboxId: message.outboxId });
  await append('linkCreated', { outboxId: message.outboxId });
  await append('communicationSent', { ...message, communicationId });
  await append('strategyStep', { stepType: 'delay', strategyName: 'Autumn' });
  await open(ada);
  const rows = ada.getByRole('log').getByRole('listitem');
  const row = rows.filter({ hasText: 'Second reminder' });
  await rows.getByRole('button', { name: '3 steps of Autumn' }).click();
  await expect.poll(() => rows.filter({ hasText: '3 steps of Autumn' }).locator('ol time').count()).toBe(3);
  await row.getByText('Sent “Second reminder”').waitFor();
  await expect.poll(() => rows.filter({ hasText: 'Payment link created' }).count()).toBe(0);

  await append('emailOpened', { communicationId, bundleName: 'Second reminder' });
  await append('linkClicked', { communicationId, bundleName: 'Second reminder' });
  await row.getByText('Clicked the link in “Second reminder”').waitFor();
  await row.getByRole('button', { name: '5 events' }).click();
  await row.getByText('Payment link created').waitFor();
  await expect.poll(() => row.locator('ol time').count()).toBe(5);
  // Somebody who looks for one kind of event finds it by itself.
  await ada.getByRole('button', { name: 'All events' }).click();
  await ada.getByLabel('Text', { exact: true }).fill('Second reminder');
  await row.getByRole('button', { name: '3 events' }).waitFor();
});

it('what can be done is in one menu on every tab, in groups with their keys; a call is logged by its key', async () => {
  for (const tab of ['', '?tab=claims', '?tab=ledger']) {
    await open(ada, tab);
    await ada.getByRole('button', { name: 'More actions' }).click();
    const menu = ada.getByRole('menu');
    await menu.getByText('Agreements', { exact: true }).waitFor();
    expect((await menu.allInnerTexts()).join().replace(/\s+/g, ' ')).toMatch(
      /^Contact Log call C Write message M Money .* Agreements Record a promise to pay P .* Account Create task T Reactions Data .*Personal data/,
    );
    await ada.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  }
  // The text of the claims stays within the margins of their tab, whole.
  for (const width of [1440, 1280]) {
    await ada.setViewportSize({ width, height: 900 });
    await open(ada, '?tab=claims');
    const grid = ada.getByRole('grid', { name: 'Claims' });
    await grid.getByText('A-1-1').waitFor();
    // Its text begins where that of the other tabs does; the lines reach a little further. Once the new width is laid out.
    const stands = async () => {
      const [table, tabs] = [await grid.evaluate(edges), await ada.getByRole('tablist').first().locator('..').evaluate(edges)];
      const text = await grid.getByText('A-1-1').evaluate(edges);
      return { beginsThere: Math.abs(text.left - tabs.left) < 2, endsThere: table.right <= tabs.right + 1 };
    };
    await expect.poll(stands).toEqual({ beginsThere: true, endsThere: true });
    await expect.poll(() => ada.getByRole('columnheader', { name: 'Status' }).isVisible()).toBe(true);
  }
  await ada.setViewportSize({ width: 1440, height: 900 });
  // In a text a letter is a letter.
  await load(ada);
  // Its key counts from when it may be pressed.
  await ada.getByRole('button', { name: 'Log call' }).click({ trial: true });
  await ada.getByLabel('Note', { exact: true }).fill('');
  await ada.keyboard.type('cc');
  await expect.poll(() => ada.getByRole('dialog').count()).toBe(0);
  await ada.getByLabel('Note', { exact: true }).fill('');
  await ada.keyboard.press('Escape');
  await ada.keyboard.press('c');
  const dialog = ada.getByRole('dialog', { name: 'Log call' });
  await dialog.getByText('Incoming call').click();
  await save(ada);
  await dialog.getByText('Choose an outcome').waitFor();
  await dialog.getByRole('combobox', { name: 'Outcome' }).fill('No answer');
  await ada.getByRole('option', { name: 'No answer' }).click();
  await save(ada);
  await ada.getByRole('log').getByText('Contact outcome: No answer').waitFor();
});

it('fields are edited by the schema of their owner; what is wrong stands at its field, and what no schema knows stays', async () => {
  const properties = {
    note: { type: 'string', title: 'Remark', maxLength: 20 },
    income: { type: 'number', title: 'Income', format: 'CURRENCY', maximum: 9000 },
    people: { type: 'number', title: 'Household' },
    moved: { type: 'string', title: 'Moved in', format: 'DATE' },
    vulnerable: { type: 'boolean', title: 'Vulnerable' },
    time: { type: 'string', title: 'Best time', enum: ['Morning', 'Evening'] },
  } as const;
  const schema = { type: 'object', properties };
  // What happens is seen on every tab.
  await open(ada, '?tab=ledger');
  await inClient(house.database, house.clientId, async (tx) => {
    await setAccountMeta(tx, [{ accountId, externalClaimRef: 'A-1-1', actor: SYSTEM, values: { legacy: 'kept since 2019' } }], now());
    for (const type of ['account', 'claim'] as const) await setMetadataSchema(tx, type, schema, null, house.userId, []);
  });
  await ada.getByLabel('Other fields').getByText('kept since 2019').waitFor();
  await open(ada);
  for (const place of ['account', 'claim']) {
    if (place === 'claim') await visit(ada, `${house.url}/${house.clientId}/account/${accountId}/claim/A-1-1`);
    await ada.getByRole('button', { name: 'Edit fields' }).click();
    const enter = (name: string, text: string) => ada.getByRole('textbox', { name, exact: true }).fill(text);
    const choose = async (name: string, option: string) => {
      await ada.getByRole('combobox', { name }).click();
      await ada.getByRole('option', { name: option }).click();
    };
    await enter('Remark', 'Speaks Frisian');
    await enter('Income', '12.345,50 €');
    await enter('Household', 'four');
    const movedIn = ada.getByLabel('Moved in');
    await movedIn.fill('02/30/2024');
    await movedIn.press('Tab');
    await ada.getByText('Enter a date as MM/DD/YYYY').waitFor();
    await movedIn.fill('2/1/24');
    await movedIn.press('Alt+ArrowDown');
    await ada.getByRole('button', { name: '29 February 2024' }).click();
    await expect.poll(() => movedIn.inputValue()).toBe('02/29/2024');
    await choose('Vulnerable', 'Yes');
    await choose('Best time', 'Evening');
    await save(ada);
    for (const name of ['Income', 'Household'])
      await expect.poll(() => ada.getByRole('textbox', { name, exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await ada.getByRole('textbox', { name: 'Remark' }).getAttribute('aria-invalid')).not.toBe('true');
    await enter('Income', '2.345,50');
    await enter('Household', '4');
    await save(ada);
    await ada.getByText('Field saved').first().waitFor();
    for (const shown of ['Speaks Frisian', '€2,345.50', 'Feb 29, 2024', 'Evening'])
      await ada.getByText(shown, { exact: true }).first().waitFor();
    if (place === 'account') await ada.getByLabel('Other fields').getByText('kept since 2019').waitFor();
  }
  const meta = { note: 'Speaks Frisian', income: 2345.5, people: 4, moved: '2024-02-29', vulnerable: true, time: 'Evening' };
  const [kept] = await inClient(house.database, house.clientId, (tx) =>
    tx.sql<{ account: object; claim: object }>(
      'select a.meta as account, c.meta as claim from account a join claim c on c.client_id = a.client_id and c.account_id = a.account_id where a.client_id = $1 and a.account_id = $2',
      [house.clientId, accountId],
    ),
  );
  expect(kept).toEqual({ account: { ...meta, legacy: 'kept since 2019' }, claim: meta });
});

it('nothing on the account shifts after it is drawn, whichever answer comes last', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as unknown as LayoutShift[])
        if (!hadRecentInput)
          // What only grows or is filled where it stands moves nothing from under anybody's hand.
          for (const { node, previousRect, currentRect } of sources)
            if (previousRect.x !== currentRect.x || previousRect.y !== currentRect.y)
              shifts.push(`${node?.textContent?.slice(0, 40)}: ${previousRect.x},${previousRect.y} → ${currentRect.x},${currentRect.y}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The question about cookies is asked once, and takes its place from the page.
  await load(page);
  await page.getByRole('button', { name: 'Reject all' }).click();
  // One of the answers comes after all others.
  for (const last of ['account', 'finance']) {
    await page.route(`**/api/${last}`, async (route) => {
      await new Promise((done) => setTimeout(done, 500));
      await route.continue();
    });
    // A machine that stalls may draw in the middle of an answer: what shifts by itself shifts every time.
    let shifts: string[] = ['not looked at'];
    for (let looks = 0; looks < 4 && shifts.length > 0; looks++) {
      await load(page);
      await page.getByText('No agreements yet').waitFor();
      await page.getByRole('button', { name: 'Copy link' }).waitFor();
      await page.waitForLoadState('networkidle');
      shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
    }
    expect(shifts).toEqual([]);
    await page.unrouteAll();
  }
  await page.context().close();
});

it('a reference is copied, and the payment link, also where the browser has no clipboard for the page: a house without a certificate', async () => {
  await ada.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }));
  await load(ada);
  const pasted = async () => {
    const note = ada.getByRole('textbox', { name: 'Note' });
    await note.fill('');
    await note.press('Control+v');
    return note.inputValue();
  };
  await ada.getByRole('button', { name: 'A-1', exact: true }).first().click();
  await ada.getByText('Copied', { exact: true }).first().waitFor();
  expect(await pasted()).toBe('A-1');
  await ada.getByRole('button', { name: 'Copy link' }).click();
  await ada.getByText(/^Link copied/).waitFor();
  expect(await pasted()).toMatch(/^http:.*\/[\w-]{16,}$/);
});

it('the screen is arranged by mouse and by buttons, with fields by path, for everybody of the client', async () => {
  await open(ada);
  await ada.getByRole('button', { name: 'Customize' }).click();
  await ada.getByRole('button', { name: 'Make the column of Claims wider' }).click();
  await ada.getByText('4 of 12').waitFor();
  const card = await ada.getByRole('article', { name: 'Tasks' }).locator('header').boundingBox();
  const goal = await ada.getByRole('article', { name: 'Contact', exact: true }).boundingBox();
  await ada.mouse.move(card!.x + 40, card!.y + 8);
  await ada.mouse.down();
  await ada.mouse.move(goal!.x + 40, goal!.y + 30, { steps: 10 });
  await ada.mouse.up();
  await ada.getByRole('button', { name: 'Add fields' }).click();
  await ada.getByLabel('Heading').fill('At a glance');
  await ada.getByRole('button', { name: 'Add field', exact: true }).click();
  await ada.getByRole('combobox', { name: 'Field' }).fill('contactInformation.city');
  await ada.getByRole('option', { name: /debtors\.0\.contactInformation\.city/ }).click();
  await ada.getByLabel('Custom label').fill('Lives in');
  await ada.getByRole('button', { name: 'Done' }).click();
  await ada.getByRole('button', { name: 'Save for everyone' }).click();
  await ada.getByText('Account screen saved').waitFor();

  await load(bea);
  await bea.getByText('Lives in').waitFor();
  // A panel that is still loading is there but takes no room.
  const at = async (heading: string) => {
    const title = bea.getByRole('heading', { name: heading, exact: true });
    await title.waitFor();
    return (await title.boundingBox())!;
  };
  // The tasks stand over the contacts now, in the left lane.
  expect((await at('Task')).x).toBe((await at('Contact')).x);
  expect((await at('Task')).y).toBeLessThan((await at('Contact')).y);
});

it('every figure says where it comes from: a row of a claim’s ledger by its booking, what is paid and promised by what it is made of', async () => {
  await visit(ada, `${house.url}/${house.clientId}/account/${payingId}/claim/A-2-1`);
  const row = ada.getByRole('table', { name: 'Balance breakdown' }).getByRole('row', { name: /Mar 2, 2026/ });
  await row.getByRole('button').first().click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByText('due as of Mar 2, 2026').waitFor();
  const lines = dialog.getByRole('table', { name: 'This entry' }).getByRole('row');
  expect((await lines.allInnerTexts()).map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    'Account Debit € Credit €',
    'Bank 150.00',
    'Principal · A-2-1 150.00',
  ]);
  await ada.reload();
  await expect.poll(() => dialog.getByLabel('As of').inputValue()).toBe('03/02/2026');
  await dialog.getByRole('table', { name: 'This entry' }).waitFor();
  await ada.keyboard.press('Escape');
  expect(await ada.waitForURL((url) => url.search === '')).toBeUndefined();

  const open = (figure: RegExp) => ada.locator('main').getByText(figure).getByRole('button').click();
  await visit(ada, `${house.url}/${house.clientId}/account/${payingId}`);
  await ada.waitForLoadState('networkidle');
  await open(/150\.00 paid/);
  await dialog.getByText('€150.00 paid').waitFor();
  await ada.keyboard.press('Escape');
  await open(/200\.00 promised/);
  await dialog.getByRole('heading', { name: 'Agreements in force' }).waitFor();
  await dialog.getByText('€200.00').waitFor();
});

it('the ledger has both days of each booking, the newest first, and adds up', async () => {
  await inClient(house.database, house.clientId, (tx) =>
    book(tx, [
      {
        accountId: payingId,
        externalClaimRef: 'A-2-1',
        kind: 'fee',
        amount: 1_250n,
        currency: 'EUR',
        valueDate: '2026-02-01' as CalendarDate,
        key: uuidv7(),
      },
    ]),
  );
  const rowsOf = async (name: string) =>
    (await ada.getByRole('table', { name }).getByRole('row').allInnerTexts()).map((line) => line.replace(/\s+/g, ' ').trim());
  await visit(ada, `${house.url}/${house.clientId}/account/${payingId}?tab=ledger`);
  await ada.getByRole('row', { name: /Fee/ }).waitFor();
  const booked = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Europe/Berlin' }).format(now());
  expect(await rowsOf('Ledger')).toEqual([
    'Booked Value date Entry Amount € Balance €',
    `${booked} Feb 1, 2026 Fee · Costs A-2-1 12.50 862.50`,
    `${booked} Mar 2, 2026 Payment · Principal A-2-1 -150.00 850.00`,
    `${booked} Jan 1, 2026 Principal A-2-1 1,000.00 1,000.00`,
    'Total 862.50 862.50',
  ]);
  await ada.getByRole('combobox', { name: 'Entry' }).click();
  await ada.getByRole('option', { name: 'Payment', exact: true }).click();
  await expect.poll(async () => (await rowsOf('Ledger')).at(-1)).toBe('Total -150.00');
  await visit(ada, `${house.url}/${house.clientId}/account/${payingId}/claim/A-2-1`);
  await expect.poll(async () => (await rowsOf('Balance breakdown')).length).toBe(5);
  expect((await rowsOf('Balance breakdown'))[1]).toBe(`${booked} Feb 1, 2026 Fee 12.50 862.50`);
});

it('what was said about files before they are sent stands there again after a reload, once they are chosen anew', async () => {
  const choose = async () =>
    ada.locator('input[type=file]').setInputFiles({ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('A bill') });
  await open(ada, '?tab=files');
  await choose();
  await ada.getByRole('combobox', { name: 'Document type' }).click();
  await ada.getByRole('option', { name: 'Invoice' }).click();
  await ada.reload();
  await choose();
  await expect.poll(() => ada.getByRole('combobox', { name: 'Document type' }).inputValue()).toBe('Invoice');
  await ada.getByRole('button', { name: 'Upload 1 file' }).click();
  await ada.getByRole('button', { name: 'bill.txt', exact: true }).waitFor();
  await ada.getByRole('listitem').filter({ hasText: 'bill.txt' }).getByText('Invoice', { exact: true }).waitFor();
  await choose();
  await expect.poll(() => ada.getByRole('combobox', { name: 'Document type' }).inputValue()).toBe('');
});

it('what is wrong in the limits of plans stands at its field', async () => {
  await visit(ada, `${house.url}/${house.clientId}/configuration/payments?tab=limits`);
  const most = ada.getByRole('textbox', { name: 'Maximum instalments' }).nth(1);
  await most.fill('1');
  await ada.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => most.getAttribute('aria-invalid')).toBe('true');
  const described = await most.getAttribute('aria-describedby');
  await expect.poll(() => ada.locator(`[id="${described}"]`).innerText()).toBe('Enter at least the minimum number of instalments');
  await expect.poll(() => ada.getByRole('alert').allInnerTexts()).toEqual(['Check 1 field\nMaximum instalments']);
});
