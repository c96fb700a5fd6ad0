/** What a partner's people see of a client: the database through their partner's eyes (docs/decisions/tenancy.md). */
import type { Uuid } from '../../core/id.ts';
import type { Identity } from './caller.ts';
import type { Database } from './tenancy.ts';

/** @returns the partners that somebody is bound to in a client; null for one who works for the client itself. */
export function partnersOf({ groups }: Pick<Identity, 'groups'>, clientId: Uuid): readonly Uuid[] | null {
  const own = groups.filter((group) => group.clientId === clientId);
  const partnerIds = own.flatMap(({ partnerId }) => (partnerId === null ? [] : [partnerId]));
  return own.length > 0 && partnerIds.length === own.length ? [...new Set(partnerIds)] : null;
}

/**
 * Whatever runs on what this returns, in this request and after it, is held to what the caller may see by the database itself.
 * @returns the database for a caller in a client: the same for the client's own staff.
 */
export function seenBy(database: Database, identity: Identity, clientId: Uuid): Database {
  const partnerIds = partnersOf(identity, clientId);
  if (!partnerIds) return database;
  return { ...database, ...database.partner, reach: { partnerIds, userId: identity.userId, whole: wholeOf(database) } };
}

/** @returns the database as the product itself sees it: what a process keeps of a database, it keeps once. */
export const wholeOf = (database: Database): Database => database.reach?.whole ?? database;
