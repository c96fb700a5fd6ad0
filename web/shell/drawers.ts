/** The drawers of the shell: one is open at a time (specification 1, section 2.4). */
import { makeStore, useStore } from '../ui/store.ts';

export type DrawerName = 'notifications' | 'dialer';

const open = makeStore<DrawerName | null>(null);

/** Opens a drawer; another one that is open closes. */
export function openDrawer(name: DrawerName): void {
  open.set(name);
}

/** Closes a drawer, if it is the open one. */
export function closeDrawer(name: DrawerName): void {
  if (open.get() === name) open.set(null);
}

/** @returns the drawer that is open. */
export function useOpenDrawer(): DrawerName | null {
  return useStore(open);
}
