/** What tests of the shell share: a page of somebody, its sidebar, and what an administrator changes meanwhile. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Permission } from '../core/holds.ts';
import type { WholeHouse } from './house.ts';
import { call } from './people.ts';

/** A browser of somebody in New York, where nobody is asked about cookies. @param opened takes what is to be closed. */
export async function openPage(browser: Browser, opened: BrowserContext[], options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    ...options,
  });
  opened.push(context);
  const page = await context.newPage();
  return page;
}

export const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
/** An entry of the sidebar by its words. */
export const entryOf = (page: Page, name: string) => menuOf(page).getByText(name, { exact: true });

/** Sets the flags of a house's client; those that are left out are as for everybody. */
export const setFlags = (house: WholeHouse, featureFlags: Readonly<Record<string, boolean>>) =>
  call(
    house,
    'backoffice',
    'mutation ($clientId: ID!, $flags: JSON) { setClientConfiguration(clientId: $clientId, clientConfiguration: { featureFlags: $flags }) { clientId } }',
    { clientId: house.clientId, flags: featureFlags },
  );

export const saveRole = (house: WholeHouse, name: string, permissions: readonly Permission[]) =>
  call(
    house,
    'backoffice',
    'mutation ($clientId: ID!, $role: ClientRoleInput!) { saveClientRole(clientId: $clientId, role: $role) { name } }',
    { clientId: house.clientId, role: { name, permissions } },
  );

/** Moves the focus through a menu until it is on the item. */
export async function arrowTo(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow keys never come to ${name}`);
}

/** Goes to an address as a link inside the application does: what is loaded stays. */
export const goTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    // Each entry of the history has a key of its own, as the router gives them.
    history.pushState({ key: String(performance.now()) }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/**
 * Opens an address: as a link does where the application is there already, which takes a quarter of the time of loading it again. The screen
 * before stays until the next one is loaded, and what both have would be pressed on the wrong one: so the next one is waited for.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const isThere = page.url().startsWith(new URL(address).origin) && (await page.evaluate(() => document.querySelector('nav') !== null));
  if (!isThere) return void (await page.goto(address));
  await goTo(page, address);
  // The place where one is, remembered once its screen is there. Another page of the same person may have remembered its own since.
  const isShown = () => document.cookie.split('; ').includes(`net-cache=${encodeURIComponent(location.pathname + location.search)}`);
  await page.waitForFunction(isShown, undefined, { timeout: REMEMBERED_MS }).catch(() => undefined);
}

/** How long a screen is waited for that another page of the same person may hide, ms. */
const REMEMBERED_MS = 10_000;

/** The names of the GraphQL operations that go out, with the service each goes to. */
export function watch(page: Page): { name: string; service: string }[] {
  const seen: { name: string; service: string }[] = [];
  page.on('request', (request) => {
    const name = /"operationName":"(\w+)"/.exec(request.postData() ?? '')?.[1];
    if (name) seen.push({ name, service: new URL(request.url()).pathname });
  });
  return seen;
}
