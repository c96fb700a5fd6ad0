/** The editor of e-mails in a browser: blocks by mouse and keyboard, text where it stands, placeholders, undo, the clipboard, languages, saving. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Design } from '../blocks/design.ts';
import type { DesignTexts } from '../blocks/texts.ts';
import { plainText, richTextOf } from '../blocks/words.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { axeOn } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { call } from './people.ts';
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
  // A preview of a page is kept from running anything, which the browser says.
  const isExpected = (text: string) => text.startsWith('Blocked script execution in') && text.includes('/p/preview/');
  page.on('console', (message) => message.type() === 'error' && !isExpected(message.text()) && wrong.push(message.text()));
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
  await expect.poll(() => text().innerText()).toBe('About R-2026-004711!');
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

/** Somebody else saves the message meanwhile, with another signature in English. */
async function otherSigns(words: string): Promise<void> {
  const { design, texts } = (await saved('gentle'))!;
  const { getTemplateBundleV2: bundle } = (await call(house, 'cms', BUNDLE, { clientId: house.clientId })) as {
    getTemplateBundleV2: { version: number; displayName: string; contentTemplates: { locale: string; subject: string }[] };
  };
  const contentTemplates = bundle.contentTemplates.map(({ locale, subject }) => {
    const own = texts[locale]!;
    const next = locale === 'en_US' ? { ...own, 'signature.text': { text: richTextOf(words) } } : own;
    return { locale, subject, format: 'design', content: JSON.stringify(next) };
  });
  await call(house, 'cms', SAVE, {
    templateBundle: {
      clientId: house.clientId,
      contentTemplateType: 'email',
      fileName: 'gentle',
      displayName: bundle.displayName,
      version: bundle.version,
      template: { design },
      contentTemplates,
    },
  });
}
const BUNDLE = `query ($clientId: ID!) { getTemplateBundleV2(clientId: $clientId, fileName: "gentle", contentTemplateType: email) {
  version displayName contentTemplates { locale subject } } }`;
const SAVE = 'mutation ($templateBundle: TemplateBundleInput!) { saveTemplateBundleV2(templateBundle: $templateBundle) { version } }';

it('keeps what two people change at once: merged by language, chosen between where both changed one', async () => {
  const signature = async (locale: string) => said((await saved('gentle'))?.texts[locale], 'signature.text');
  // What was saved before stands in the form, so only this test's changes meet.
  await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
  await page.reload();
  await canvas()
    .getByText(/changed/)
    .waitFor();
  await page.getByRole('tab', { name: 'Deutsch' }).click();
  await page.getByLabel('Subject').fill('Ein anderer Betreff');
  await otherSigns('Signed by another');
  await page.keyboard.press('Control+s');
  await page.getByText('Someone else saved other fields').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => said((await saved('gentle'))?.texts.de_DE, 'subject')).toBe('Ein anderer Betreff');
  expect(await signature('en_US')).toBe('Signed by another');

  await page.getByRole('tab', { name: 'English', exact: true }).click();
  await canvas().locator('[data-block=signature] [data-place]').click();
  await text().waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Signed by me');
  await otherSigns('Signed by another again');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(() => signature('en_US')).toBe('Signed by me');
});

it('goes on being written while it is saved', async () => {
  const save = page.waitForResponse((answer) => answer.request().postData()?.includes('saveTemplateBundleV2') ?? false);
  await canvas().locator('[data-block=signature]').getByText('Signed by me').click();
  await text().waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('One');
  const readAgain = save.then(() => page.waitForResponse((answer) => answer.request().postData()?.includes('query Bundle(') ?? false));
  await page.keyboard.press('Control+s');
  await readAgain;
  await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.type(' and two');
  expect(await text().innerText()).toBe('One and two');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => said((await saved('gentle'))?.texts.en_US, 'signature.text')).toBe('One and two');
});

/** A picture of noise: far larger than a mail should carry. */
const large = () =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1_600, 900);
    const pen = canvas.getContext('2d')!;
    const noise = pen.createImageData(1_600, 900);
    for (let at = 0; at < noise.data.length; at++) noise.data[at] = at % 4 === 3 ? 255 : (at * 2_654_435_761) >>> 24;
    pen.putImageData(noise, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });

