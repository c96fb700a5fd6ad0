/**
 * The editor with a message of 70 blocks in a real browser on the running product: from the click in the list until every block stands and can be
 * written in, and what each key press takes the page's main thread with painting, in a text and among the blocks.
 * Run: node bench/content.ts [blocks] [keys]
 */
import type { Page } from 'playwright-core';
import { FORMAT } from '../blocks/design.ts';
import { startBlock, startText } from '../blocks/start.ts';
import type { DesignTexts } from '../blocks/texts.ts';
import { inlinesOf } from '../blocks/words.ts';
import { uuidv7 } from '../core/id.ts';
import { signInBy } from '../e2e/signIn.ts';
import { launchBrowser } from '../server/platform/chromium.ts';
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addClientUser } from '../server/services/backoffice/backoffice.logic.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { putUser } from '../server/services/identity/identity.logic.ts';
import { CLIENT, seedAccounts } from './accounts.seed.ts';
import { withServer } from './house.ts';

const blocks = Number(process.argv[2] ?? 70);
const keys = Number(process.argv[3] ?? 300);
const OPENINGS = 12;
const [EMAIL, PASSWORD] = ['bench@bench.example', 'a long enough password'];
const [OPEN_MS, KEY_MS] = [1_000, 50];

/** What messages mostly are: texts, headings, figures, buttons. */
const KINDS = ['heading', 'text', 'text', 'facts', 'text', 'divider', 'payButton'];
const SAID =
  'We haven’t received your payment of {{ claim.balance }} for invoice {{ claim.reference }} yet. It was due on {{ claim.dueDate }}.';

const PARAGRAPH = { type: 'paragraph' as const, content: inlinesOf(SAID) };

function message() {
  const made = Array.from({ length: blocks }, (_, at) => startBlock(KINDS[at % KINDS.length]!, `b${at}`));
  const texts: DesignTexts = { subject: { text: 'Invoice {{ claim.reference }}' }, preheader: { text: 'Please read' } };
  for (const { id, type } of made) {
    if (type === 'heading') texts[`${id}.text`] = { text: 'About {{ claim.reference }}' };
    if (type === 'text') texts[`${id}.text`] = { text: { type: 'doc', content: [PARAGRAPH, PARAGRAPH] } };
    if (type === 'payButton') texts[`${id}.label`] = { text: startText(type, 'label', 'en_US') };
  }
  return { design: { format: FORMAT, medium: 'mail', blocks: made }, content: JSON.stringify(texts) };
}

async function seed(database: OwnedDatabase): Promise<void> {
  await seedAccounts(database, 1);
  const userId = uuidv7();
  const groups = [{ clientId: CLIENT, role: 'ADMINISTRATOR', partnerId: null }];
  await putUser(database, { userId, email: EMAIL, name: 'Bench', password: PASSWORD, groups });
  const { design, content } = message();
  await inClient(database, CLIENT, async (tx) => {
    await addClientUser(tx, { userId, email: EMAIL, name: 'Bench', role: 'ADMINISTRATOR' });
    await saveBundle(
      tx,
      {
        fileName: 'large',
        contentTemplateType: 'email',
        displayName: 'Large',
        template: { design },
        contentTemplates: [{ locale: 'en_US', subject: '', format: 'design', content }],
      },
      'Bench',
    );
  });
}

const quantile = (list: readonly number[], q: number) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0;
const say = (list: readonly number[]) => `p50 ${quantile(list, 0.5).toFixed(0)} ms, p95 ${quantile(list, 0.95).toFixed(0)} ms`;

/** From the click on the message until its blocks are drawn. */
async function opening(page: Page): Promise<number> {
  await page.locator('tr', { hasText: 'Large' }).waitFor();
  return page.evaluate(
    (count) =>
      new Promise<number>((done) => {
        const start = performance.now();
        const look = () => {
          if (document.querySelectorAll('[data-block]').length < count) return requestAnimationFrame(look);
          // Once more: the frame in which they are there has been drawn then.
          requestAnimationFrame(() => done(performance.now() - start));
        };
        const row = [...document.querySelectorAll('tr')].find((each) => each.textContent?.includes('Large'));
        row?.querySelector('td')?.click();
        look();
      }),
    blocks,
  );
}

/** Milliseconds of processor time that the page's main thread took so far: other programs on the machine don't count. */
type Clock = () => Promise<number>;

async function clockOf(page: Page): Promise<Clock> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
}

/** @returns of each key what it took the page, with all that follows from it until it rests. */
async function press(page: Page, clock: Clock, count: number, key: (at: number) => string): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < count; at++) {
    const before = await clock();
    await page.keyboard.press(key(at));
    await page.waitForTimeout(60);
    took.push((await clock()) - before);
  }
  return took;
}

await withServer({ name: 'content', clientId: CLIENT, role: 'ADMINISTRATOR', seed, pages: true }, async ({ port }) => {
  const browser = await launchBrowser();
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const list = `http://localhost:${port}/${CLIENT}/content/email-builder`;
  await signInBy(page, `http://localhost:${port}`, EMAIL, PASSWORD, list);
  const clock = await clockOf(page);
  const openings: { wall: number; own: number }[] = [];
  for (let time = 0; time < OPENINGS; time++) {
    const before = await clock();
    openings.push({ wall: await opening(page), own: (await clock()) - before });
    await page.getByRole('navigation').getByRole('link', { name: 'Email' }).last().click();
  }
  const own = openings.map((each) => each.own);
  console.log(
    `${blocks} blocks; opened for the first time: ${own[0]!.toFixed(0)} ms of processor time (${openings[0]!.wall.toFixed(0)} ms by the clock), ` +
      `later: ${say(own.slice(1))} (by the clock ${say(openings.slice(1).map(({ wall }) => wall))}); bound ${OPEN_MS} ms`,
  );
  await opening(page);
  await page.locator(`[data-block="b${Math.floor(blocks / 2 / KINDS.length) * KINDS.length + 1}"] [data-place]`).click();
  await page.locator('.tiptap').waitFor();
  const typed = await press(page, clock, keys, (at) => (at % 6 === 5 ? 'Space' : 'abcdefghij'[at % 10]!));
  await page.keyboard.press('Escape');
  const walked = await press(page, clock, keys / 4, (at) => (at % 12 < 6 ? 'ArrowDown' : 'ArrowUp'));
  const moved = await press(page, clock, keys / 4, (at) => (at % 12 < 6 ? 'Alt+ArrowDown' : 'Alt+ArrowUp'));
  console.log(
    `a key, processor time with painting: in a text ${say(typed)}; from block to block ${say(walked)}; moving a block ${say(moved)}; bound p95 ${KEY_MS} ms`,
  );
  await browser.close();
  if (Math.max(...own) >= OPEN_MS || quantile(typed, 0.95) >= KEY_MS) process.exitCode = 1;
});
