/** Every route of the product under the axe engine: nothing serious, in light and in dark. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURE_FLAGS } from '../core/featureFlags.ts';
import type { Uuid } from '../core/id.ts';
import type { CalendarDate } from '../core/time.ts';
import { newWorkflowStep } from '../engine/workflows/blueprint.ts';
import { keyFor } from '../server/api/api.testing.ts';
import { inClient, type Tx } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { refreshAccounts } from '../server/services/account/ground/projection.logic.ts';
import { propose } from '../server/services/api/api.proposal.logic.ts';
import { setConfiguration } from '../server/services/backoffice/backoffice.configuration.logic.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { saveTree } from '../server/services/decision/decision.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { createTinyLink, revokeLinks } from '../server/services/landing-page/landing-page.logic.ts';
import { createPartner } from '../server/services/partner/partner/partner.edit.logic.ts';
import { saveBlueprint } from '../server/services/strategy/strategy.blueprint.logic.ts';
import { saveBlueprint as saveWorkflow } from '../server/services/workflows/workflows.blueprint.logic.ts';
import { startByHand } from '../server/services/workflows/workflows.run.logic.ts';
import shell from '../web/shell/i18n/en_US/shell.json' with { type: 'json' };
import { ROUTES } from '../web/shell/routes.ts';
import { axeOn } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addClient, addPerson, type Person, signInAs } from './people.ts';
import { goTo } from './shell.ts';

/** Addresses that exist before anybody is signed in. */
const OUTSIDE = ['/auth', '/auth/mfa', '/auth/reset-password', '/auth/set-initial-password', '/logout'];

let house: WholeHouse;
let browser: Browser;
let page: Page;
let seriousIn: ReturnType<typeof axeOn>;
let admin: Person;
const values: Record<string, string> = {};

beforeAll(async () => {
  house = await openWholeHouse();
  const { database, clientId, userId } = house;
  admin = await addPerson(house, 'Mira Oduya', { [clientId]: 'ADMINISTRATOR', [await addClient(house, 'Südstrom')]: 'ADMINISTRATOR' });
  const { keyId } = await keyFor(database, clientId, { userId });
  await inClient(database, clientId, async (tx) => {
    // Everything on, but nobody is asked for a second factor.
    await setConfiguration(
      tx,
      { featureFlags: Object.fromEntries(FEATURE_FLAGS.map((flag) => [flag, flag !== 'MFA'])) },
      { userId, permissions: [] },
    );
    const ids = await addSampleAccounts(tx, [
      {
        ref: '8976-AMJEO',
        first: 'Hannah',
        last: 'Brandt',
        email: 'h.brandt@post.example',
        claims: [{ ref: '0007900770', balance: 0, due: '2026-01-01', product: 'Electricity Q2' }],
      },
    ]);
    const content = { locale: 'en_US' as const, subject: 'Reminder', format: 'text' as const, content: 'Hello {{ debtor.fullName }}' };
    await saveBundle(
      tx,
      { fileName: 'reminder', displayName: 'Reminder', contentTemplateType: 'email', contentTemplates: [content] },
      'Ada',
    );
    const saved = await saveBlueprint(tx, {
      id: 'new',
      displayName: 'First steps',
      steps: JSON.stringify([{ id: 'end', stepType: 'expired', stepState: { description: '' }, down: null }]),
    });
    const tree = await saveTree(tx, {
      name: 'Which letter next',
      root: {
        id: 'start',
        children: [{ id: 'late', variable: 'daysPastDue', operation: '>', value: 30, children: [], outcome: 'Formal notice' }],
      },
    });
    const accountId = ids.get('8976-AMJEO')!;
    const step = { ...newWorkflowStep('call', 'manualTask'), description: 'Call the debtor', isInvalid: false };
    const blueprint = { id: 'new', name: 'Hardship', phases: JSON.stringify([{ name: 'Protect', steps: [step] }]) };
    const { workflowBlueprintId } = await saveWorkflow(tx, blueprint);
    await startByHand(tx, accountId, workflowBlueprintId);
    await book(tx, [
      {
        accountId,
        externalClaimRef: '0007900770',
        kind: 'principal',
        amount: 128_460n,
        currency: 'EUR',
        valueDate: '2026-01-01' as CalendarDate,
        key: '0007900770',
      },
    ]);
    await refreshAccounts(tx, [accountId]);
    const input = { accountId, text: 'Call after 17:00' };
    await propose(tx, { keyId, operation: 'addNote', input, reason: 'She wrote so', accountId, externalClaimRef: null });
    const { url } = await createTinyLink(tx, { accountId, externalClaimRef: null, publicUrl: house.url });
    Object.assign(values, { workflowBlueprintId, accountId, strategyId: saved.blueprint?.id, userId, debtorsPage: url });
    Object.assign(values, { id: tree.id, version: '1' });
    values.partnerId = (await createPartner(tx, { name: 'Nordstern Inkasso', isSkipTracingDefault: true })).partnerId;
  });
  Object.assign(values, { externalClaimRef: '0007900770', roleName: 'AGENT', mode: 'edit', bundleId: 'reminder', importId: clientId });
  // Screens to come open with any id.
  Object.assign(values, { blueprintId: clientId, blueprintStepId: clientId, templateId: clientId, communicationMethod: 'email' });
  browser = await launchBrowser();
  page = await (
    await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    })
  ).newPage();
  seriousIn = axeOn(page);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

