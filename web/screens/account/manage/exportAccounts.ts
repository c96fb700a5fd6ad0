/** Accounts come down as a file, outside of GraphQL. */

import { freshAuthorization } from '../../../shell/session.ts';
import { refusalOf } from '../../../ui/fault.ts';
import type { AccountsQueryVariables } from './account.graphql.ts';
import type { Search } from './filters.ts';

/**
 * Asks for the accounts of a search as CSV and hands the file to the browser.
 * @param filter names chosen accounts by accountIds. @throws what faultsOf() reads.
 */
export async function exportAccounts(clientId: string, filter: Search, orderFields: AccountsQueryVariables['orderFields']): Promise<void> {
  const response = await fetch('/api/account/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await freshAuthorization() },
    body: JSON.stringify({ clientId, filter, orderFields }),
  });
  if (!response.ok) throw await refusalOf(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'accounts.csv';
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
