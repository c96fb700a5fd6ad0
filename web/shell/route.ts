/** What a screen under /{clientId} is, before it is opened. */
import type { ComponentType } from 'react';
import type { FeatureFlag } from '../../core/featureFlags.ts';
import type { Action } from '../../core/permissions.ts';
import type { RouteName } from './routeName.ts';

export interface Route {
  readonly name: RouteName;
  /** Below /{clientId}/, in react-router's spelling. */
  readonly path: string;
  /** Checked against the domain backoffice-spa. */
  readonly action: Action<'backoffice-spa'>;
  /** The feature flag without which the screen does not exist. */
  readonly flag?: FeatureFlag;
  /** The screen's own chunk; its component is the default export. */
  readonly load: () => Promise<{ default: ComponentType }>;
  /** Asked before the screen opens when the query holds `asked`=true; may send elsewhere. */
  readonly check?: { readonly asked: string; readonly load: () => Promise<AccessCheck> };
  /** The screen is still to be built, and says so. */
  readonly isLater?: boolean;
}

/**
 * Decides about an address before its screen opens. @param params of the path, clientId among them.
 * @returns where to go instead; null opens the screen.
 */
export type AccessCheck = (params: Readonly<Record<string, string | undefined>>, search: URLSearchParams) => Promise<string | null>;
