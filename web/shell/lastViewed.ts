/** The accounts that one looked at last in a client: at most 10, in local storage (specification 2, sections 4 and 9). */
const MOST = 10;

export interface ViewedAccount {
  readonly accountId: string;
  readonly name: string;
}

/** Per user too: what one looked at is nobody else's on this device. */
const keyOf = (clientId: string, userId: string) => `quittance-viewed ${clientId} ${userId}`;

/** @returns the list with the account on top, once, and no longer than it may be. */
export function withViewed(list: readonly ViewedAccount[], viewed: ViewedAccount): readonly ViewedAccount[] {
  return [viewed, ...list.filter((each) => each.accountId !== viewed.accountId)].slice(0, MOST);
}

/** @returns what one looked at last, the latest first. */
export function lastViewed(clientId: string, userId: string): readonly ViewedAccount[] {
  try {
    const list = JSON.parse(localStorage.getItem(keyOf(clientId, userId)) ?? '[]') as readonly Partial<ViewedAccount>[];
    return list.filter((each): each is ViewedAccount => typeof each.accountId === 'string' && typeof each.name === 'string').slice(0, MOST);
  } catch {
    return [];
  }
}

/** Notes that somebody looks at an account. */
export function noteViewed(clientId: string, userId: string, viewed: ViewedAccount): void {
  localStorage.setItem(keyOf(clientId, userId), JSON.stringify(withViewed(lastViewed(clientId, userId), viewed)));
}
