/** What would be lost if one went away: screens hold a lock while there is such a thing, and changing the client asks first. */
import { useEffect, useEffectEvent } from 'react';
import { makeStore, useStore } from './store.ts';

interface Lock {
  /** Last chance to keep what can be kept. */
  readonly onBreak: () => void;
}

const locks = makeStore<readonly Lock[]>([]);

/** @returns what gives the lock back. */
export function holdLock(onBreak: () => void): () => void {
  const lock: Lock = { onBreak };
  locks.set([...locks.get(), lock]);
  return () => locks.set(locks.get().filter((each) => each !== lock));
}

/** Holds a lock while mounted and `held`. @param onBreak called when somebody leaves all the same. */
export function useLock(held: boolean, onBreak: () => void): void {
  const broken = useEffectEvent(onBreak);
  useEffect(() => (held ? holdLock(() => broken()) : undefined), [held]);
}

/** @returns whether anything is locked. */
export function isLocked(): boolean {
  return locks.get().length > 0;
}

/** @returns how many locks are held. */
export function useLocks(): number {
  return useStore(locks).length;
}

/** Somebody chose to leave: nothing holds anybody back any more. */
export function breakLocks(): void {
  for (const lock of locks.get()) lock.onBreak();
  locks.set([]);
}
