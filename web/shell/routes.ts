/** Every screen under /{clientId}: one line each (specification 1, section 2.2). */
import type { ComponentType } from 'react';
import type { Action } from '../../core/permissions.ts';
import type shell from './i18n/en_US/shell.json';

/** The name of a route; its title is the text `screen.<name>` of i18n/<locale>/shell.json. */
export type RouteName = keyof (typeof shell)['screen'];

export interface Route {
  readonly name: RouteName;
  /** Below /{clientId}/, in react-router's spelling. */
  readonly path: string;
  /** Checked against the domain backoffice-spa. */
  readonly action: Action<'backoffice-spa'>;
  /** The feature flag without which the screen does not exist. */
  readonly flag?: string;
  /** The screen's own chunk; its component is the default export. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

export const ROUTES: readonly Route[] = [
  { name: 'tasks', path: 'account/tasks', action: 'view-tasks', load: () => import('../screens/account/tasks/TasksScreen.tsx') },
  {
    name: 'account',
    path: 'account/:accountId',
    action: 'view-account',
    load: () => import('../screens/account/detail/AccountScreen.tsx'),
  },
  {
    name: 'claim',
    path: 'account/claim/:externalClaimRef',
    action: 'view-claim',
    load: () => import('../screens/account/claim/ClaimScreen.tsx'),
  },
  {
    name: 'accountClaim',
    path: 'account/:accountId/claim/:externalClaimRef',
    action: 'view-claim',
    load: () => import('../screens/account/claim/ClaimScreen.tsx'),
  },
  {
    name: 'portalSettings',
    path: 'configuration/portal-settings',
    action: 'view-portal-settings',
    load: () => import('../screens/configuration/portal-settings/PortalSettingsScreen.tsx'),
  },
];
