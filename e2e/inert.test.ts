/**
 * What debtors, files and templates bring along stays text: formulas, scripts, markup, template syntax and tricks with the direction of
 * writing, in every place that staff and debtors look at, in a real browser under the product's own policy.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import type { CalendarDate } from '../core/time.ts';
import { now } from '../server/platform/clock.ts';
import { queueCommunications } from '../server/platform/delivery/outbox.ts';
import { inClient, SYSTEM, type Tx } from '../server/platform/tenancy.ts';
import { refreshAccounts } from '../server/services/account/account.projection.logic.ts';
import { createTask } from '../server/services/account/account.task.logic.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { drainClient } from '../server/services/cms/cms.delivery.logic.ts';
import { setGlobalPlaceholders } from '../server/services/cms/cms.globals.logic.ts';
import { book } from '../server/services/finance/finance.logic.ts';
import { addLocalFile } from '../server/services/import/import.file.logic.ts';
import { workOn } from '../server/services/import/import.jobs.ts';
import { moveImport } from '../server/services/import/import.logic.ts';
import { checkMapping } from '../server/services/import/import.mapping.ts';
import { createTinyLink } from '../server/services/landing-page/landing-page.logic.ts';
import { addNote } from '../server/services/notes/notes.logic.ts';
import { readContactRules, setContactRules } from '../server/services/operations/operations.logic.ts';
import { saveBlueprint } from '../server/services/strategy/strategy.blueprint.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

/** Each would call `ran` if it were anything but text. */
const PAYLOADS = [
  `<script>ran('script')</script>`,
  `<img src=x onerror="ran('onerror')">`,
  `"><svg onload="ran('svg')">`,
  `'><a href="javascript:ran('link')">pay</a>`,
  `javascript:ran('address')`,
  `data:text/html,<script>ran('data')</script>`,
  `<style>*{display:none!important;background:url(/t/stolen)}</style>`,
  `<iframe srcdoc="<script>ran('frame')</script>"></iframe>`,
  `</textarea></title></script><script>ran('closed')</script>`,
  `<mj-raw><script>ran('mjml')</script></mj-raw></mj-text>`,
  `{{ global.secret }}{% for i in (1..3) %}x{% endfor %}{{7*7}}`,
  `\${ran('template')} #{ran('ruby')} <%= ran('erb') %>`,
  `=cmd|' /C calc'!A1`,
  `+49*1`,
  `-1+2`,
  `@SUM(1,2)`,
  `Anna \u202egpj.exe`,
] as const;
const SECRET = 'a secret of the house';
/** What would stand in a page whose text had become markup. */
const MARKUP =
  'img[src="x"], [onerror], [onload], [onclick], iframe:not([sandbox]), a[href^="javascript:" i], a[href^="data:" i], mj-raw, script:not([src])';

