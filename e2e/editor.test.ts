/** The editor of e-mails in a browser: blocks by mouse and keyboard, text where it stands, placeholders, undo, the clipboard, languages, saving. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Design } from '../blocks/design.ts';
import type { DesignTexts } from '../blocks/texts.ts';
import { plainText } from '../blocks/words.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { axeOn } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { visit } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let axe: ReturnType<typeof axeOn>;
const wrong: string[] = [];
const asked = new Set<string>();

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' });
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
  page = await context.newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('request', (request) => asked.add(new URL(request.url()).protocol + new URL(request.url()).host));
  page.on('dialog', (dialog) => void dialog.accept());
  axe = axeOn(page);
  await house.signIn(page);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const builder = () => `${house.url}/${house.clientId}/content/email-builder`;
const canvas = () => page.getByRole('group', { name: 'Message', exact: true });
const blocks = () => canvas().locator('[data-block]');
const names = () => blocks().evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
const text = () => canvas().getByRole('textbox');
const frame = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** What the server has of a message. */
async function saved(fileName: string): Promise<{ design: Design; texts: Record<string, DesignTexts>; html: string } | null> {
  const [row] = await inClient(house.database, house.clientId, (tx) =>
    tx.sql<{ design: Design; contents: Record<string, { texts: DesignTexts; html: string }> }>(
      'select design, contents from template_bundle where client_id = $1 and file_name = $2',
      [tx.clientId, fileName],
    ),
  );
  if (!row) return null;
  const texts = Object.fromEntries(Object.entries(row.contents).map(([locale, own]) => [locale, own.texts]));
  return { design: row.design, texts, html: row.contents.en_US!.html };
}
const said = (texts: DesignTexts | undefined, key: string) => {
  const found = texts?.[key]?.text;
  return typeof found === 'object' ? plainText(found) : found;
};

it('begins with a design of the library', async () => {
  await visit(page, `${builder()}/create`);
  await page
    .getByRole('button', { name: /^Use “/ })
    .first()
    .waitFor();
  await page
    .getByRole('button', { name: /^Use “/ })
    .nth(4)
    .click();
  await expect
    .poll(names)
    .toEqual(['Header', 'Heading', 'Text', 'Claim details', 'Text', 'Payment button', 'Text', 'Signature', 'Legal footer']);
});

it('is edited by keyboard alone: added, written in, moved, duplicated, deleted, undone', async () => {
  await visit(page, `${builder()}/create/empty`);
  await canvas().getByText('Add the first block').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('heading');
  await page.keyboard.press('Enter');
  await expect.poll(frame).toBe('Heading');
  await page.keyboard.press('Enter');
  await text().waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('About {{refer');
  await page.getByRole('option', { name: /claim\.reference/ }).waitFor();
  expect(await axe()).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.type('!');
  expect(await text().innerText()).toBe('About R-2026-004711!');
  await page.keyboard.press('Escape');
  await expect.poll(frame).toBe('Heading');
  await page.keyboard.press('/');
  await page.keyboard.type('paragraphs');
  await page.keyboard.press('Enter');
  await page.keyboard.press('/');
  await page.keyboard.type('payment button');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['Heading', 'Text', 'Payment button']);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(names).toEqual(['Heading', 'Payment button', 'Text']);
  expect(await frame()).toBe('Payment button');
  await page.keyboard.press('Control+d');
  await expect.poll(names).toEqual(['Heading', 'Payment button', 'Payment button', 'Text']);
  await page.keyboard.press('Delete');
  await expect.poll(names).toEqual(['Heading', 'Payment button', 'Text']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(names).toEqual(['Heading', 'Text', 'Payment button']);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(names).toEqual(['Heading', 'Payment button', 'Text']);
});

it('is written in where the text stands, saved, and read back as a mail', async () => {
  await visit(page, `${builder()}/create/reminder-friendly`);
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Gentle');
  await canvas().getByText('Kind regards').click();
  await text().waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Yours, {{ account.creditor }} <script>alert(1)</script>');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/edit\/gentle/);
  const { design, texts, html } = (await saved('gentle'))!;
  expect(said(texts.en_US, 'signature.text')).toBe('Yours, {{ account.creditor }} <script>alert(1)</script>bold');
  expect(design.blocks).toHaveLength(9);
  expect(html).toContain('&lt;script&gt;');
  expect(html).toContain('<strong>bold</strong>');
});

it('is arranged by mouse, blocks of another message pasted in', async () => {
  await canvas().waitFor();
  await page.getByRole('button', { name: 'Columns' }).dragTo(canvas().locator('[data-block=intro]'), { targetPosition: { x: 60, y: 4 } });
  await expect.poll(async () => (await names()).slice(0, 4)).toEqual(['Header', 'Heading', 'Columns', 'Text']);
  await canvas().locator('[data-block=heading]').dragTo(canvas().locator('[data-slot=second]'));
  await expect.poll(async () => (await names()).slice(0, 4)).toEqual(['Header', 'Columns', 'Heading', 'Text']);
  await canvas().locator('[data-block=heading]').focus();
  await page.keyboard.press('Control+c');
  await canvas().locator('[data-block=footer]').focus();
  await page.keyboard.press('Control+v');
  await expect.poll(async () => (await names()).at(-1)).toBe('Heading');
  expect(await axe()).toEqual([]);
});

it('marks what another language lacks, and what is outdated in it', async () => {
  await page.getByRole('tab', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Compare with English' }).click();
  await page.getByRole('tab', { name: 'English' }).click();
  await canvas().last().getByText('Yours,').click();
  await text().waitFor();
  await page.keyboard.type(' changed');
  await page.getByRole('tab', { name: 'Deutsch' }).click();
  await canvas().last().locator('[data-block=signature]').click();
  await page.getByText('Outdated', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Translation is still right' }).click();
  await page.getByText('Outdated', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'English' }).click();
  await page.getByRole('tab', { name: /^Preview/ }).click();
  await page
    .frameLocator('iframe')
    .getByText(/changed/)
    .waitFor();
  await page.reload();
  await canvas()
    .getByText(/changed/)
    .waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => said((await saved('gentle'))?.texts.en_US, 'signature.text')).toContain('changed');
});

it('breaks no policy and asks no other server', () => {
  expect(wrong).toEqual([]);
  expect([...asked].filter((address) => !address.startsWith('data:') && !address.startsWith('blob:'))).toEqual([
    new URL(house.url).protocol + new URL(house.url).host,
  ]);
});
