/** How far a search may reach: a role with the limited search finds the account it is asked about, and does not leaf through all of them. */
import { invalid, missingPermission } from '../../../../core/fault.ts';
import { holds, type Permission } from '../../../../core/holds.ts';

/** Letters and digits a limited search needs at least. */
export const LIMITED_TEXT = 3;
/** Accounts it shows at most. */
export const LIMITED_SIZE = 20;
/** What may stand beside the text: nothing that would list accounts by what they have in common. */
const ALLOWED = ['clientId', 'queryText', 'size', 'orderFields'];

/**
 * @returns the search as it may be done: whole with account/searchAllAccounts, else a text and at most 20 accounts.
 * @throws Fault INVALID_INPUT for a text that is too short, FORBIDDEN for filters and further pages.
 */
export function limitSearch<Search extends { readonly queryText?: string | null; readonly size?: number | null }>(
  search: Search,
  permissions: readonly Permission[],
): Search & Identifying {
  if (holds(permissions, 'account', 'searchAllAccounts')) return identifying(search, permissions);
  const more = Object.entries(search).find(([name, value]) => value != null && !ALLOWED.includes(name));
  if (more) throw missingPermission('account/searchAllAccounts', more[0]);
  const letters = (search.queryText ?? '').replace(/[^\p{L}\p{N}]/gu, '');
  if (letters.length < LIMITED_TEXT) throw invalid('queryText', 'searchLetters', { number: LIMITED_TEXT });
  return identifying({ ...search, size: Math.min(search.size ?? LIMITED_SIZE, LIMITED_SIZE) }, permissions);
}

/** What a search may look at besides what a hit shows. */
export interface Identifying {
  /** False: dates of birth and the last digits of numbers stay out, because the role may not open an account that shows them. */
  readonly identifies?: boolean;
}

/** @returns the search as somebody with these permissions may do it. */
export const identifying = <Search extends object>(search: Search, permissions: readonly Permission[]): Search & Identifying =>
  holds(permissions, 'account', 'viewAccount') ? search : { ...search, identifies: false };
