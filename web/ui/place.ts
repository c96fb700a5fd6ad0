/** Where somebody was on a screen, so that Back leads there again: kept for this tab by the entry of its history. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Entries of the history that are remembered. They hold positions and ids alone, nothing of a debtor. */
const MOST = 100;
const places = new Map<string, unknown>();

/**
 * @param name tells the places of one screen apart.
 * @returns the place that was kept for this entry of the history, when Back or Forward led to it, and what keeps a new one.
 */
export function usePlace<Place>(name: string): { found: Place | null; keep: (place: Place) => void } {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const id = `${key} ${name}`;
  // Read once, before anything is kept anew.
  const found = useRef<Place | null | undefined>(undefined);
  if (found.current === undefined) found.current = isReturn ? ((places.get(id) as Place | undefined) ?? null) : null;
  const last = useRef<Place | null>(null);
  const keep = (place: Place) => {
    last.current = place;
    places.delete(id);
    places.set(id, place);
    for (const oldest of places.keys()) {
      if (places.size <= MOST) break;
      places.delete(oldest);
    }
  };
  // A changed filter is a new entry of the history on which one is still at the same place.
  useEffect(() => {
    if (last.current !== null) places.set(id, last.current);
  }, [id]);
  return { found: found.current, keep };
}

/** What stood behind the "?" of the lists that were open in this tab: their filters and order. */
const searches = new Map<string, string>();

/** Remembers what the address of a list asks for, so that a link to the list alone brings it again. @param isList whether this screen is one. */
export function useKeptSearch(isList: boolean): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (isList) searches.set(pathname, search);
  });
}

/** @param to the path of a list. @returns it with what was asked for there last. */
export const withKeptSearch = (to: string): string => to + (searches.get(to) ?? '');

/** Filters may name a debtor: nobody who signs in next in this tab finds them. */
export const forgetSearches = (): void => searches.clear();
