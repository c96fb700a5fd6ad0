/** Who is asking, as their identity token says. */
import type { Permission } from '../../core/holds.ts';
import type { Uuid } from '../../core/id.ts';
import type { Actor } from './tenancy.ts';

export interface Group {
  readonly clientId: Uuid;
  readonly role: string;
  readonly partnerId: string | null;
}

export interface Identity {
  readonly userId: Uuid;
  readonly email: string;
  readonly name: string;
  readonly groups: readonly Group[];
  readonly expiresAt: number;
  /** The session the token was made for; null for one that no session stands behind. */
  readonly sessionId: Uuid | null;
  /** Milliseconds. */
  readonly issuedAt: number;
  /** Of a program that calls the REST API with a key, whose id is userId then: what it may do in its one client, whatever its group is called. */
  readonly key?: { readonly scopes: readonly string[]; readonly permissions: readonly Permission[] };
}

/** @returns who acts when an operation of theirs writes. */
export const actorOf = ({ userId, key }: Pick<Identity, 'userId' | 'key'>): Actor => ({ type: key ? 'apiKey' : 'user', id: userId });
