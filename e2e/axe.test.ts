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
import { ROUTES } from '../web/shell/routes.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SERIOUS = ['serious', 'critical'];
/** Addresses that exist before anybody is signed in. */
const OUTSIDE = ['/auth', '/auth/mfa', '/auth/reset-password', '/auth/set-initial-password', '/logout'];

let house: WholeHouse;
let browser: Browser;
let page: Page;
const values: Record<string, string> = {};

beforeAll(async () => {
  house = await openWholeHouse();
  const { database, clientId, userId } = house;
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
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(10_000);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

/** @returns what is seriously wrong on the page, each with where. */
async function findings(only?: string): Promise<string[]> {
  // Colours that change over time would be measured half-way.
  await page.waitForTimeout(300);
  await page.evaluate(AXE);
  return page.evaluate(
    async ([serious, rule]) => {
      const { axe } = window as unknown as { axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> } };
      interface Violation {
        readonly id: string;
        readonly impact: string;
        readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
      }
      const { violations } = await axe.run(document, rule ? { runOnly: [rule] } : {});
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

describe('nothing serious is found', () => {
  it.each(OUTSIDE)('on %s', async (address) => {
    await page.goto(`${house.url}${address}`);
    await page.waitForLoadState('networkidle');
    expect(await inBothThemes()).toEqual([]);
  });

  it('on the debtor’s page of a link that is not there', async () => {
    await page.goto(`${house.url}/l/nothing`);
    expect(await inBothThemes()).toEqual([]);
  });

  it.each(ROUTES.map((route) => [route.path, route] as const))('on /{clientId}/%s', async (path) => {
    if (!page.url().startsWith(`${house.url}/${house.clientId}`)) {
      await house.signIn(page);
    }
    const address = path.replace(/\/:(\w+)(\??)/g, (_, name: string, optional: string) =>
      values[name] ? `/${values[name]}` : optional ? '' : '/none',
    );
    await page.goto(`${house.url}/${house.clientId}/${address}`);
    await page.locator('#content').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await inBothThemes()).toEqual([]);
  });
});
