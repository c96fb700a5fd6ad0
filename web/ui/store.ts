/** A value that parts of the shell share: whoever holds it says when it changes. */
import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** @returns what ends the listening. */
  readonly listen: (listener: () => void) => () => void;
}

/** @returns a store; setting what it holds already tells nobody. */
export function makeStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @returns the store's value; the component renders anew when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return usePart(store, (value) => value);
}

/** @returns a part of the store's value; the component renders anew only when the part is another one (Object.is). */
export function usePart<Value, Part>(store: Store<Value>, partOf: (value: Value) => Part): Part {
  const get = () => partOf(store.get());
  return useSyncExternalStore(store.listen, get, get);
}
