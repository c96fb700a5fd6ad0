/**
 * Says what the open pages showed when a test failed: by the time somebody reads of it they are gone, and often it was another program
 * that kept the machine busy just then.
 */
import { afterEach } from 'vitest';
import { consoleErrors, openContexts } from './openContexts.ts';

/** As much of a page as says what it is. */
const MOST_LETTERS = 1_500;

afterEach(async ({ task }) => {
  const errors = consoleErrors.splice(0);
  if (task.result?.state !== 'fail') return;
  if (errors.length > 0) console.error(`The consoles told:\n${errors.map((each) => each.slice(0, MOST_LETTERS)).join('\n')}\n`);
  for (const page of [...openContexts].flatMap((context) => context.pages())) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 5_000 })
      .catch((error: Error) => error.message);
    console.error(`${page.url()} showed:\n${text.slice(0, MOST_LETTERS)}\n`);
  }
});
