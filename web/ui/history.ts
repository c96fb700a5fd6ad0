/** The browser's history as the router needs it, with a guard against leaving and the rules of specification 1, section 2.3. */
import type { Location, To } from 'react-router';

/** How long a change of address waits while a screen is still coming, ms. */
export const PENDING_MS = 50;

export interface Entry {
  readonly location: Location;
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
}

type Path = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Asked before one leaves. @returns whether leaving is refused; `proceed` then leaves all the same. */
export type Guard = (from: Path, to: Path, proceed: () => void) => boolean;

const guards = new Set<Guard>();

/** Asks before each change of address from here on. @returns what ends that. */
export function addGuard(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** What of window is needed here. */
export type HistoryWindow = Pick<Window, 'history' | 'location' | 'addEventListener'>;

export interface History {
  readonly get: () => Entry;
  /** @returns what ends the listening. */
  readonly listen: (listener: () => void) => () => void;
  readonly createHref: (to: To) => string;
  readonly push: (to: To, state?: unknown) => void;
  readonly replace: (to: To, state?: unknown) => void;
  readonly go: (delta: number) => void;
}

/** What is kept with an entry: the state of whoever navigated, a name for the entry, its place among the others. */
interface Kept {
  readonly usr?: unknown;
  readonly key?: string;
  readonly idx?: number;
}

const hrefOf = (to: To): string => (typeof to === 'string' ? to : (to.pathname ?? '') + (to.search ?? '') + (to.hash ?? ''));
const addressOf = ({ pathname, search, hash }: Path): string => pathname + search + hash;
const newKey = () => Math.random().toString(36).slice(2, 10);

/** @param isPending whether a screen is coming: a further change waits then, and of several that wait the last one counts. */
export function makeHistory(window: HistoryWindow, isPending: () => boolean): History {
  const { history } = window;
  const listeners = new Set<() => void>();
  const kept = () => (history.state ?? {}) as Kept;
  const read = (action: Entry['action']): Entry => {
    const { pathname, search, hash } = window.location;
    const { usr = null, key = 'default' } = kept();
    return { action, location: { pathname, search, hash, state: usr, key } as Location };
  };
  let index = kept().idx ?? 0;
  if (kept().idx === undefined) history.replaceState({ ...kept(), idx: index }, '');
  let entry = read('POP');
  let latest = 0;
  /** Ways the browser was sent that no guard is asked about: back to the entry one was on, or on from it when one leaves all the same. */
  const sent: (() => void)[] = [];

  const become = (action: Entry['action']) => {
    entry = read(action);
    for (const listener of [...listeners]) listener();
  };
  const isRefused = (to: Path, proceed: () => void) => [...guards].some((guard) => guard(entry.location, to, proceed));

  function change(action: 'PUSH' | 'REPLACE', to: To, state: unknown): void {
    const mine = ++latest;
    const act = () => {
      // Whoever wanted to go elsewhere meanwhile is not called back.
      if (mine !== latest) return;
      const url = new URL(hrefOf(to), `${window.location.origin}${addressOf(entry.location)}`);
      // Going where one is does nothing, unless it tells the screen something.
      if ((state === undefined || state === null) && addressOf(url) === addressOf(entry.location)) return;
      const go = () => {
        if (action === 'PUSH') index += 1;
        const next: Kept = { usr: state ?? null, key: newKey(), idx: index };
        if (action === 'PUSH') history.pushState(next, '', addressOf(url));
        else history.replaceState(next, '', addressOf(url));
        become(action);
      };
      if (!isRefused(url, go)) go();
    };
    if (isPending()) setTimeout(act, PENDING_MS);
    else act();
  }

  window.addEventListener('popstate', () => {
    latest += 1;
    // A link to a place on the page is an entry that the browser itself made.
    if (kept().idx === undefined) history.replaceState({ ...kept(), key: newKey(), idx: index + 1 }, '');
    const to = kept().idx ?? 0;
    const delta = to - index;
    const arrive = () => {
      index = to;
      become('POP');
    };
    const expected = sent.shift();
    if (expected) return expected();
    const proceed = () => {
      sent.push(arrive);
      history.go(delta);
    };
    if (delta === 0 || !isRefused(window.location, proceed)) return arrive();
    // The address is that of the screen again; nobody hears of the way there and back.
    sent.push(() => undefined);
    history.go(-delta);
  });

  return {
    get: () => entry,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    createHref: hrefOf,
    push: (to, state) => change('PUSH', to, state),
    replace: (to, state) => change('REPLACE', to, state),
    go: (delta) => history.go(delta),
  };
}
