/** Ids of events carry the wall clock of their making (UUIDv7): the log is read by them in the order it was written. */
import type { Uuid } from '../../core/id.ts';
import type { Instant } from '../../core/time.ts';

/** SQL: whether an id carries the time of its making (UUIDv7). Ids that imports make of a fact's words do not. */
export const isTimed = (id: string): string => `substr(${id}::text, 15, 1) = '7'`;

/** @returns the smallest UUIDv7 of a moment of the wall clock. */
export function idAt(millis: number): Uuid {
  const time = Math.max(0, Math.floor(millis)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** @returns the moment that a UUIDv7 carries; null for an id of another kind. */
export function momentOf(id: Uuid): Instant | null {
  return id[14] === '7' ? (Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) as Instant) : null;
}
