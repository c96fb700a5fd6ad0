/** The main screens at the widths they are used at, in the languages with the longest words: nothing is cut, nothing runs off. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { localDate } from '../core/zone.ts';
import { now } from '../server/platform/clock.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { createTask } from '../server/services/account/task/task.logic.ts';
import { setConfiguration } from '../server/services/backoffice/backoffice.configuration.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import german from '../web/shell/i18n/de_DE/shell.json' with { type: 'json' };
import dutch from '../web/shell/i18n/nl_NL/shell.json' with { type: 'json' };
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { keysOn, misplaced } from './layout.ts';
import { goTo } from './shell.ts';

const WIDTHS = [1024, 1280, 1440];
/** What a screen shows when it stands. */
const STANDS = '[aria-busy=true], .mantine-Skeleton-root';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let accountId: Uuid;

beforeAll(async () => {
  house = await openWholeHouse();
  await inClient(house.database, house.clientId, async (tx) => {
    await setConfiguration(tx, { featureFlags: { HOME_PAGE: true, PARTNERS: true } }, { userId: house.userId, permissions: [] });
    const made = await addSampleAccounts(tx, [
      {
        ref: '8976-AMJEO',
        company: 'Wärmeversorgungsgenossenschaft Sankt Peter-Ording GmbH',
        email: 'buchhaltung@waermeversorgung.example',
        phone: '+4915123456789',
        claims: [{ ref: '0007900770', balance: 12_846_012, due: '2026-01-01', product: 'Electricity Q2' }],
      },
      { ref: '8765-AMJOO', first: 'Aksel', last: 'Lindqvist', claims: [{ ref: '0008112043', balance: 93_766, due: '2026-02-01' }] },
    ]);
    accountId = made.get('8976-AMJEO')!;
    // Home draws what was collected: its axis needs room for "150.000 €".
    const entry = (kind: 'principal' | 'payment', amount: bigint) => {
      const valueDate = localDate(now(), 'UTC');
      return { accountId, externalClaimRef: '0007900770', kind, amount, currency: 'EUR', valueDate, key: kind };
    };
    await book(tx, [entry('principal', 12_846_012n), entry('payment', -12_000_000n)]);
    for (const note of ['Call back after 17:00', 'Ask for the meter reading of the second quarter and the new address'])
      await createTask(tx, { accountId, note }, house.userId);
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

/** Addresses below the client, each with the screen that opens. */
const PATHS = [
  ['dashboard/backoffice-homepage', 'home'],
  ['dashboard/live-board', 'liveBoard'],
  ['account/tasks?tab=team', 'tasks'],
  ['account/collector-workspace', 'collectorWorkspace'],
  ['account/manage', 'accounts'],
  ['account/claim-overview', 'claims'],
  ['account/:account', 'account'],
  ['account/:account?tab=claims', 'account'],
  ['account/claim/0007900770', 'claim'],
  ['payments/bank', 'bank'],
  ['payments/approvals', 'approvals'],
  ['proposals', 'proposals'],
  ['configuration/general', 'general'],
  ['configuration/payments', 'paymentSettings'],
] as const;

describe.each([
  ['de_DE', german.screen],
  ['nl_NL', dutch.screen],
])('in %s', (locale, screens) => {
  beforeAll(async () => {
    const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/New_York', viewport: { width: 1280, height: 800 } });
    await context.addCookies([{ name: 'locale', value: locale, url: house.url }]);
    page = await context.newPage();
    await house.signIn(page);
  });
  afterAll(() => page.context().close());

  it.each(PATHS)('%s keeps everything in its place', async (path, screen) => {
    await goTo(page, `/${house.clientId}/${path.replace(':account', accountId)}`);
    await page.waitForFunction((end) => document.title.endsWith(end), ` · ${screens[screen]}`);
    const wrong: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction((waits) => document.querySelector('main') && !document.querySelector(waits), STANDS);
      wrong.push(...(await misplaced(page)).map((each) => `${width}: ${each}`));
    }
    expect(wrong).toEqual([]);
    expect(await keysOn(page)).toEqual([]);
  });

  it('an e-mail address too long for its line is broken at its @ and dots only', async () => {
    await page.setViewportSize({ width: 1024, height: 800 });
    await goTo(page, `/${house.clientId}/account/${accountId}`);
    const address = page.getByTitle('buchhaltung@waermeversorgung.example').first();
    await address.waitFor();
    const lines = await address.evaluate((element) =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return [node.textContent, range.getClientRects().length];
        }),
    );
    expect(lines).toEqual([
      ['buchhaltung@', 1],
      ['waermeversorgung', 1],
      ['.example', 1],
    ]);
  });

  it('the name above an account that was opened from a list is whole, and so are the buttons beside it', async () => {
    await goTo(page, `/${house.clientId}/account/manage`);
    await page.getByText('Aksel Lindqvist').first().click();
    const name = page.getByRole('heading', { level: 1, name: 'Aksel Lindqvist' });
    await name.waitFor();
    const wrong: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction((waits) => document.querySelector('main') && !document.querySelector(waits), STANDS);
      const { cut, out } = await name.evaluate((heading) => {
        const header = heading.closest('header')!;
        return {
          cut: heading.scrollWidth > heading.clientWidth,
          out: [...header.querySelectorAll('button')].some(
            (each) => each.getBoundingClientRect().right > header.getBoundingClientRect().right,
          ),
        };
      });
      if (cut || out) wrong.push(`${width}: ${cut ? 'the name is cut' : 'buttons run off'}`);
    }
    expect(wrong).toEqual([]);
  });
});
