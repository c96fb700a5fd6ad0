import type { Browser } from 'playwright-core';
import { launchBrowser as launch } from '../server/platform/chromium.ts';

/** How long a page is waited for before a test gives up on it, on a machine that others keep busy; ms. No test measures time. */
const PATIENCE = 60_000;

/** The real browser of the tests: the one that the product prints with. Every page of it is waited for with the same patience. */
export async function launchBrowser(args?: readonly string[]): Promise<Browser> {
  const browser = await launch(args);
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return browser;
}
