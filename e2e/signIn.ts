/** The short way in for tests that are about something else; e2e/auth.test.ts goes through the form. */
import type { Page } from 'playwright-core';

/** As much of a page as says what it is. */
const MOST_LETTERS = 500;
const CLIENT = /^\/[0-9a-f-]{36}\//;

/**
 * Signs in by the call that the sign-in page makes, and opens an address: one load of the application instead of two.
 * @param url of the house. @param at the address to open; without it, the house decides where the person begins.
 * @throws Error with what the server refused, or with what is shown instead of the house.
 */
export async function signInBy(page: Page, url: string, email: string, password: string, at?: string): Promise<void> {
  // A page of the same origin without the application: its cookie and its storage are those of the application.
  await page.goto(`${url}/healthz`);
  const refused = await page.evaluate(
    async ([given, secret]) => {
      const answer = await fetch('/api/identity', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'MISSING_TOKEN' },
        body: JSON.stringify({
          query: 'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { session { token } } }',
          variables: { email: given, password: secret },
        }),
      });
      const { data, errors } = await answer.json();
      if (!data?.signIn?.session) return JSON.stringify(errors ?? data);
      // As web/shell/session.ts does: without it the application asks for no session.
      localStorage.setItem('quittance-session', 'yes');
      return null;
    },
    [email, password] as const,
  );
  if (refused) throw new Error(`${email} is not let in: ${refused}`);
  await page.goto(at ?? url);
  if (at) return;
  await page
    .waitForURL((address) => CLIENT.test(address.pathname))
    .catch(async (error: Error) => {
      const shown = await page.locator('body').innerText();
      throw new Error(`${email} is let in, but ${page.url()} shows: ${shown.slice(0, MOST_LETTERS)}\n${error.message}`);
    });
}