let house: WholeHouse;
let browser: Browser;
/** Everything that ran, was about to run, or asked another host. */
const wrong: string[] = [];
const accounts: { accountId: Uuid; refs: string[]; portal: string }[] = [];
let importId: Uuid;
let blueprintId: string;

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  const work = <Result>(inside: (tx: Tx) => Promise<Result>) =>
    inClient(house.database, house.clientId, inside, { actor: { type: 'user', id: house.userId } });
  // Hours are not the matter here. Set before anything is queued: the worker beside us asks the gate at once, and at night it would defer.
  await work(async (tx) => setContactRules(tx, { ...(await readContactRules(tx)).rules, hoursApplyTo: [] }));
  await work(async (tx) => {
    await setGlobalPlaceholders(tx, { secret: SECRET, slogan: PAYLOADS[1] });
    for (const [index, payload] of PAYLOADS.entries())
      accounts.push(await addAccount(tx, index, payload, index === 0 ? PAYLOADS : [payload]));
    await refreshAccounts(
      tx,
      accounts.map((each) => each.accountId),
    );
    await saveBundle(
      tx,
      {
        fileName: 'reminder',
        displayName: PAYLOADS.slice(0, 3).join(' '),
        contentTemplateType: 'email',
        tags: [PAYLOADS[1]],
        contentTemplates: [
          {
            locale: 'en_US',
            subject: '{{ debtor.fullName }} {{ meta.remark }}',
            format: 'mjml',
            content: `<mjml><mj-body><mj-section><mj-column><mj-text>{{ debtor.salutation }} {{ meta.remark }} {{ global.slogan }} {{ product.name }}</mj-text><mj-button href="{{ meta.remark }}">Go</mj-button><mj-button href="{{ link.pay }}">Pay</mj-button></mj-column></mj-section></mj-body></mjml>`,
          },
        ],
      },
      'Ada',
    );
    await saveBundle(
      tx,
      {
        fileName: 'short',
        displayName: 'Short',
        contentTemplateType: 'sms',
        contentTemplates: [{ locale: 'en_US', format: 'text', content: '{{ debtor.fullName }} {{ meta.remark }}' }],
      },
      'Ada',
    );
    const saved = await saveBlueprint(tx, {
      id: 'new',
      displayName: PAYLOADS[1],
      steps: JSON.stringify([
        {
          id: 'mail',
          stepType: 'sendEmail',
          stepState: { bundleName: 'reminder', locale: null, description: PAYLOADS.slice(0, 3).join(' ') },
          down: 'end',
        },
        { id: 'end', stepType: 'expired', stepState: { description: PAYLOADS[2] }, down: null },
      ]),
    });
    blueprintId = saved.blueprint?.id ?? '';
    await queueCommunications(
      tx,
      accounts.flatMap(({ accountId, refs }, index) =>
        (['email', 'sms'] as const).map((channel) => ({
          key: `${channel}${index}`,
          channel,
          accountId,
          externalClaimRef: refs[0] ?? null,
          request: { bundleName: channel === 'email' ? 'reminder' : 'short', strategyName: PAYLOADS[2] },
        })),
      ),
    );
  });
  for (const channel of ['email', 'sms'] as const) await drainClient(house.database, house.clientId, channel, house.config);
  importId = await addImport();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

