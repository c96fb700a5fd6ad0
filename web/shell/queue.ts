/** The list one came from, so that an account's page can say "3 of 38" and step to the next: kept for this tab and client. */
const keyOf = (clientId: string) => `quittance-queue-${clientId}`;

/** Accounts a queue remembers. */
const MOST = 1000;

/** Remembers the accounts of a list in its order, when one of them is opened. */
export function rememberQueue(clientId: string, accountIds: readonly string[]): void {
  sessionStorage.setItem(keyOf(clientId), JSON.stringify([...new Set(accountIds)].slice(0, MOST)));
}

/** @returns where the account stands in the remembered list and its neighbours; null when it is not in it. */
export function placeInQueue(
  clientId: string,
  accountId: string,
): { at: number; of: number; previous: string | null; next: string | null } | null {
  const stored = JSON.parse(sessionStorage.getItem(keyOf(clientId)) ?? '[]') as string[];
  const index = stored.indexOf(accountId);
  if (index < 0) return null;
  return { at: index + 1, of: stored.length, previous: stored[index - 1] ?? null, next: stored[index + 1] ?? null };
}
