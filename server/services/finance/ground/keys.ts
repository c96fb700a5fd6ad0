/** The keys that make bookings happen once. */
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { Component } from './finance.tables.ts';

/** Of what a payment put on one component of a claim. The principal's is the one that was used before payments were put on components. */
export function settledKey(paymentId: Uuid, externalClaimRef: string, component: Component): string {
  return `payment:${paymentId}:settled:${externalClaimRef}${component === 'principal' ? '' : `:${component}`}`;
}

/** Of what gives back an entry that a payment made, by that entry's key. */
export function chargedBackKey(settled: string): string {
  return settled.includes(':settled:') ? settled.replace(':settled:', ':chargedBack:') : `${settled}:chargedBack`;
}

/** Interest is the difference to what is booked, so two bookings for one day are two facts; the claim's lock keeps them apart. */
export function interestKey(externalClaimRef: string, until: CalendarDate): string {
  return `interest:${externalClaimRef}:${until}:${uuidv7()}`;
}

/** A member of staff's action: without a key of its own each call is a new one; with one, it can meet nobody else's. */
export const staffKey = (userId: string, key: string | null | undefined): string => `staff:${userId}:${key ?? uuidv7()}`;
