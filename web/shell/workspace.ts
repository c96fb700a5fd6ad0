/** The client one works in: its configuration, the user's role there, the flags. Screens read it; Workspace.tsx loads it. */
import { createContext, useContext } from 'react';
import type { FeatureFlag } from '../../core/featureFlags.ts';
import type { StartConfigurationQuery } from './backoffice.graphql.ts';
import { readCookie, writeCookie } from './cookie.ts';
import type { Access } from './landing.ts';
import type { Route } from './route.ts';

export interface Workspace {
  readonly clientId: string;
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly clients: readonly { readonly clientId: string; readonly name: string }[];
  readonly configuration: StartConfigurationQuery['getClientConfiguration'];
  readonly roleName: string;
  /** They work for a partner and see what is with it; what is closed to them isn't offered. */
  readonly isOfPartner: boolean;
  readonly access: Access;
  /** Every screen that the user may open. */
  readonly screens: readonly Route[];
}

export const WorkspaceContext = createContext<Workspace | null>(null);

/** @returns the workspace. @throws Error outside of /{clientId}. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace is for screens under /{clientId}');
  return workspace;
}

/** @returns whether the flag is on in the client one works in. */
export function useFlag(flag: FeatureFlag): boolean {
  return useWorkspace().access.isOn(flag);
}

const STORED_CLIENT = 'quittance-client';

/** @returns the client last worked in on this device. */
export function storedClient(): string | null {
  return localStorage.getItem(STORED_CLIENT);
}

/** Remembers the client for the next visit. */
export function storeClient(clientId: string): void {
  localStorage.setItem(STORED_CLIENT, clientId);
}

/** Remembers where the user is, in a cookie named net-cache (specification 1, section 2.3); null forgets it. */
export function storeRoute(url: string | null): void {
  writeCookie('net-cache', url, 30);
}

/** @returns where the user was last, an address inside the product, or null. */
export function storedRoute(): string | null {
  const url = readCookie('net-cache') ?? '';
  return /^\/[0-9a-f-]{36}\//.test(url) ? url : null;
}
