/**
 * Says what the open pages showed when a test failed: by the time somebody reads of it they are gone, and often it was another program
 * that kept the machine busy just then. It stands in the failure itself: what a test prints is far above the summary, and may be cut off.
 */
import { afterEach } from 'vitest';
import { consoleErrors, openContexts } from './openContexts.ts';

/** As much of a page as says what it is. */
const MOST_LETTERS = 1_500;

afterEach(async ({ task }) => {
  const told = consoleErrors.splice(0).map((each) => `The console told: ${each.slice(0, MOST_LETTERS)}`);
  const failure = task.result?.state === 'fail' && task.result.errors?.[0];
  if (!failure) return;
  for (const page of [...openContexts].flatMap((context) => context.pages())) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 5_000 })
      .catch((error: Error) => error.message);
    told.push(`${page.url()} showed:\n${text.slice(0, MOST_LETTERS)}`);
  }
  failure.message = [failure.message, ...told].join('\n\n');
});
