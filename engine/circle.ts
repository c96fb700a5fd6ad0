/** Strategies that lead back to themselves without ever waiting: a claim would run round until the run-away limit stops it. */
import { compileStep } from './compile.ts';
import { reachable, targetsOf } from './graph/graph.ts';
import type { Step } from './types.ts';

/** A step that goes on in another strategy, reached from the first step without a wait. */
export interface ImmediateSwitch {
  readonly stepId: string;
  readonly blueprintId: string;
}

/** Whether a step always waits, whenever a run comes to it. One that waits for days past due does not once they have passed. */
function alwaysWaits(step: Step): boolean {
  if (step.stepType === 'waitNextDay' || step.stepType === 'waitTimeOfDay') return true;
  if (step.stepType !== 'delay') return false;
  const { days = 1, hours = 0, minutes = 0 } = step.stepState as { days?: number; hours?: number; minutes?: number };
  return !compileStep(step).problem && days + hours + minutes > 0;
}

/** @returns the switches that some path of a strategy reaches without a wait, in the order of its steps. */
export function immediateSwitches(steps: readonly Step[]): ImmediateSwitch[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const reached = reachable(byId, steps[0]?.id, (step) => (alwaysWaits(step) ? [] : targetsOf(step)));
  return steps.flatMap(({ id, stepType, stepState: { blueprintId } }) =>
    reached.has(id) && stepType === 'replaceStrategySteps' && typeof blueprintId === 'string' ? [{ stepId: id, blueprintId }] : [],
  );
}

/**
 * @param strategies the steps of all of them as they would be, by id. @returns for each immediate switch of `from` that leads back to it without a
 * wait on the whole way: its step, and the strategies on the way, the first one after `from` first.
 */
export function circlesFrom(
  from: string,
  strategies: ReadonlyMap<string, readonly Step[]>,
): { readonly stepId: string; readonly way: readonly string[] }[] {
  const next = new Map([...strategies].map(([id, steps]) => [id, immediateSwitches(steps)]));
  return (next.get(from) ?? []).flatMap(({ stepId, blueprintId }) => {
    const seen = new Set<string>();
    const queue: string[][] = [[blueprintId]];
    for (let way = queue.shift(); way !== undefined; way = queue.shift()) {
      const last = way.at(-1)!;
      if (last === from) return [{ stepId, way }];
      if (seen.has(last)) continue;
      seen.add(last);
      for (const each of next.get(last) ?? []) queue.push([...way, each.blueprintId]);
    }
    return [];
  });
}
