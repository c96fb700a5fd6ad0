/** What a run remembers beyond its place, for the few that do. */
import type { Instant } from '../core/time.ts';
import type { Scalar } from './meta.ts';

/** Values by name, as steps set them; conditions and placeholders read `strategy.<name>`. */
export type Values = Readonly<Record<string, Scalar>>;

/** Where an inserted strategy comes back to: the step that follows, in the version that the run was in. */
export interface Caller {
  readonly blueprintId: string;
  readonly version: number;
  /** Null: the path ends there, so its own caller is next. */
  readonly stepId: string | null;
}

/** The events that end a wait early: on the run's claim, or on its account without naming a claim. */
export interface Wake {
  readonly messageTypes: readonly string[];
  /** Fields of the payload that must have these values. */
  readonly where?: Values;
}

/** The event that ended a wait early. */
export interface WokenBy {
  readonly messageType: string;
  readonly at: Instant;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Memory {
  readonly values?: Values;
  /** The strategies that this one was inserted into, the innermost last. */
  readonly callers?: readonly Caller[];
  readonly wake?: Wake;
  readonly wokenBy?: WokenBy;
}

/** Strategies inserted into each other at most this deep. */
export const MOST_CALLERS = 5;
/** A run keeps at most this many values. */
export const MOST_VALUES = 100;

/** @returns the key of what a run asks for at the step where it stands: the same, however often it is decided. */
export function keyOf({
  runId,
  stepId,
  visit,
}: {
  readonly runId: string;
  readonly stepId: string | null;
  readonly visit: number;
}): string {
  return `${runId}:${stepId}:${visit}`;
}

/** @returns the run with other memory; without any, the field is absent. */
export function remember<Held extends { readonly memory?: Memory }>(
  run: Held,
  change: { readonly [Name in keyof Memory]?: Memory[Name] | undefined },
): Held {
  const { memory, ...rest } = run;
  const kept = Object.fromEntries(Object.entries({ ...memory, ...change }).filter(([, value]) => value !== undefined)) as Memory;
  return (Object.keys(kept).length > 0 ? { ...rest, memory: kept } : rest) as Held;
}

/** @returns the values after a step set some; null removes one. Undefined when none is left. */
export function withValues(before: Values | undefined, set: Values): Values | undefined {
  const values = Object.fromEntries(Object.entries({ ...before, ...set }).filter(([, value]) => value !== null));
  return Object.keys(values).length > 0 ? values : undefined;
}

/** @returns whether an event ends the wait. */
export function wakes(wake: Wake, { messageType, payload }: Pick<WokenBy, 'messageType' | 'payload'>): boolean {
  if (!wake.messageTypes.includes(messageType)) return false;
  return Object.entries(wake.where ?? {}).every(([name, value]) => payload[name] === value);
}
