/** Every route of the product under the axe engine: nothing serious, in light and in dark. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURE_FLAGS } from '../core/featureFlags.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { setConfiguration } from '../server/services/backoffice/backoffice.configuration.logic.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { saveBlueprint } from '../server/services/strategy/strategy.blueprint.logic.ts';
import shell from '../web/shell/i18n/en_US/shell.json' with { type: 'json' };
import { ROUTES } from '../web/shell/routes.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addClient, addPerson, type Person, signInAs } from './people.ts';
import { goTo } from './shell.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SERIOUS = ['serious', 'critical'];
/** Addresses that exist before anybody is signed in. */
const OUTSIDE = ['/auth', '/auth/mfa', '/auth/reset-password', '/auth/set-initial-password', '/logout'];

let house: WholeHouse;
let browser: Browser;
let page: Page;
let admin: Person;
const values: Record<string, string> = {};

beforeAll(async () => {
  house = await openWholeHouse();
  const { database, clientId, userId } = house;
  admin = await addPerson(house, 'Mira Oduya', { [clientId]: 'ADMINISTRATOR', [await addClient(house, 'Südstrom')]: 'ADMINISTRATOR' });
  await inClient(database, clientId, async (tx) => {
    // Everything on, but nobody is asked for a second factor.
    await setConfiguration(tx, { featureFlags: Object.fromEntries(FEATURE_FLAGS.map((flag) => [flag, flag !== 'MFA'])) });
    const ids = await addSampleAccounts(tx, [
      {
        ref: '8976-AMJEO',
        first: 'Hannah',
        last: 'Brandt',
        email: 'h.brandt@post.example',
        claims: [{ ref: '0007900770', balance: 128460, due: '2026-01-01', product: 'Electricity Q2' }],
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
    Object.assign(values, { accountId: ids.get('8976-AMJEO'), strategyId: saved.blueprint?.id, userId });
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
  page.setDefaultTimeout(10_000);
  page.on('request', () => {
    traffic.open += 1;
    traffic.all += 1;
  });
  const ended = () => {
    traffic.open -= 1;
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

/** Requests that are on their way, and how many there ever were. */
const traffic = { open: 0, all: 0 };

/** Waits until the screen stands: nothing is on its way, nothing is left to do, no grey shape waits for its words, nothing moves. */
async function stands(): Promise<void> {
  for (const until = Date.now() + 10_000; ; ) {
    const before = traffic.all;
    const waits = await page.evaluate(async () => {
      const idle = () => new Promise((done) => requestIdleCallback(done));
      await idle();
      await idle();
      // Colours that change over time would be measured half-way.
      for (const each of document.getAnimations()) if (each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) each.finish();
      return document.querySelector('[aria-busy=true], .mantine-Skeleton-root, [role=progressbar][aria-label=Loading]') !== null;
    });
    if (!waits && traffic.open === 0 && traffic.all === before) return;
    if (Date.now() > until)
      throw new Error(`${page.url()} does not come to rest: ${traffic.open} requests${waits ? ', something waits' : ''}`);
    await page.waitForTimeout(20);
  }
}

/** @returns what is seriously wrong on the page, each with where. */
async function findings(only?: string): Promise<string[]> {
  await stands();
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([serious, rule]) => {
      const { axe } = window as unknown as { axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> } };
      interface Violation {
        readonly id: string;
        readonly impact: string;
        readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
      }
      const { violations } = await axe.run(document, { resultTypes: ['violations'], ...(rule && { runOnly: [rule] }) });
      return violations
        .filter((each) => (serious as string[]).includes(each.impact))
        .flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)} | ${node.failureSummary.slice(0, 200)}`));
    },
    [SERIOUS, only ?? null] as const,
  );
}

async function inBothThemes(): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await findings();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findings('color-contrast');
  return [...light, ...dark.map((each) => `dark: ${each}`)];
}

/** @param path below the client */
async function visit(path: string): Promise<void> {
  if (!page.url().startsWith(`${house.url}/${house.clientId}`)) await signInAs(page, house, admin);
  await goTo(page, `/${house.clientId}/${path}`);
}

describe('nothing serious is found', () => {
  it('on the question about cookies', async () => {
    await page.goto(`${house.url}/auth`);
    const banner = page.getByRole('region', { name: 'Cookies' });
    await banner.waitFor();
    expect(await inBothThemes()).toEqual([]);
    await banner.getByRole('button', { name: 'Reject all' }).click();
  });

  it.each(OUTSIDE)('on %s', async (address) => {
    await page.goto(`${house.url}${address}`);
    expect(await inBothThemes()).toEqual([]);
  });

  it('on the debtor’s page of a link that is not there', async () => {
    await page.goto(`${house.url}/l/nothing`);
    expect(await inBothThemes()).toEqual([]);
  });

  it.each(ROUTES.map((route) => [route.path, route] as const))('on /{clientId}/%s', async (path, { name }) => {
    const address = path.replace(/\/:(\w+)(\??)/g, (_, part: string, optional: string) =>
      values[part] ? `/${values[part]}` : optional ? '' : '/none',
    );
    await visit(address);
    await page.waitForFunction((end) => document.title.endsWith(end), ` · ${shell.screen[name]}`);
    expect(await inBothThemes()).toEqual([]);
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
    expect(await inBothThemes()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole(opens).waitFor({ state: 'detached' });
  });
});
