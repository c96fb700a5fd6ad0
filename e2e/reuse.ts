/** Browser contexts that are put back instead of closed: a page that has the application in its memory opens it in half the time. */
import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright-core';
import { openContexts } from './openContexts.ts';

type Open = Browser['newContext'];
type Listen = (event: string, listener: () => void) => unknown;

/** What a page cannot be rid of again, besides its clock: whoever used it gets no second use. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders', 'setDefaultTimeout', 'emulateMedia'] as const;
const VIEWPORT = { width: 1280, height: 720 };
/** Longer than leaving a page takes; then it is closed for good; ms. */
const PATIENCE = 10_000;
/** Contexts that wait for their next use: each is a process of its own. */
const MOST_SPARE = 8;

/**
 * @returns open, which opens contexts like the given one or hands out one that was closed and had the same options: without cookies, storage,
 * routes, listeners and history, as new. What is done to a context before `open` returns it stays. putBack closes all that are open.
 */
export function reusing(open: Open): { open: Open; putBack: () => Promise<void> } {
  /** The longest unused first. */
  const spare: { key: string; put: Reusable }[] = [];
  const used = new Set<BrowserContext>();
  const keep = async (key: string, put: Reusable) => {
    spare.push({ key, put });
    if (spare.length > MOST_SPARE) await spare.shift()!.put.end();
  };
  return {
    open: async ({ viewport = VIEWPORT, acceptDownloads = true, ...options } = {}) => {
      const key = JSON.stringify({ ...options, acceptDownloads, isFramed: viewport !== null });
      const at = spare.findIndex((each) => each.key === key);
      const put = spare.splice(at, at < 0 ? 0 : 1)[0]?.put;
      const reusable =
        put ??
        new Reusable(await open({ ...options, acceptDownloads, viewport }), options.storageState !== undefined, (own) => keep(key, own));
      reusable.viewport = viewport;
      const { context } = reusable;
      openContexts.add(context);
      used.add(context);
      return context;
    },
    putBack: async () => {
      for (const context of used) if (openContexts.has(context)) await context.close();
      used.clear();
    },
  };
}

class Reusable {
  readonly context: BrowserContext;
  /** Of its next pages; null: as large as their window. */
  viewport: ViewportSize | null = null;
  readonly #keep: (put: Reusable) => Promise<void>;
  readonly #undo: (() => void)[] = [];
  #page: Page | undefined;
  #isWorn: boolean;

  /** Closes it for good. */
  readonly end: () => Promise<void>;

  constructor(context: BrowserContext, isWorn: boolean, keep: (put: Reusable) => Promise<void>) {
    this.context = context;
    this.#isWorn = isWorn;
    this.#keep = keep;
    this.end = context.close.bind(context);
    const newPage = context.newPage.bind(context);
    context.close = async () => {
      openContexts.delete(context);
      if (!(await this.#putBack().catch(() => false))) await this.end();
    };
    context.newPage = async () => {
      const page = this.#page ?? (await newPage());
      if (page !== this.#page) this.#notice(page);
      this.#page = undefined;
      if (this.viewport) await page.setViewportSize(this.viewport);
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
    const { clock } = whose;
    Object.defineProperty(whose, 'clock', {
      get: () => {
        this.#isWorn = true;
        return clock;
      },
    });
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
    await Promise.all([this.context.clearCookies(), this.context.clearPermissions()]);
    const devtools = await this.context.newCDPSession(page);
    await devtools.send('Page.resetNavigationHistory');
    await devtools.detach();
    this.#page = page;
    await this.#keep(this);
    return true;
  }
}
