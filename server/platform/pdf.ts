/** HTML as a PDF: printed by a Chromium that starts when it is needed and ends when nobody has printed for a while. */
import type { Browser } from 'playwright-core';
import { launchBrowser } from './chromium.ts';

/** How long it waits for the next page. */
const IDLE = 30_000;
/** Pages printed at once: each is a process with memory of its own. */
const AT_ONCE = 2;
/** What one page may take. */
const MOST_TIME = 20_000;

let browser: Promise<Browser> | null = null;
let idle: NodeJS.Timeout | null = null;
let printing = 0;
const waiting: (() => void)[] = [];

async function enter(): Promise<Browser> {
  if (idle) clearTimeout(idle);
  if (printing >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else printing += 1;
  browser ??= launchBrowser().then((started) => {
    started.on('disconnected', () => {
      browser = null;
    });
    return started;
  });
  return browser;
}

function leave(): void {
  const next = waiting.shift();
  if (next) {
    next();
    return;
  }
  printing -= 1;
  if (printing === 0) idle = setTimeout(() => void closePrinter(), IDLE).unref();
}

/** Ends the browser, if one runs. What is asked for later starts another. */
export async function closePrinter(): Promise<void> {
  const running = browser;
  browser = null;
  if (idle) clearTimeout(idle);
  await (await running?.catch(() => null))?.close();
}

/**
 * @param html a whole document. No script runs in it and nothing is fetched: what it shows it carries itself.
 * @param sheet `own`: size and margins are those of its style sheet; otherwise A4 with the usual margins.
 * @returns a document with tags for screen readers. @throws Error when the browser does not start or takes too long.
 */
export async function printPdf(html: string, sheet: 'A4' | 'own' = 'A4'): Promise<Uint8Array> {
  const printer = await enter().catch((error: unknown) => {
    browser = null;
    leave();
    throw error;
  });
  try {
    const context = await printer.newContext({ javaScriptEnabled: false, offline: true });
    try {
      context.setDefaultTimeout(MOST_TIME);
      const page = await context.newPage();
      await page.route('**/*', (route) => route.abort());
      await page.setContent(html, { waitUntil: 'load' });
      return await page.pdf({
        ...(sheet === 'own'
          ? // A4 by its name is 0.35 mm taller than the style sheet's.
            { preferCSSPageSize: true }
          : { format: 'A4' as const, margin: { top: '18mm', bottom: '18mm', left: '18mm', right: '18mm' } }),
        printBackground: true,
        tagged: true,
      });
    } finally {
      await context.close();
    }
  } finally {
    leave();
  }
}
