/** A page under the axe engine: what is seriously wrong on it, in light and in dark. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SERIOUS = ['serious', 'critical'];

/**
 * @returns what finds what is seriously wrong on the page as it stands, in both themes or in the light one only, on all of it or within what
 * has opened over it, each with where. Call it before the page is opened.
 */
export function axeOn(page: Page): (themes?: 'both' | 'light', within?: 'dialog' | 'menu') => Promise<string[]> {
  /** Requests that are on their way, and how many there ever were. */
  const traffic = { open: 0, all: 0 };
  page.on('request', () => {
    traffic.open += 1;
    traffic.all += 1;
  });
  const ended = () => {
    traffic.open -= 1;
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async (themes = 'both', within) => {
    await inTheme(page, 'light');
    const light = await findings(page, traffic, { within });
    if (themes === 'light') return light;
    await inTheme(page, 'dark');
    const dark = await findings(page, traffic, { within, only: 'color-contrast' });
    return [...light, ...dark.map((each) => `dark: ${each}`)];
  };
}

/** Changes the theme; where the page keeps it in an attribute (the staff application does), until that has followed. */
async function inTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((wanted) => (document.documentElement.dataset.mantineColorScheme ?? wanted) === wanted, theme);
}

interface Traffic {
  readonly open: number;
  readonly all: number;
}

/** Waits until the screen stands: nothing is on its way, nothing is left to do, no grey shape waits for its words, nothing moves. */
async function stands(page: Page, traffic: Traffic): Promise<void> {
  for (const until = Date.now() + 10_000; ; ) {
    const before = traffic.all;
    const waits = await page.evaluate(async () => {
      // On a machine with much to do a page may wait long for an idle moment.
      const idle = () => new Promise((done) => requestIdleCallback(done, { timeout: 500 }));
      await idle();
      await idle();
      // Colours that change over time would be measured half-way.
      const moving = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      for (const each of moving) each.finish();
      if (moving.length > 0) return true;
      return document.querySelector('[aria-busy=true], .mantine-Skeleton-root, [role=progressbar][aria-label=Loading]') !== null;
    });
    if (!waits && traffic.open === 0 && traffic.all === before) return;
    if (Date.now() > until)
      throw new Error(`${page.url()} does not come to rest: ${traffic.open} requests${waits ? ', something waits' : ''}`);
    await page.waitForTimeout(20);
  }
}

/** @returns what is seriously wrong on the page, each with where. */
async function findings(
  page: Page,
  traffic: Traffic,
  { within, only }: { within: 'dialog' | 'menu' | undefined; only?: string },
): Promise<string[]> {
  await stands(page, traffic);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([serious, rule, role]) => {
      const { axe } = window as unknown as {
        axe: {
          run: (root: Document | Element, options: object) => Promise<{ violations: Violation[] }>;
          _audit: { rules: readonly { readonly id: string; readonly impact: string | null }[] };
        };
      };
      interface Violation {
        readonly id: string;
        readonly impact: string;
        readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
      }
      const root = role === null ? document : document.querySelector(`[role=${role}]`);
      if (!root) throw new Error(`no ${role} is open`);
      // A rule that says how grave it is says so of all that it finds: a third of them could find nothing that is asked for here.
      const others = axe._audit.rules.filter(({ impact }) => impact !== null && !(serious as string[]).includes(impact));
      const rules = Object.fromEntries(others.map(({ id }) => [id, { enabled: false }]));
      const { violations } = await axe.run(root, { resultTypes: ['violations'], ...(rule ? { runOnly: [rule] } : { rules }) });
      return violations
        .filter((each) => (serious as string[]).includes(each.impact))
        .flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)} | ${node.failureSummary.slice(0, 200)}`));
    },
    [SERIOUS, only ?? null, within ?? null] as const,
  );
}
