/** Where people come out: pure rules of specification 1, sections 2.3 and 6. */

import type { FeatureFlag } from '../../core/featureFlags.ts';
import { holds, type Permission } from '../../core/holds.ts';
import { isUuid } from '../../core/id.ts';
import { isModuleVisible } from '../../core/moduleRules.ts';
import type { MenuModule } from './start.ts';

/** What decides about access in one client. */
export interface Access {
  readonly permissions: readonly Permission[];
  readonly isOn: (flag: FeatureFlag) => boolean;
  /** What the sidebar may show, as the server lists it. */
  readonly modules: readonly MenuModule[];
}

interface Guarded {
  readonly path: string;
  readonly action: string;
  readonly flag?: FeatureFlag;
  readonly isLater?: boolean;
}

/** @returns whether the screen may be opened: its flag is on, and the role holds its action in backoffice-spa. */
export function mayOpen(route: Pick<Guarded, 'action' | 'flag'>, access: Access): boolean {
  return (route.flag === undefined || access.isOn(route.flag)) && holds(access.permissions, 'backoffice-spa', route.action);
}

/**
 * @returns whether the sidebar shows the screen: its module is visible and it may be opened. What is still to be built needs a flag of its
 * own, which somebody has switched on.
 */
export function isInSidebar(route: Guarded, access: Access): boolean {
  const module = access.modules.find((each) => each.path === route.path);
  if (!module || (route.isLater && module.featureFlag === null)) return false;
  return isModuleVisible(module, access.permissions, access.isOn) && mayOpen(route, access);
}

/** @returns whether the signed-in user telephones here (specification 1, section 6). */
export function isDialerOn(access: Access): boolean {
  return (
    access.isOn('DIALER_INTEGRATION') &&
    holds(access.permissions, 'backoffice-spa', 'useDialer') &&
    holds(access.permissions, 'operations', 'getDialer')
  );
}

/** @param entries the routes in the sidebar's order. @returns the first one the user finds there, or null when there is none (then: /logout). */
export function landing<R extends Guarded>(entries: readonly R[], access: Access): R | null {
  return entries.find((route) => isInSidebar(route, access)) ?? null;
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
