/** Browser contexts that are put back instead of closed: a page that has the application in its memory opens it in half the time. */
import type { Browser, BrowserContext, BrowserContextOptions, Page, ViewportSize } from 'playwright-core';
import { openContexts } from './openContexts.ts';

type Open = Browser['newContext'];
type Listen = (event: string, listener: () => void) => unknown;

/** What a page cannot be rid of again: whoever used it gets no second use. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders', 'setDefaultTimeout', 'emulateMedia'] as const;
const VIEWPORT = { width: 1280, height: 720 };
/** Longer than leaving a page takes; then it is closed for good; ms. */
const PATIENCE = 10_000;

/**
 * Opens contexts like `open`, or hands out one that was closed and had the same options: without cookies, storage, routes, listeners and
 * history, as new. What is done to a context before `open` returns it stays.
 */
export function reusing(open: Open): Open {
  const spare = new Map<string, Reusable[]>();
  return async (options = {}) => {
    const key = JSON.stringify(options);
    const { context } =
      spare.get(key)?.pop() ??
      new Reusable(await open(options), options, (put) => {
        spare.set(key, [...(spare.get(key) ?? []), put]);
      });
    openContexts.add(context);
    return context;
  };
}

class Reusable {
  readonly context: BrowserContext;
  readonly #viewport: ViewportSize;
  readonly #keep: (put: Reusable) => void;
  readonly #undo: (() => void)[] = [];
  #page: Page | undefined;
  #isWorn: boolean;

  constructor(context: BrowserContext, options: BrowserContextOptions, keep: (put: Reusable) => void) {
    this.context = context;
    this.#viewport = options.viewport ?? VIEWPORT;
    this.#isWorn = options.storageState !== undefined || options.viewport === null;
    this.#keep = keep;
    const close = context.close.bind(context);
    const newPage = context.newPage.bind(context);
    context.close = async (why) => {
      openContexts.delete(context);
      if (!(await this.#putBack().catch(() => false))) await close(why);
    };
    context.newPage = async () => {
      const page = this.#page ?? (await newPage());
      if (page !== this.#page) this.#notice(page);
      this.#page = undefined;
      return page;
    };
    this.#notice(context);
  }

  /** Remembers what has to be undone, and whether something is done that cannot be. */
  #notice(whose: BrowserContext | Page): void {
    for (const name of LASTING)
      if (name in whose) {
        const act = Reflect.get(whose, name).bind(whose);
        Reflect.set(whose, name, (...given: unknown[]) => {
          this.#isWorn = true;
          return act(...given);
        });
      }
    for (const name of ['on', 'once'] as const) {
      const act = (whose[name] as Listen).bind(whose);
      const end = (whose.off as Listen).bind(whose);
      Reflect.set(whose, name, (...given: Parameters<Listen>) => {
        this.#undo.push(() => end(...given));
        return act(...given);
      });
    }
  }

  async #putBack(): Promise<boolean> {
    const [page, ...others] = this.context.pages();
    if (this.#isWorn || !page?.url().startsWith('http')) return false;
    for (const other of others) await other.close();
    for (const undo of this.#undo.splice(0)) undo();
    await Promise.all([this.context.unrouteAll({ behavior: 'ignoreErrors' }), page.unrouteAll({ behavior: 'ignoreErrors' })]);
    // The same origin, so that its memory stays, without the application.
    await page.goto(new URL('/healthz', page.url()).href, { timeout: PATIENCE });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await Promise.all([this.context.clearCookies(), this.context.clearPermissions(), page.setViewportSize(this.#viewport)]);
    const devtools = await this.context.newCDPSession(page);
    await devtools.send('Page.resetNavigationHistory');
    await devtools.detach();
    this.#page = page;
    this.#keep(this);
    return true;
  }
}
