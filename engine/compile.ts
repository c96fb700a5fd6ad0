/** Turns a saved strategy version into one that is ready to run: states validated, conditions compiled, needs known. */
import type { ZodError } from 'zod';
import type { StepDefinition } from './step.ts';
import { stepDefinition } from './steps.ts';
import type { TreeRef } from './trees/ref.ts';
import type { Blueprint, Context, Decision, Facts, Need, Reason, Step } from './types.ts';

/** A step ready to decide. */
export interface CompiledStep {
  readonly id: string;
  readonly stepType: string;
  /** Null when the product has no such type. */
  readonly definition: StepDefinition | null;
  /** Why the step cannot be decided, or null. */
  readonly problem: Reason | null;
  readonly needs: readonly Need[];
  readonly decide: (facts: Facts, context: Context) => Decision;
  readonly outputs: Step['outputs'];
  readonly tree?: TreeRef;
}

/** A blueprint version ready to run; immutable, so it may be kept as long as one likes. */
export interface CompiledBlueprint {
  readonly blueprintId: string;
  readonly version: number;
  readonly steps: ReadonlyMap<string, CompiledStep>;
  /** Where a run starts; null when the strategy has no step. */
  readonly first: string | null;
  readonly needs: readonly Need[];
  /** The decision trees that its steps ask. */
  readonly trees: readonly TreeRef[];
}

/** A state that fails its schema, as a reason naming the field. */
function invalidState(step: Step, error: ZodError): Reason {
  const [issue] = error.issues;
  return {
    key: 'step.invalidState',
    values: { stepType: step.stepType, field: issue?.path.join('.') ?? '', message: issue?.message ?? '' },
  };
}

function impossible(problem: Reason): (facts: Facts, context: Context) => Decision {
  return () => ({ next: { to: 'fail', reason: problem } });
}

/**
 * Validates and prepares one step. Never throws: what is wrong with it is its `problem`.
 * @param find the steps there are: of strategies, unless it is said.
 */
export function compileStep(step: Step, find: (type: string) => StepDefinition | undefined = stepDefinition): CompiledStep {
  const base = { id: step.id, stepType: step.stepType, outputs: step.outputs };
  const definition = find(step.stepType) ?? null;
  if (!definition) {
    const problem = { key: 'step.unknownType', values: { stepType: step.stepType } };
    return { ...base, definition, problem, needs: [], decide: impossible(problem) };
  }
  const state = definition.fields.safeParse(step.stepState ?? {});
  if (!state.success) {
    const problem = invalidState(step, state.error);
    return { ...base, definition, problem, needs: [], decide: impossible(problem) };
  }
  const fields = state.data;
  const prepared = definition.prepare?.(fields);
  if (!prepared) {
    return {
      ...base,
      definition,
      problem: null,
      needs: definition.needs,
      decide: (facts, context) => definition.decide(fields, facts, context),
    };
  }
  const { problem, tree } = prepared;
  return {
    ...base,
    ...(tree && { tree }),
    definition,
    problem,
    needs: prepared.needs,
    decide: problem ? impossible(problem) : prepared.decide,
  };
}

/** Compiles a saved version once. Never throws for a broken step: a run that reaches it fails with the reason. */
export function compile(blueprint: Blueprint, find?: Parameters<typeof compileStep>[1]): CompiledBlueprint {
  const steps = new Map(blueprint.steps.map((step) => [step.id, compileStep(step, find)]));
  const needs = new Set<Need>(['claim']);
  for (const step of steps.values()) for (const need of step.needs) needs.add(need);
  return {
    blueprintId: blueprint.blueprintId,
    version: blueprint.version,
    steps,
    first: blueprint.steps[0]?.id ?? null,
    needs: [...needs],
    trees: [...steps.values()].flatMap(({ tree }) => tree ?? []),
  };
}

/** @returns the facts any step of the blueprint may read. 'claim' is always among them: a resolved claim ends its run. */
export function needsOf(compiled: CompiledBlueprint): readonly Need[] {
  return compiled.needs;
}
