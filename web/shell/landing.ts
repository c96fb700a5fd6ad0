/** Where people come out: pure rules of specification 1, sections 2.3 and 6. */

import type { FeatureFlag } from '../../core/featureFlags.ts';
import { isUuid } from '../../core/id.ts';
import { holds, type Permission } from '../../core/permissions.ts';

/** What decides about access in one client. */
export interface Access {
  readonly permissions: readonly Permission[];
  readonly isOn: (flag: FeatureFlag) => boolean;
}

interface Guarded {
  readonly action: string;
  readonly flag?: FeatureFlag;
}

/** @returns whether the screen may be opened: its flag is on, and the role holds its action in backoffice-spa. */
export function mayOpen(route: Guarded, access: Access): boolean {
  return (route.flag === undefined || access.isOn(route.flag)) && holds(access.permissions, 'backoffice-spa', route.action);
}

/** @param entries the sidebar's routes in its order. @returns the first one the user may open, or null when there is none (then: /logout). */
export function landing<R extends Guarded>(entries: readonly R[], access: Access): R | null {
  return entries.find((route) => mayOpen(route, access)) ?? null;
}

/**
 * @param wanted the client id of the URL @param stored the client last used here @param clients those of the user.
 * @returns the client to work in: the wanted one if it is a valid id among the user's, else the stored one, else the first; null without any.
 */
export function chooseClient(
  wanted: string | undefined,
  stored: string | null,
  clients: readonly { readonly clientId: string }[],
): string | null {
  const mine = (id: string | null | undefined) => isUuid(id) && clients.some((client) => client.clientId === id);
  if (mine(wanted)) return wanted!;
  if (mine(stored)) return stored;
  return clients[0]?.clientId ?? null;
}

/** @returns the clients as the selector names them: no name shows the id, equal names get the id's last four characters (specification 1, section 3). */
export function nameClients(
  clients: readonly { readonly clientId: string; readonly name: string | null }[],
): { clientId: string; name: string }[] {
  const named = clients.map((client) => ({ clientId: client.clientId, name: client.name?.trim() || client.clientId }));
  return named.map((client) => ({
    ...client,
    name: named.filter((other) => other.name === client.name).length > 1 ? `${client.name} ${client.clientId.slice(-4)}` : client.name,
  }));
}
