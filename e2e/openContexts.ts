import type { BrowserContext } from 'playwright-core';

/** The people whose pages are open, as browser.ts opens them: onFailure.ts says what they showed when a test failed. */
export const openContexts = new Set<BrowserContext>();

/** What their consoles told of errors since the test began. */
export const consoleErrors: string[] = [];
