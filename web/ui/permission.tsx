import { createContext, type ReactNode, useContext } from 'react';
import { holds, type Permission } from '../../core/holds.ts';
import type { Action, Domain } from '../../core/permissions.ts';

/** What the user's role holds in the current client; the shell fills it. */
export const PermissionContext = createContext<readonly Permission[]>([]);

/** @returns whether the user holds the permission, for what is not a child: a column, a shortcut, a query to skip. */
export function useCan<D extends Domain>(domain: D, action: Action<D>): boolean {
  return holds(useContext(PermissionContext), domain, action);
}

/** Shows its children only to whoever holds the permission. @param otherwise what the others see. */
export function Can<D extends Domain>(props: { domain: D; action: Action<D>; otherwise?: ReactNode; children: ReactNode }) {
  return useCan(props.domain, props.action) ? props.children : (props.otherwise ?? null);
}
