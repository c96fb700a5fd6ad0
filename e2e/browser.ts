import type { Browser, Locator } from 'playwright-core';
import { launchBrowser as launch } from '../server/platform/chromium.ts';
import { consoleErrors } from './openContexts.ts';
import { reusing } from './reuse.ts';

/** How long a page is waited for before a test gives up on it, on a machine that others keep busy; ms. No test measures time. */
const PATIENCE = 120_000;

/**
 * What a browser leaves out that lives for a minute on two processors: compiling what runs often for the hundredth time, and painting in
 * several threads. That is a fifth of the processor time of opening a page, and changes nothing that a page can notice.
 */
const SHORT_LIVED = ['--js-flags=--no-opt,--no-maglev', '--num-raster-threads=1'];

/** The browser that the files of this worker use one after another. */
let kept: Promise<Browser> | undefined;

/**
 * The real browser of the tests: the one that the product prints with. Every page of it is waited for with the same patience. Files that
 * want nothing special of it share it: closed, it is handed out again, with the application in its memory.
 * @param isThrifty whether its people save data, so that a page loads only what it shows (loading the rest ahead takes longer than most
 * tests), and nothing on it moves. @param isShared false for one of its own.
 */
export async function launchBrowser({ isThrifty = true, isShared = true } = {}): Promise<Browser> {
  if (!isThrifty || !isShared) return open(isThrifty);
  if (!(await kept)?.isConnected()) kept = open(isThrifty, true);
  return kept!;
}

async function open(isThrifty: boolean, isKept = false): Promise<Browser> {
  const browser = await launch(SHORT_LIVED);
  const openContext = browser.newContext.bind(browser);
  const contexts = reusing(async (options) => {
    const context = await openContext(options);
    context.setDefaultTimeout(PATIENCE);
    // A route of the application loads no document: its address is there at once, and what it shows is waited for by itself.
    context.on('page', (page) => {
      lookOften(Object.getPrototypeOf(page.locator('body')));
      const waitForURL = page.waitForURL.bind(page);
      page.waitForURL = (url, options) => waitForURL(url, { waitUntil: 'commit', ...options });
    });
    context.on('weberror', (error) => void consoleErrors.push(`${error.page()?.url()}: ${error.error().stack}`));
    context.on(
      'console',
      (entry) => void (entry.type() === 'error' && consoleErrors.push(`${entry.page()?.url()}: ${entry.text()} ${entry.location().url}`)),
    );
    if (isThrifty)
      await context.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
        // Each step of a movement is painted, by the processor.
        const still = new CSSStyleSheet();
        still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important; }');
        document.adoptedStyleSheets = [still];
      });
    return context;
  });
  browser.newContext = contexts.open;
  if (isKept) browser.close = contexts.putBack;
  return browser;
}

/** How often what a test waits for is looked for, ms. */
const OFTEN = 25;
/** What Playwright does only to what can be seen. */
const ACTIONS = ['click', 'dblclick', 'fill', 'hover', 'selectOption', 'check', 'uncheck'] as const;
const often = new WeakSet<object>();

/**
 * Lets locators look more often for what they wait for. By itself Playwright looks every half second once a third of one has passed: with
 * hundreds of waits that was a tenth of the time of the browser tests. It still does what it waits for, and says what is wrong.
 */
function lookOften(locators: Locator): void {
  if (often.has(locators)) return;
  often.add(locators);
  const until = async (isSo: () => Promise<boolean>) => {
    for (const end = performance.now() + PATIENCE / 2; performance.now() < end && !(await isSo()); )
      await new Promise((resolve) => setTimeout(resolve, OFTEN));
  };
  const { waitFor } = locators;
  locators.waitFor = async function (this: Locator, options) {
    const state = options?.state ?? 'visible';
    if (state === 'visible' || state === 'hidden') await until(async () => (await this.isVisible()) === (state === 'visible'));
    return waitFor.call(this, options);
  };
  for (const action of ACTIONS) {
    const act = locators[action] as (...given: unknown[]) => Promise<unknown>;
    Object.assign(locators, {
      async [action](this: Locator, ...given: unknown[]) {
        await until(() => this.isVisible());
        return act.apply(this, given);
      },
    });
  }
}
