/** The real browser of the tests: the one that the product prints with. */
export { launchBrowser } from '../server/platform/chromium.ts';