/** @param path below the client */
async function visit(path: string): Promise<void> {
  if (!page.url().startsWith(`${house.url}/${house.clientId}`)) {
    await signInAs(page, house, admin, `${house.url}/${house.clientId}/${path}`);
    return;
  }
  await goTo(page, `/${house.clientId}/${path}`);
}

describe('nothing serious is found', () => {
  it('on the question about cookies', async () => {
    await page.goto(`${house.url}/auth`);
    const banner = page.getByRole('region', { name: 'Cookies' });
    await banner.waitFor();
    expect(await seriousIn()).toEqual([]);
    await banner.getByRole('button', { name: 'Reject all' }).click();
  });

  it.each(OUTSIDE)('on %s', async (address) => {
    await page.goto(`${house.url}${address}`);
    expect(await seriousIn()).toEqual([]);
  });

  it('on the debtor’s page of a link that is not there', async () => {
    await page.goto(`${house.url}/l/nothing`);
    expect(await seriousIn()).toEqual([]);
  });

  it.each(ROUTES.map((route) => [route.path, route] as const))('on /{clientId}/%s', async (path, { name }) => {
    const address = path.replace(/\/:(\w+)(\??)/g, (_, part: string, optional: string) =>
      values[part] ? `/${values[part]}` : optional ? '' : '/none',
    );
    await visit(address);
    await page.waitForFunction((end) => document.title.endsWith(end), ` · ${shell.screen[name]}`);
    expect(await seriousIn()).toEqual([]);
  });

  it('on what is agreed with a partner, and in its form', async () => {
    await visit(`asset/${values.partnerId}?tab=agreements`);
    await page.getByRole('button', { name: 'Add agreement' }).click();
    await page.getByRole('dialog').getByText('Worked example').waitFor();
    expect(await seriousIn('both', 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await seriousIn()).toEqual([]);
  });

  it.each(['aging', 'rolls', 'recovery', 'performance', 'forecast'])('on the report of %s, as charts and as tables', async (tab) => {
    await visit(`dashboard/reports?tab=${tab}`);
    // The report before leaves the page only when this one has come.
    const panel = page.locator(`[role=tabpanel][id$="panel-${tab}"]`);
    await panel.getByRole('region', { name: 'Key figures' }).waitFor();
    const views = panel.getByRole('group', { name: /view as$/ });
    for (const view of ['Chart', 'Table'] as const) {
      for (const button of await views.getByRole('button', { name: view, exact: true }).all()) await button.click();
      expect(await seriousIn(), view).toEqual([]);
    }
  });

  it.each([
    ['the go-to window', 'button', 'Go to…', 'dialog'],
    ['the screens of an entry', 'button', 'Configuration', 'menu'],
    ['the availability', 'button', 'Availability: Unavailable', 'menu'],
    ['the clients', 'button', 'Client: Nordlicht Energie', 'menu'],
    ['the notifications', 'button', 'Notifications', 'dialog'],
    ['the user’s menu', 'button', 'Signed in as Mira Oduya', 'menu'],
    ['the security settings', 'menuitem', 'Security', 'dialog'],
    ['the choice about cookies', 'menuitem', 'Cookies', 'dialog'],
  ] as const)('in %s', async (_, role, name, opens) => {
    await visit('strategy/strategy-simulator');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    if (role === 'menuitem') await menu.getByRole('button', { name: 'Signed in as' }).click();
    await (role === 'menuitem' ? page : menu).getByRole(role, { name }).click();
    await page.getByRole(opens).waitFor();
    expect(await seriousIn('both', opens)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole(opens).waitFor({ state: 'detached' });
  });

  it('in the forms that an account’s actions open', async () => {
    await visit(`account/${values.accountId}`);
    const note = page.getByLabel('Note', { exact: true });
    const actions = page.getByRole('option');
    await note.pressSequentially('/');
    await actions.first().waitFor();
    const names = (await actions.allInnerTexts()).filter((name) => !name.startsWith('Assign'));
    expect(names.length).toBeGreaterThan(10);
    expect(await seriousIn()).toEqual([]);
    for (const name of names) {
      await note.fill('');
      await note.pressSequentially('/');
      await actions.filter({ hasText: name }).click();
      const form = page.getByRole('dialog');
      await form.waitFor();
      await form.locator(':focus').waitFor({ state: 'attached' });
      // What is read first from the server gets the focus when it is there.
      await expect.poll(() => form.locator(':focus').getAttribute('aria-label'), { message: name }).not.toBe('Close');
      expect(await seriousIn('both', 'dialog'), name).toEqual([]);
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
    }
  });

  it('on the debtor’s page in each of its states, on a telephone and on a desk', async () => {
    const link = (inside: (tx: Tx) => Promise<unknown>) => inClient(house.database, house.clientId, inside);
    const another = async () =>
      (
        (await link((tx) => createTinyLink(tx, { accountId: values.accountId as Uuid, externalClaimRef: null, publicUrl: house.url }))) as {
          url: string;
        }
      ).url;
    const [wrongly, early] = [await another(), await another()];
    const sizes = [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ];
    const shows = async (state: string, what = 'h1') => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.locator(what).first().waitFor({ state: 'attached' });
        // A telephone lays the page out anew and changes no colour behind a text: dark is looked at once.
        expect(await seriousIn(size === sizes[0] ? 'both' : 'light'), `${state} at ${size.width}`).toEqual([]);
        expect([state, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([state, size.width]);
      }
    };
    const next = () => page.locator('button.button').first().click();
    const home = values.debtorsPage!;
    const settle = async (fields: Record<string, string>, leads: string | null) => {
      await page.goto(home);
      const { way = 'now', ...rest } = fields;
      await page.check(`input[name=way][value=${way}]`, { force: true });
      for (const [name, value] of Object.entries(rest)) await page.fill(`input[name=${name}]`, value);
      await page.locator('#go').click();
      if (leads) await page.waitForURL(leads);
    };

    await page.goto(home);
    await shows('asks who it is', 'input[name=answer]');
    await page.fill('input[name=answer]', 'no idea');
    await next();
    await shows('a wrong answer', '[role=alert]');
    await page.fill('input[name=answer]', '10119');
    await next();
    await shows('something is owed', '#settle');
    await page.locator('.claim summary').click();
    await page.locator('.languages summary').click();
    await shows('a bill and the languages unfolded', '.claim details[open]');
    for (const way of ['plan', 'later']) {
      await page.check(`input[name=way][value=${way}]`, { force: true });
      await shows(`paying: ${way}`, `input[value=${way}]:checked`);
    }
    await page.check('input[name=way][value=now]', { force: true });
    await page.fill('input[name=amount]', 'lots');
    await shows('an amount that is none', '#amount[aria-invalid]');
    for (const aside of ['balance', 'disagree', 'help']) {
      await page.goto(`${home}/${aside}`);
      await shows(aside);
    }
    await settle({ amount: '100' }, '**/settle');
    await shows('what a part goes to');
    await next();
    await page.waitForURL('**/provider/*');
    await shows('paying', 'input[name=outcome]');
    for (const [outcome, state] of [
      ['decline', 'a payment that failed'],
      ['success', 'paid'],
    ] as const) {
      if (outcome === 'success') await settle({ amount: '1' }, '**/settle').then(next);
      await page.check(`input[name=outcome][value=${outcome}]`, { force: true });
      await next();
      await page.waitForURL('**/done/**');
      await shows(state);
    }
    await page.goto(`${home}/help`);
    await page.fill('textarea', 'Please call me');
    await next();
    await page.waitForURL('**/done/help');
    await shows('help asked for');
    // What strategies open.
    await link((tx) => tx.sql('update claim set debtor_callback_enabled = true, debtor_text_feedback_enabled = true'));
    await page.goto(`${home}/message`);
    await shows('a message to write', 'textarea');
    await page.goto(`${home}/call`);
    await shows('a call to ask for', 'input[type=tel]');
    await page.fill('input[type=tel]', '12');
    await next();
    await shows('a number that is none', '[role=alert]');
    await page.fill('input[type=tel]', '0151 12345678');
    await next();
    await page.waitForURL('**/done/call');
    await shows('a call asked for');
    await link((tx) =>
      tx.sql(
        `insert into assessment_request (client_id, request_key, account_id, external_claim_ref, asked_at, until)
         select client_id, 'ask', account_id, external_claim_ref, now(), now() + interval '5 days' from claim where external_claim_ref = $1`,
        [values.externalClaimRef],
      ),
    );
    await page.goto(home);
    await shows('incomes and expenses asked for', '[href$="/budget"]');
    await page.goto(`${home}/budget`);
    await shows('incomes and expenses', '#budget');
    await page.fill('#household', '2');
    await page.fill('#wages', 'a lot');
    await next();
    await page.locator('#wages[aria-invalid]').waitFor();
    await shows('an income that is none', '#wages[aria-invalid]');
    await settle(
      { way: 'later', date: await page.evaluate(() => new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)) },
      '**/done/promise',
    );
    await shows('a promise made');
    await page.goto(home);
    await shows('a promise on the page', '#settle');
    await settle({ way: 'plan' }, '**/done/plan');
    await shows('a plan made');
    await page.goto(home);
    await shows('a plan on the page', '.plan-card');
    await page.goto(`${home}/disagree`);
    await page.fill('textarea', 'I paid in March');
    await next();
    await page.waitForURL('**/done/dispute');
    await shows('disagreed');
    await page.goto(home);
    await shows('a dispute on the page');

    await page.goto(wrongly);
    for (let tries = 0; tries < 5; tries += 1) {
      await page.fill('input[name=answer]', 'no idea');
      await next();
      await page.waitForLoadState();
    }
    await page.locator('input[name=answer]').waitFor({ state: 'detached' });
    await shows('locked');
    await link((tx) => revokeLinks(tx, values.accountId as Uuid));
    await page.goto(early);
    await shows('a link that has ended', 'input[name=who]');
    await page.fill('input[name=who]', '8976-AMJEO');
    await next();
    await page.waitForURL('**/renewed');
    await shows('a new link asked for');
    await page.goto(`${house.url}/p/nothing`);
    await shows('a link that never was');
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
