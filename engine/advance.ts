import type { Uuid } from '../core/id.ts';
import type { Instant } from '../core/time.ts';
import type { StepDefinition } from './step.ts';
import type { Advanced, Blueprint, Context, Decision, Facts, Need, Reason, Run } from './types.ts';

/** A run that decides this many steps without a wait is stopped. */
export const STEP_LIMIT = 500;

/** What a decision knows besides facts, before a run is chosen. */
export type Surroundings = Omit<Context, 'run'>;

/** A step ready to decide: its state validated, its conditions compiled. */
export interface CompiledStep {
  readonly id: string;
  readonly stepType: string;
  /** Absent when the type is unknown. */
  readonly definition: StepDefinition | null;
  /** Why the step cannot be decided, or null. */
  readonly problem: Reason | null;
  readonly needs: readonly Need[];
  readonly decide: (facts: Facts, context: Context) => Decision;
  readonly down: string | null;
  readonly left: string | null;
  readonly right: string | null;
}

/** A blueprint version ready to run; immutable, so keep it as long as you like. */
export interface CompiledBlueprint {
  readonly blueprintId: string;
  readonly version: number;
  readonly steps: ReadonlyMap<string, CompiledStep>;
  /** Where a run starts; null when the strategy has no step. */
  readonly first: string | null;
  readonly needs: readonly Need[];
}

/** Compiles a saved version once. Never throws for a broken step: a run that reaches it fails with the reason. */
export function compile(_blueprint: Blueprint): CompiledBlueprint {
  throw new Error('not written yet');
}

/** @returns the facts any step of the blueprint may read. 'claim' is always among them. */
export function needsOf(compiled: CompiledBlueprint): readonly Need[] {
  return compiled.needs;
}

/** @returns a new run at the first step; a strategy without steps gives one that is already completed. */
export function startRun(
  _of: { runId: Uuid; accountId: Uuid; externalClaimRef: string },
  _compiled: CompiledBlueprint,
  _now: Instant,
): Run {
  throw new Error('not written yet');
}

/**
 * @returns the run that goes on in another strategy after `switchTo`. It keeps its id unless a new one is given,
 * and always its visit and its count towards the run-away limit, so that two strategies that replace each other cannot run for ever.
 */
export function continueRun(_ended: Run, _compiled: CompiledBlueprint, _now: Instant, _runId?: Uuid): Run {
  throw new Error('not written yet');
}

/**
 * Decides steps until the run waits, ends, switches or runs away. Pure: same input, same output; never throws for what a strategy contains.
 * A run that is neither active nor waiting comes back unchanged.
 */
export function advance(_run: Run, _compiled: CompiledBlueprint, _facts: Facts, _surroundings: Surroundings): Advanced {
  throw new Error('not written yet');
}
