/** Mails and pages of others in a real browser, without the product's policy around them: what was sanitized runs nothing and asks nobody. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LEAKS, PAYLOADS } from '../server/services/cms/cms.payloads.testing.ts';
import { sanitizeMail, sanitizePage, sanitizeSent } from '../server/services/cms/cms.sanitize.ts';
import { launchBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser({ isShared: false });
});
afterAll(() => browser.close());

/** Shows each page, follows its links and puts the focus on everything. @returns the pages that ran something, and what was asked for outside */
async function show(pages: readonly string[]): Promise<{ ran: string[]; asked: string[] }> {
  const context = await browser.newContext();
  let at = '';
  const [ran, asked] = [new Set<string>(), [] as string[]];
  await context.exposeFunction('ran', () => void ran.add(at));
  await context.route('**/*', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  const page = await context.newPage();
  for (const html of pages) {
    at = html;
    await page.setContent(html, { waitUntil: 'commit' }).catch(() => {});
    await page
      .evaluate(async () => {
        for (const element of document.querySelectorAll<HTMLElement>('a, button, [tabindex], area')) {
          element.focus();
          // Where a link of the web leads is no matter here.
          if (!/^(https?|mailto|tel):/i.test(element.getAttribute('href') ?? '')) element.click();
        }
        await new Promise((resolve) => setTimeout(resolve, 15));
      })
      .catch(() => {});
  }
  await context.close();
  return { ran: [...ran], asked };
}

it('fires when nothing is sanitized, so the payloads are alive', async () => {
  const { ran } = await show(PAYLOADS);
  expect(ran.length).toBeGreaterThan(60);
});

it('fires nothing and loads nothing of a mail', async () => {
  const { ran, asked } = await show(PAYLOADS.map(sanitizeMail));
  expect(ran).toEqual([]);
  expect(asked).toEqual([]);
});

it('fires nothing of a page that a client sends, nor of one that was sent', async () => {
  expect((await show(PAYLOADS.map((payload) => sanitizePage(payload).html))).ran).toEqual([]);
  expect((await show(PAYLOADS.map(sanitizeSent))).ran).toEqual([]);
});

it('fires nothing that payloads make together', async () => {
  const pairs = PAYLOADS.map((payload, index) => `${payload}${PAYLOADS[(index * 7 + 3) % PAYLOADS.length]}${LEAKS[index % LEAKS.length]}`);
  expect((await show(pairs.map(sanitizeMail))).ran).toEqual([]);
  expect((await show(pairs.map((pair) => sanitizePage(pair).html))).ran).toEqual([]);
});