/** An account whose every free text is the payload; with a claim, a note and a task for each of the texts. */
async function addAccount(tx: Tx, index: number, payload: string, texts: readonly string[]) {
  const [accountId, debtorId] = [uuidv7(), uuidv7()];
  const at = new Date(now());
  await tx.sql(
    `insert into account (client_id, account_id, external_account_ref, currency, locale, meta, created_at, updated_at) values ($1, $2, $3, 'EUR', 'en_US', $4, $5, $5)`,
    [tx.clientId, accountId, `K-${index} ${payload}`, JSON.stringify({ remark: payload, [payload.slice(0, 40)]: payload }), at],
  );
  await tx.sql(
    `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name, title, birthday, address)
     values ($1, $2, $3, $4, 'person', $5, $5, $6, '1988-03-04', $7)`,
    [
      tx.clientId,
      accountId,
      debtorId,
      `D-${index}`,
      payload,
      'Dr.',
      JSON.stringify({ city: payload, addressLine1: payload, postalCode: '10119' }),
    ],
  );
  for (const [kind, value] of [
    ['email', `debtor${index}@post.example`],
    ['mobile', '+4915112345678'],
  ])
    await tx.sql(
      'insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) values ($1, $2, $3, $4, $5, $5, $6)',
      [tx.clientId, accountId, debtorId, kind, value, at],
    );
  const refs: string[] = [];
  for (const [place, text] of texts.entries()) {
    const ref = `R-${index}-${place}`;
    refs.push(ref);
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, product_name, meta, created_at, updated_at)
       values ($1, $2, $3, 'EUR', 1000, 0, '2026-01-01', $4, $5, $6, $6)`,
      [tx.clientId, ref, accountId, text, JSON.stringify({ remark: text }), at],
    );
    await book(tx, [
      {
        accountId,
        externalClaimRef: ref,
        kind: 'principal',
        amount: 1000n,
        currency: 'EUR',
        valueDate: '2026-01-01' as CalendarDate,
        key: `principal:${ref}`,
        description: text,
      },
    ]);
    await addNote(tx, { accountId, text }, house.userId);
    await createTask(tx, { accountId, externalClaimRef: ref, note: text, description: text }, house.userId);
  }
  const { url } = await createTinyLink(tx, { accountId, externalClaimRef: null, publicUrl: house.url });
  return { accountId, refs, portal: url };
}

/** A file whose name, columns and values are payloads, some of them rejected. */
async function addImport(): Promise<Uuid> {
  const file = path.join(house.config.dataFolder, `=cmd <img src=x onerror=ran(1)> \u202evsc.csv`);
  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const rows = PAYLOADS.map((payload, index) =>
    [`F-${index}`, quoted(payload), `I-${index}`, index % 2 ? '10.00' : quoted(payload)].join(','),
  );
  await writeFile(file, [`account,${quoted(PAYLOADS[1])},invoice,amount`, ...rows].join('\n'));
  const id = await addLocalFile(house.database, house.clientId, file, SYSTEM);
  const columns = { 'account.ref': 'account', 'debtor.lastName': PAYLOADS[1], 'claim.ref': 'invoice', 'claim.amount': 'amount' };
  const fields = Object.entries(columns).map(([field, column]) => ({ field, column }));
  const mapping = checkMapping({ record: 'claims', hasHeader: true, separator: ',', decimalMark: '.', dateOrder: 'YMD', fields });
  for (const state of ['checking', 'running'] as const) {
    await inClient(house.database, house.clientId, (tx) =>
      moveImport(tx, id, state, state === 'checking' ? { mapping, name: null } : undefined),
    );
    await workOn(house.database, house.clientId, id);
  }
  return id;
}

/** A browser in which nothing of a payload can happen unnoticed. */
async function watched(options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.exposeFunction('ran', (what: string) => void wrong.push(`ran: ${what}`));
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { ran: (what: string) => void }).ran(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    ),
  );
  context.on('dialog', (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('console', (entry) => {
    if (/Content.Security.Policy|Blocked script|Refused to/i.test(entry.text())) wrong.push(entry.text());
  });
  context.on('weberror', (error) => wrong.push(error.error().message));
  context.on('request', (request) => {
    if (!/^(data|blob|about):/.test(request.url()) && !request.url().startsWith(house.url)) wrong.push(`asks ${request.url()}`);
    if (request.url().includes('/t/stolen')) wrong.push('a style of a payload was obeyed');
  });
  return context;
}

/** Looks for payloads that became elements, in the page and in the frames of mails. */
async function look(page: Page, where: string): Promise<void> {
  for (const frame of page.frames()) {
    const found = await elements(frame);
    for (const each of found) wrong.push(`${where}: ${each}`);
  }
}
const elements = (frame: Frame) => frame.locator(MARKUP).evaluateAll((nodes) => nodes.map((node) => node.outerHTML.slice(0, 200)));

it('stays text in the staff application', async () => {
  const context = await watched({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await house.signIn(page);
  const visit = async (address: string, shows: string) => {
    await page.goto(`${house.url}/${house.clientId}/${address}`);
    await page
      .getByText(shows)
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => wrong.push(`${address} does not show ${shows}`));
    await look(page, address);
  };
  await visit('account/manage', PAYLOADS[0]);
  await visit('account/tasks', PAYLOADS[2]);
  for (const index of [0, 1, 16]) await visit(`account/${accounts[index]?.accountId}`, PAYLOADS[index] ?? '');
  await visit(`account/${accounts[0]?.accountId}`, PAYLOADS[6]);
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await page.waitForLoadState('networkidle');
    await look(page, await tab.innerText());
  }
  for (const place of [2, 3]) await visit(`account/${accounts[0]?.accountId}/claim/${accounts[0]?.refs[place]}`, PAYLOADS[place] ?? '');
  await visit('strategy/strategy-builder-new', PAYLOADS[1]);
  await visit(`strategy/strategy-builder-new/${blueprintId}`, PAYLOADS[1]);
  await visit('import', '=cmd');
  await visit(`import/${importId}`, '=cmd');
  await visit('content/email-builder', PAYLOADS[1]);
  await visit('content/email-builder/edit/reminder', '{{ debtor.salutation }}');
  await page
    .getByRole('textbox', { name: /account/i })
    .first()
    .fill(accounts[1]?.accountId ?? '');
  await page.frameLocator('iframe').getByText(PAYLOADS[1]).first().waitFor();
  await look(page, 'preview');
  await visit('content/global-placeholders', 'secret');
  expect(wrong).toEqual([]);
  await context.close();
});

it('stays text in messages, as HTML, as text and in the subject', async () => {
  const sent = await inClient(house.database, house.clientId, (tx) =>
    tx.sql<{ account_id: Uuid; channel: string; subject: string; text_content: string; html_content: string }>(
      'select * from communication where client_id = $1',
      [tx.clientId],
    ),
  );
  expect(sent).toHaveLength(PAYLOADS.length * 2);
  const context = await watched({ javaScriptEnabled: true });
  const page = await context.newPage();
  await page.goto(`${house.url}/healthz`);
  for (const { account_id, channel, subject, text_content, html_content } of sent) {
    const payload = PAYLOADS[accounts.findIndex((each) => each.accountId === account_id)] ?? '';
    const shown = payload.replace('\u202e', '');
    expect([text_content, html_content, subject].join()).not.toContain(SECRET);
    expect(text_content).toContain(shown);
    if (channel === 'sms') continue;
    expect(subject).toContain(shown);
    // A mail program that shows everything: the page itself, without the product's policy around it.
    await page.setContent(html_content);
    await look(page, `mail ${payload}`);
    expect(await page.locator('body').innerText()).toContain(shown.replace(/\s+/g, ' '));
    expect(await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/')[0]))).toSatisfy(
      (schemes: string[]) => schemes.every((scheme) => ['http:', 'https:', '#'].includes(scheme)),
    );
  }
  expect(wrong.filter((each) => !each.includes('/t/o/'))).toEqual([]);
  await context.close();
});

it('stays text in the inbox', async () => {
  const context = await watched({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await house.signIn(page);
  await page.goto(`${house.url}/${house.clientId}/inbox`);
  await page.getByText(PAYLOADS[0]).first().waitFor();
  for (const payload of PAYLOADS.slice(0, 8)) {
    await page.getByText(payload).first().click();
    await page.waitForTimeout(150);
    await look(page, `inbox ${payload}`);
  }
  expect(wrong).toEqual([]);
  await context.close();
});

it("stays text on the debtor's page and in what a debtor writes there", async () => {
  const context = await watched({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const enter = async (index: number) => {
    const { portal = '' } = accounts[index] ?? {};
    await page.goto(portal);
    for (const [name, value] of Object.entries({ day: '4', month: '3', year: '1988' })) await page.fill(`input[name=${name}]`, value);
    await page.click('button.button');
    return portal;
  };
  const portal = await enter(0);
  for (const payload of PAYLOADS) await page.getByText(payload).first().waitFor();
  for (const place of await page.locator('details summary').all()) await place.click();
  await look(page, 'portal');
  await page.goto(`${portal}/disagree`);
  await look(page, 'disagree');
  await page.locator('input[name=claim]').first().check();
  await page.fill('textarea', PAYLOADS.join(' '));
  await page.click('button.button');
  await look(page, 'disagreed');
  await enter(16);
  // The mark is gone from the greeting: it would have turned the rest of it round.
  expect(await page.locator('.hello').innerText()).not.toContain('\u202e');
  // The agent reads those words.
  const desk = await watched({ viewport: { width: 1440, height: 900 } });
  const agent = await desk.newPage();
  await house.signIn(agent);
  await agent.goto(`${house.url}/${house.clientId}/account/${accounts[0]?.accountId}`);
  await agent.getByText(PAYLOADS.slice(0, 3).join(' ')).first().waitFor();
  await look(agent, 'dispute');
  expect(wrong).toEqual([]);
  await desk.close();
  await context.close();
});