it('shows pictures that are made to fit, in the library, the brand and a shared block', async () => {
  const content = `${house.url}/${house.clientId}/content`;
  await visit(page, `${content}/pictures`);
  await page.getByText('No pictures yet').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).press('Enter');
  await (await chooser).setFiles({ name: 'winter.png', mimeType: 'image/png', buffer: Buffer.from(await large(), 'base64') });
  await page.getByText('1200 × 675 px').waitFor();
  await page.getByText('Not used yet').waitFor();
  expect(await axe()).toEqual([]);

  await visit(page, `${content}/brand`);
  const accent = page.getByLabel('Buttons and links', { exact: true });
  await accent.fill('#e8b04a');
  await page.getByText('1.9 : 1, hard to read (4.5 needed)').first().waitFor();
  await page.getByRole('combobox', { name: 'Logo', exact: true }).click();
  await page.getByRole('option', { name: 'winter.png' }).click();
  // What was chosen and not saved is there after a reload.
  await page.reload();
  await expect.poll(() => accent.inputValue()).toBe('#e8b04a');
  await accent.fill('#7a3fbf');
  await page.getByRole('combobox', { name: 'Words to avoid' }).fill('collection');
  await page.keyboard.press('Enter');
  expect(await axe()).toEqual([]);
  await page.keyboard.press('Control+s');
  await page.getByText('Brand saved').first().waitFor();
  await visit(page, `${content}/pictures`);
  await page.getByText('Used in').getByRole('link', { name: 'Brand' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Delete winter.png' }).count()).toBe(0);

  await visit(page, `${content}/shared-blocks/new`);
  await page.getByLabel('Name', { exact: true }).fill('Closing');
  const search = page.getByRole('searchbox', { name: 'Find a block' });
  // A shared block holds no other one.
  await expect.poll(() => page.getByRole('button', { name: 'Shared block', exact: true }).count()).toBe(0);
  await search.fill('paragraphs');
  await search.press('Enter');
  await expect.poll(frame).toBe('Text');
  await page.keyboard.press('Enter');
  await text().waitFor();
  await page.keyboard.type('Ask us, not the collection agency');
  await page.getByRole('tab', { name: /^Checks/ }).click();
  await page.getByText('“collection” is on your list').waitFor();
  expect(await axe()).toEqual([]);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/shared-blocks\/edit\/Closing/);
  await visit(page, `${builder()}/edit/gentle`);
  await canvas().locator('[data-block=footer]').focus();
  await search.fill('shared');
  await search.press('Enter');
  await canvas().getByText('Choose a shared block').waitFor();
  await page.getByRole('combobox', { name: 'Shared block' }).click();
  await page.getByRole('option', { name: 'Closing' }).click();
  await canvas().getByText('Ask us, not the collection agency').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('“Gentle” saved').first().waitFor();
  await visit(page, `${content}/shared-blocks`);
  await page.getByRole('link', { name: 'Gentle' }).waitFor();
  expect(await axe()).toEqual([]);
  await page.getByRole('button', { name: 'Actions for Closing' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('It’s still used in: Gentle').waitFor();
  await page.keyboard.press('Escape');
});

it('builds a landing page, with another for a share of the accounts', async () => {
  const pages = `${house.url}/${house.clientId}/content/landing-page-builder`;
  const page_ = () => page.getByRole('group', { name: 'Page', exact: true });
  const preview = page.frameLocator('iframe[title=Preview]');
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  await visit(page, `${pages}/create`);
  await page.getByLabel('Name', { exact: true }).fill('Plain words');
  await page_().locator('[data-block=greeting] [data-place=title]').click();
  await page_().getByRole('textbox').waitFor();
  await page.keyboard.type('Let us sort this out');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /^Preview/ }).click();
  await preview.getByText('Let us sort this out').waitFor();
  // It is the portal's page with its own style, and nothing on it does anything.
  await expect.poll(() => preview.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)).toContain('Inter');
  expect(await axe('light')).toEqual([]);
  // What was written survives a reload, before it was ever saved.
  await page.reload();
  await page_().getByText('Let us sort this out').waitFor();
  // Before the check nothing may be said of a debtor: neither such blocks nor such placeholders are offered.
  await page.locator('label', { hasText: 'Identity check' }).click();
  await page_().locator('[data-block=identity]').waitFor();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('identity');
  await expect.poll(() => page.getByRole('button', { name: 'Claims', exact: true }).count()).toBe(0);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/edit\/[0-9a-f-]{36}/);

  // A text that pages share is written once, and chosen where it is shown.
  const plain = page.url();
  await visit(page, pages);
  await page.getByRole('link', { name: 'Page texts' }).click();
  await page.getByRole('button', { name: 'New page text' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Welcome note');
  await page.locator('main textarea').fill('Glad you are here, {{ debtor.firstName }}');
  await page.getByText('Glad you are here, Anna').waitFor();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/edit\/welcome-note\/claimLandingPage/);
  await visit(page, plain);
  await page_().locator('[data-block=greeting]').focus();
  await page.getByRole('searchbox', { name: 'Find a block' }).fill('page text');
  await page.getByRole('searchbox', { name: 'Find a block' }).press('Enter');
  await page.getByRole('combobox', { name: 'Page text' }).click();
  await page.getByRole('option', { name: 'Welcome note' }).click();
  await page_().getByText('Glad you are here').waitFor();
  await page.getByText('Unsaved', { exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'hidden' });

  await visit(page, `${pages}/create`);
  await page.getByLabel('Name', { exact: true }).fill('plain words');
  await page.keyboard.press('Tab');
  await page.getByText('Another page has this name').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Other words');
  await save();
  await page.waitForURL(/edit\/[0-9a-f-]{36}/);
  await page.getByRole('button', { name: 'A/B test' }).click();
  await page.getByRole('button', { name: 'Add page' }).click();
  await page.getByText('50% of the accounts see this page.').waitFor();
  expect(await axe('both', 'dialog')).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await save();
  await page.getByText('“Other words” saved').last().waitFor();
  await page.getByRole('button', { name: 'Versions' }).click();
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Preview version 1' }).click()]);
  await tab.getByText('Contact and support').waitFor();
  await tab.close();
  expect(await axe('both', 'dialog')).toEqual([]);
  await page.getByRole('button', { name: 'Use this version' }).click();
  await page.getByText('Version 1 is in the editor').waitFor();

  await visit(page, pages);
  await page.getByRole('row', { name: /Plain words.*Default/ }).waitFor();
  await page.getByRole('row', { name: /Other words.*A\/B test/ }).waitFor();
  expect(await axe()).toEqual([]);
  await page.getByRole('button', { name: 'Actions for Other words' }).click();
  await page.getByRole('menuitem', { name: 'Set as default' }).click();
  await page.getByRole('row', { name: /Other words.*Default/ }).waitFor();
});

it('breaks no policy and asks no other server', () => {
  expect(wrong).toEqual([]);
  expect([...asked].filter((address) => !address.startsWith('data:') && !address.startsWith('blob:'))).toEqual([
    new URL(house.url).protocol + new URL(house.url).host,
  ]);
});
