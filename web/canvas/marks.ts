/**
 * Which cards are selected, and which one is carried. Each card reads its own here: if the drawing's nodes said it, React Flow would look at all
 * nodes, lines and the map again at every key that goes from one to the next.
 */
import { createContext, useContext, useLayoutEffect, useState } from 'react';
import { makeStore, type Store, usePart } from '../ui/store.ts';

interface Marks {
  readonly selection: ReadonlySet<string>;
  readonly carried: string | null;
}

const marksOf = (selection: readonly string[], carried: string | null): Marks => ({ selection: new Set(selection), carried });

export const MarksContext = createContext<Store<Marks>>(makeStore(marksOf([], null)));

/** @param carried the card that a key has taken up, or null. @returns what MarksContext gives to the cards, the same store at every drawing. */
export function useMarks(selection: readonly string[], carried: string | null): Store<Marks> {
  const [store] = useState(() => makeStore(marksOf(selection, carried)));
  useLayoutEffect(() => store.set(marksOf(selection, carried)), [store, selection, carried]);
  return store;
}

/** @returns whether the card of a node is selected, and whether it is carried. */
export function useMarksOf(id: string): { selected: boolean; carried: boolean } {
  const store = useContext(MarksContext);
  return {
    selected: usePart(store, ({ selection }) => selection.has(id)),
    carried: usePart(store, ({ carried }) => carried === id),
  };
}
