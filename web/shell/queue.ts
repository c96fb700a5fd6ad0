/** The list one came from, so that an account's page can say "3 of 38" and step to the next: kept for this tab and client. */
import type { QueuedAccountsQueryVariables } from './place/account.graphql.ts';

const keyOf = (clientId: string) => `quittance-queue-${clientId}`;

interface Queue {
  readonly accountIds: readonly string[];
  /** How many the list holds in all, those not loaded too. */
  readonly of: number;
  /** The search that brings the accounts after these; null when these are all. */
  readonly more: QueuedAccountsQueryVariables | null;
}

/**
 * Remembers the accounts of a list in its order, when one of them is opened.
 * @param rest what is not loaded yet: how many there are in all, and the search that goes on.
 */
export function rememberQueue(
  clientId: string,
  accountIds: readonly string[],
  rest?: { of: number; more: QueuedAccountsQueryVariables | null },
): void {
  const ids = [...new Set(accountIds)];
  storeQueue(clientId, { accountIds: ids, of: Math.max(ids.length, rest?.of ?? 0), more: rest?.more ?? null });
}

/** Keeps a queue for this tab. */
export function storeQueue(clientId: string, queue: Queue): void {
  sessionStorage.setItem(keyOf(clientId), JSON.stringify(queue));
}

/** @returns the queue of this tab; an empty one when there is none. */
export function readQueue(clientId: string): Queue {
  return (JSON.parse(sessionStorage.getItem(keyOf(clientId)) ?? 'null') as Queue | null) ?? { accountIds: [], of: 0, more: null };
}

export interface Place {
  readonly at: number;
  readonly of: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** @returns where the account stands in the remembered list and its neighbours; null when it is not in it. */
export function placeInQueue(clientId: string, accountId: string): Place | null {
  const { accountIds, of } = readQueue(clientId);
  const index = accountIds.indexOf(accountId);
  if (index < 0) return null;
  return { at: index + 1, of, previous: accountIds[index - 1] ?? null, next: accountIds[index + 1] ?? null };
}
