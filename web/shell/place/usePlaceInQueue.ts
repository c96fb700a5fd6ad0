import { useCallback, useEffect, useState } from 'react';
import { query } from '../api.ts';
import { type Place, placeInQueue, readQueue, storeQueue } from '../queue.ts';
import { QueuedAccountsDocument } from './account.graphql.ts';

/** Where the account stands in the list one came from (placeInQueue), for a screen; at the end of what was loaded, the list's next page is asked for. */
export function usePlaceInQueue(clientId: string, accountId: string): Place | null {
  const [, setRound] = useState(0);
  const place = placeInQueue(clientId, accountId);
  const atEnd = place !== null && place.next === null;
  const goOn = useCallback(async () => {
    const { accountIds, of, more } = readQueue(clientId);
    if (more === null) return;
    const { searchAccounts: page } = await query('account', QueuedAccountsDocument, more);
    const ids = [...new Set([...accountIds, ...page.results.map((row) => row.accountId)])];
    storeQueue(clientId, {
      accountIds: ids,
      of: Math.max(of, ids.length),
      more: page.searchAfter ? { ...more, searchAfter: page.searchAfter } : null,
    });
    setRound((round) => round + 1);
  }, [clientId]);
  useEffect(() => {
    // Without an answer the list just ends where it was loaded.
    if (atEnd) goOn().catch(() => undefined);
  }, [atEnd, goOn]);
  return place;
}
