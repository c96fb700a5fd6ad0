/**
 * What debtors, files and templates bring along stays text: formulas, scripts, markup, template syntax and tricks with the direction of
 * writing, in every place that staff and debtors look at, in a real browser under the product's own policy.
 */
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { type InertWorld, PAYLOADS, SECRET, seedInert } from './inert.world.ts';

/** What would stand in a page whose text had become markup. */
const MARKUP =
  'img[src="x"], [onerror], [onload], [onclick], iframe:not([sandbox]), a[href^="javascript:" i], a[href^="data:" i], mj-raw, script:not([src])';

let house: WholeHouse;
let browser: Browser;
let world: InertWorld;
/** Everything that ran, was about to run, or asked another host. */
const wrong: string[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  world = await seedInert(house);
});
beforeEach(() => {
  wrong.length = 0;
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

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
    // A preview of a page is a frame without scripts: the page's own isn't run either. What else is in it is looked for below.
    if (/^Blocked script execution in '[^']*\/p\/preview\//.test(entry.text())) return;
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
/** A preview may be replaced by the next one just while it is looked at. */
async function elements(frame: Frame): Promise<string[]> {
  try {
    return await frame.locator(MARKUP).evaluateAll((nodes) => nodes.map((node) => node.outerHTML.slice(0, 200)));
  } catch (error) {
    if (!/context was destroyed|detached/i.test(String(error))) throw error;
    return frame.isDetached() ? [] : elements(frame);
  }
}

it('stays text in the staff application', async () => {
  const context = await watched({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await house.signIn(page);
  const visit = async (address: string, shows: string) => {
    await page.goto(`${house.url}/${house.clientId}/${address}`);
    await page
      .getByText(shows)
      .first()
      .waitFor()
      .catch(() => wrong.push(`${address} does not show ${shows}`));
    await look(page, address);
  };
  await visit('account/manage', PAYLOADS[0]);
  await visit('account/tasks?tab=unassigned', PAYLOADS[2]);
  for (const index of [0, 1, 16]) await visit(`account/${world.accounts[index]?.accountId}`, PAYLOADS[index] ?? '');
  await visit(`account/${world.accounts[0]?.accountId}`, PAYLOADS[6]);
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await page.waitForLoadState('networkidle');
    await look(page, await tab.innerText());
  }
  for (const place of [2, 3])
    await visit(`account/${world.accounts[0]?.accountId}/claim/${world.accounts[0]?.refs[place]}`, PAYLOADS[place] ?? '');
  await visit('strategy/strategy-builder-new', PAYLOADS[1]);
  await visit(`strategy/strategy-builder-new/${world.blueprintId}`, PAYLOADS[1]);
  await visit('import', '=cmd');
  await visit(`import/${world.importId}`, '=cmd');
  await visit('content/email-builder', PAYLOADS[1]);
  await visit('content/email-builder/edit/reminder', '{{ debtor.salutation }}');
  await page
    .getByRole('textbox', { name: /account/i })
    .first()
    .fill(world.accounts[1]?.accountId ?? '');
  await page.frameLocator('iframe').getByText(PAYLOADS[1]).first().waitFor();
  await look(page, 'preview');
  await visit('content/global-placeholders', 'secret');
  expect(wrong).toEqual([]);

  // The other builders, with payloads in every field and, in the previews, as a debtor's name.
  const { lists, letter, page: landing, ...written } = world.content;
  for (const address of lists) await visit(address, PAYLOADS[0]);
  const preview = page.getByRole('region', { name: 'Preview' });
  for (const address of Object.values(written)) {
    await visit(address, PAYLOADS[0]);
    await page
      .getByRole('textbox', { name: /account/i })
      .first()
      .fill(world.accounts[3]?.accountId ?? '');
    await preview.getByText(PAYLOADS[3]).first().waitFor();
    await look(page, `preview of ${address}`);
  }
  await visit(letter, PAYLOADS[7]);
  await visit(landing, PAYLOADS[7]);
  await page.getByRole('tab', { name: /^Preview/ }).click();
  await page.frameLocator('iframe').getByText(PAYLOADS[7]).first().waitFor();
  await look(page, 'preview of a page');
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
    const payload = PAYLOADS[world.accounts.findIndex((each) => each.accountId === account_id)] ?? '';
    const shown = payload.replace('\u202e', '');
    expect([text_content, html_content, subject].join()).not.toContain(SECRET);
    expect(text_content).toContain(shown);
    if (channel === 'sms') continue;
    expect(subject).toContain(shown);
    // A mail program that shows everything: the page itself, without the product's policy around it.
    await page.setContent(html_content);
    await look(page, `mail ${payload}`);
    await expect.poll(() => page.locator('body').innerText()).toContain(shown.replace(/\s+/g, ' '));
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
  await house.signIn(page, `${house.url}/${house.clientId}/inbox`);
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
    const { portal = '' } = world.accounts[index] ?? {};
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
  await house.signIn(agent, `${house.url}/${house.clientId}/account/${world.accounts[0]?.accountId}`);
  await agent.getByText(PAYLOADS.slice(0, 3).join(' ')).first().waitFor();
  await look(agent, 'dispute');
  expect(wrong).toEqual([]);
  await desk.close();
  await context.close();
});
