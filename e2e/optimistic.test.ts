/** What an agent does a hundred times a day shows before the server has answered, and goes back with the reason when it refuses. */
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { call } from './people.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let accountId: Uuid;

beforeAll(async () => {
  house = await openWholeHouse();
  const ids = await inClient(house.database, house.clientId, (tx) =>
    addSampleAccounts(tx, [
      { ref: 'O-1', first: 'Hannah', last: 'Brandt', claims: [{ ref: 'O-1-1', balance: 128_460, due: '2026-01-01' }] },
    ]),
  );
  accountId = ids.get('O-1')!;
  for (const note of ['Call back', 'Check the address'])
    await call(
      house,
      'account',
      'mutation ($clientId: ID!, $task: CaseManagementTaskInput!) { createCaseManagementTask(clientId: $clientId, task: $task) { taskId } }',
      { clientId: house.clientId, task: { accountId, note } },
    );
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await house.signIn(page, `${house.url}/${house.clientId}/account/tasks?tab=unassigned`);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const REFUSAL = { errors: [{ message: 'No longer allowed', extensions: { code: 'FORBIDDEN' } }] };

/** Keeps an operation from the server. @returns what lets it through, or answers with a refusal in the server's place. */
async function hold(operation: string): Promise<(refusal?: object) => void> {
  let end: (refusal?: object) => void = () => undefined;
  const said = new Promise<object | undefined>((resolve) => {
    end = resolve;
  });
  let isHeld = true;
  await page.route('**/api/*', async (route) => {
    const body = route.request().postDataJSON() as { operationName?: string } | null;
    if (!isHeld || body?.operationName !== operation) return route.fallback();
    const refusal = await said;
    if (refusal) return route.fulfill({ contentType: 'application/graphql-response+json', body: JSON.stringify(refusal) });
    return route.continue().catch(() => undefined);
  });
  return (refusal) => {
    isHeld = false;
    end(refusal);
  };
}

const tasks = (text = '') =>
  inClient(house.database, house.clientId, (tx) =>
    tx.sql(`select note, status from case_task where client_id = $1 ${text} order by note`, [tx.clientId]),
  );
const row = (note: string) => page.getByRole('grid', { name: 'Task queue' }).getByRole('row').filter({ hasText: note });

it('takes a task at once, and gives it back with the reason when somebody else was faster', async () => {
  await row('Call back').waitFor();
  const letThrough = await hold('TakeTask');
  await row('Call back').getByRole('button', { name: 'Take' }).click();
  await row('Call back').waitFor({ state: 'detached' });
  await row('Check the address').waitFor();
  await inClient(house.database, house.clientId, (tx) =>
    tx.sql(`update case_task set revision = revision + 1, note = 'Call back today' where client_id = $1 and note = 'Call back'`, [
      tx.clientId,
    ]),
  );
  letThrough();
  await page.getByRole('alert').first().waitFor();
  await row('Call back today').waitFor();
  expect(await tasks()).toEqual([
    { note: 'Call back today', status: 'new' },
    { note: 'Check the address', status: 'new' },
  ]);
});

it('starts and resolves a task without waiting in between: the server hears both in turn', async () => {
  await page.goto(`${house.url}/${house.clientId}/account/${accountId}`);
  // The widget shows one task at a time, the oldest of those without a date first.
  const card = page.getByRole('article').filter({ hasText: 'Call back today' });
  await card.waitFor();
  const letThrough = await hold('StartTask');
  await card.getByRole('button', { name: 'Start' }).click();
  await card.getByRole('button', { name: 'Start' }).waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await card.waitFor({ state: 'detached' });
  expect(await tasks(`and note = 'Call back today'`)).toEqual([{ note: 'Call back today', status: 'new' }]);
  letThrough();
  await page.getByText('Task resolved').first().waitFor();
  expect(await tasks(`and note = 'Call back today'`)).toEqual([{ note: 'Call back today', status: 'resolved' }]);
});

it('shows a note while it is being saved; one that is refused is a draft again, before what was written since', async () => {
  const log = page.getByRole('log');
  const draft = page.getByLabel('Note', { exact: false }).first();
  const refuse = await hold('AddNote');
  await draft.fill('Calls back at five');
  await draft.press('Control+Enter');
  await log.getByText('Calls back at five').waitFor();
  await log.getByText('saving…').waitFor();
  await expect.poll(() => draft.inputValue()).toBe('');
  await draft.fill('And wants a letter');
  refuse(REFUSAL);
  await log.getByText('Calls back at five').waitFor({ state: 'detached' });
  await expect.poll(() => draft.inputValue()).toBe('Calls back at five\n\nAnd wants a letter');
  await draft.press('Control+Enter');
  await page.getByText('Note added').first().waitFor();
  await log.getByText('saving…').waitFor({ state: 'detached' });
  await expect.poll(() => log.getByText('And wants a letter').count()).toBe(1);
});

it('sends a second note that is not to wait for the first right after it', async () => {
  const letThrough = await hold('AddNote');
  const draft = page.getByLabel('Note', { exact: false }).first();
  for (const text of ['Has moved', 'Asks for the new address']) {
    await draft.fill(text);
    await draft.press('Control+Enter');
  }
  await page.getByRole('log').getByText('Has moved').waitFor();
  letThrough();
  const kept = () =>
    inClient(house.database, house.clientId, (tx) =>
      tx.sql(`select text from note where client_id = $1 and text in ('Has moved', 'Asks for the new address') order by created_at`, [
        tx.clientId,
      ]),
    );
  await expect.poll(kept).toEqual([{ text: 'Has moved' }, { text: 'Asks for the new address' }]);
  await expect.poll(() => draft.inputValue()).toBe('');
});

it('loses neither a note nor a draft when the page is left while it is being sent, and saves it once', async () => {
  const isNote = (request: Request) => (request.postDataJSON() as { operationName?: string } | null)?.operationName === 'AddNote';
  const idOf = (request: Request) => (request.postDataJSON() as { variables: { noteId: string } }).variables.noteId;
  const letThrough = await hold('AddNote');
  const log = page.getByRole('log');
  const draft = page.getByLabel('Note', { exact: false }).first();
  await draft.fill('Will pay on Friday');
  const first = page.waitForRequest(isNote);
  await draft.press('Control+Enter');
  await log.getByText('Will pay on Friday').waitFor();
  const noteId = idOf(await first);
  await page.reload();
  await expect.poll(() => draft.inputValue()).toBe('Will pay on Friday');
  letThrough();
  // Now the server gets it, and only its answer is lost.
  let arrive: (noteId: string) => void = () => undefined;
  const arrived = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/*', async (route, request) => {
    if (!isNote(request)) return route.fallback();
    await route.fetch();
    arrive(idOf(request));
  });
  await draft.press('Control+Enter');
  await expect.poll(() => draft.inputValue()).toBe('');
  await draft.fill('And wants a letter');
  expect(await arrived).toBe(noteId);
  await page.reload();
  await log.getByText('Will pay on Friday').waitFor();
  await expect.poll(() => draft.inputValue()).toBe('And wants a letter');
  const kept = await inClient(house.database, house.clientId, (tx) =>
    tx.sql(`select note_id from note where client_id = $1 and text like 'Will pay%'`, [tx.clientId]),
  );
  expect(kept).toEqual([{ note_id: noteId }]);
});
