/** The figures beside sidebar entries, such as open tasks. Whoever knows one says it; null takes it away. */
import { useSyncExternalStore } from 'react';
import type { ScreenName } from '../../core/screens.ts';

let counts: Partial<Record<ScreenName, number>> = {};
const listeners = new Set<() => void>();

/** @param count null when unknown: the entry then shows none. */
export function setSidebarCount(name: ScreenName, count: number | null): void {
  if ((counts[name] ?? null) === count) return;
  counts = { ...counts };
  if (count === null) delete counts[name];
  else counts[name] = count;
  for (const listener of listeners) listener();
}

/** @returns all figures. */
export function useSidebarCounts(): Partial<Record<ScreenName, number>> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => counts,
  );
}
