/** The one clock. Business time is asked here or handed in as an argument, in SQL too. */
import { type Instant, instant } from '../../core/time.ts';

let source: () => number = Date.now;

/** @returns the current moment, real or virtual. */
export function now(): Instant {
  return instant(source());
}

/** Puts the process under another clock (the demo's history, tests). @returns a function that brings the real one back. */
export function useClock(next: () => number): () => void {
  const previous = source;
  source = next;
  return () => {
    source = previous;
  };
}
