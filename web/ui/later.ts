/** Parts of the application that the first screen does without: dialogs, menus, panels. */
import { type ComponentType, type LazyExoticComponent, lazy, useSyncExternalStore } from 'react';

type Load = () => Promise<unknown>;

const waiting: Load[] = [];
const listeners = new Set<() => void>();
let started = false;

/**
 * A component in a chunk of its own. It loads when it first shows, or before, once the first screen stands and the browser is idle,
 * so that nobody waits for it. Whoever asked the browser to save data gets only what shows.
 * @param load imports the module; the component is its default export.
 */
export function later<Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyExoticComponent<ComponentType<Props>> {
  waiting.push(load);
  if (started) next();
  return lazy(load);
}

/** Has something loaded before all that is loaded ahead. */
export function first(load: Load): void {
  waiting.unshift(load);
}

/** Says that the first screen stands: from here on, what may be needed next is loaded. Marks the moment as "prefetch" for whoever measures. */
export function prefetchLater(): void {
  if (started) return;
  started = true;
  performance.mark('prefetch');
  for (const listener of listeners) listener();
  next();
}

/** https://wicg.github.io/savedata/: unknown to some browsers, and off unless the person chose it. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** @returns whether the first screen stands: what can wait until then does. */
export function useStands(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => started,
  );
}

/** One after the other, each when the browser has nothing else to do. */
function next(): void {
  if (savesData()) return;
  idle(async () => {
    const load = waiting.shift();
    if (!load) return;
    // What cannot be loaded now is tried again when it is wanted.
    await load().catch(() => undefined);
    next();
  });
}

/** Does the task when the browser has nothing else to do. */
export function idle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task);
  else setTimeout(task, 200);
}
