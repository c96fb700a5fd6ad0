/** Whether the server answers. Once a call did not reach it, it is asked every few seconds until it does. */
import { useSyncExternalStore } from 'react';

/** Between two questions, ms. */
const BEAT = 3_000;
let reachable = true;
const listeners = new Set<() => void>();
const returns = new Set<() => void>();

/** @returns whether a call failed because nobody answered it: no connection, or a proxy without a server behind it. */
export function isUnreachable(error: unknown): boolean {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status >= 502 && status <= 504 : error instanceof TypeError;
}

/** Says that a call did not reach the server. */
export function lostServer(): void {
  if (!reachable) return;
  become(false);
  const ask = async () => {
    const answers = await fetch('/healthz', { cache: 'no-store' }).then(
      (response) => response.ok,
      () => false,
    );
    if (!answers) return void setTimeout(ask, BEAT);
    become(true);
    for (const listener of returns) listener();
  };
  setTimeout(ask, BEAT);
}

function become(next: boolean): void {
  reachable = next;
  for (const listener of listeners) listener();
}

/** Hears of the server's return. @returns what ends the listening. */
export function onReturn(listener: () => void): () => void {
  returns.add(listener);
  return () => returns.delete(listener);
}

/** @returns whether the server answers. */
export function useReachable(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reachable,
  );
}
