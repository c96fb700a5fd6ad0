/**
 * Whether the agent takes calls (specification 3, section 4): the choice is kept in this browser, per client, until there is a telephone
 * that it is told to. While a call goes on a change waits for its end.
 */

import { AVAILABILITY_REASONS } from '../../core/tasks.ts';

export const REASONS = AVAILABILITY_REASONS;
export type Reason = (typeof REASONS)[number];

export interface Availability {
  readonly status: 'available' | 'unavailable';
  /** Null while available. */
  readonly reason: Reason | null;
}

export interface Held {
  readonly now: Availability;
  /** Chosen during a call; holds from its end on. */
  readonly pending: Availability | null;
}

export const OFFLINE: Availability = { status: 'unavailable', reason: 'offline' };

/** @param wanted a reason stands beside 'unavailable' only. @returns what holds after the choice; the same object when nothing changes. */
export function choose(held: Held, wanted: Availability, inCall: boolean): Held {
  if (wanted.status === 'unavailable' && held.now.status === 'unavailable' && held.now.reason === wanted.reason && !held.pending)
    return held;
  const clean = wanted.status === 'available' ? { ...wanted, reason: null } : wanted;
  return inCall ? { ...held, pending: clean } : { now: clean, pending: null };
}

/** @returns what holds when the call has ended. */
export function afterCall(held: Held): Held {
  return held.pending ? { now: held.pending, pending: null } : held;
}

const keyOf = (clientId: string) => `quittance-availability-${clientId}`;

/** @returns what was chosen last in this browser; offline at first. */
export function storedAvailability(clientId: string): Availability {
  return (JSON.parse(localStorage.getItem(keyOf(clientId)) ?? 'null') as Availability | null) ?? OFFLINE;
}

/** Remembers the choice. */
export function storeAvailability(clientId: string, availability: Availability): void {
  localStorage.setItem(keyOf(clientId), JSON.stringify(availability));
}
