/** Whose unsent forms a tab keeps: session storage outlives a reload and an expired session, and ends with the tab. */
import { createContext } from 'react';

const PREFIX = 'quittance-form ';

/** User and client that forms are kept for; the shell fills it. */
export const KeptScope = createContext('');

/** @returns the key in session storage of a form's values. */
export function keptKey(scope: string, form: string): string {
  return `${PREFIX}${scope} ${form}`;
}

/** Forgets every form: whoever signs out leaves nothing typed behind. */
export function forgetKept(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
