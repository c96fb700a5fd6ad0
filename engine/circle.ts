/**
 * Strategies that lead back to themselves: without ever waiting, so that a claim would run round until the run-away limit stops it, or by
 * inserting themselves, so that nobody would ever come back.
 */
import { compileStep } from './compile.ts';
import { reachable, targetsOf } from './graph/graph.ts';
import { MOST_CALLERS } from './memory.ts';
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
    reached.has(id) && LEADS_ON.has(stepType) && typeof blueprintId === 'string' ? [{ stepId: id, blueprintId }] : [],
  );
}

/** The steps that go on in another strategy. */
const LEADS_ON: ReadonlySet<string> = new Set(['replaceStrategySteps', 'insertStrategySteps']);

/** @returns the strategy that a step goes on in; null for any other step. */
export function leadsOnTo({ stepType, stepState: { blueprintId } }: Step): string | null {
  return LEADS_ON.has(stepType) && typeof blueprintId === 'string' ? blueprintId : null;
}

/** @returns the steps that insert another strategy. */
export function insertedBy(steps: readonly Step[]): readonly Step[] {
  return steps.filter(({ stepType }) => stepType === 'insertStrategySteps');
}

/**
 * @param strategies the steps of all of them as they would be, by id. @returns the insertions of `from` that lead back to it, or deeper than a run
 * may go: the step, and the strategies inserted into each other below `from`. A strategy is looked at once: its deepest way is what counts.
 */
export function insertionsFrom(
  from: string,
  strategies: ReadonlyMap<string, readonly Step[]>,
): { readonly stepId: string; readonly way: readonly string[]; readonly isCircle: boolean }[] {
  const inserted = (id: string) => insertedBy(strategies.get(id) ?? []);
  const depths = new Map<string, readonly string[]>();
  /** The deepest way below a strategy; one that leads back to `from` or to itself ends there. */
  const deepest = (id: string, above: readonly string[]): readonly string[] => {
    if (id === from || above.includes(id)) return [id];
    const known = depths.get(id);
    if (known) return known;
    if (above.length > MOST_CALLERS) return [id];
    const ways = inserted(id).map(({ stepState }) => deepest(String(stepState.blueprintId), [...above, id]));
    const circle = ways.find((way) => way.at(-1) === from);
    const way = [id, ...(circle ?? ways.reduce((longest, each) => (each.length > longest.length ? each : longest), []))];
    depths.set(id, way);
    return way;
  };
  return inserted(from).flatMap(({ id: stepId, stepState }) => {
    const way = deepest(String(stepState.blueprintId), []);
    const isCircle = way.at(-1) === from;
    return isCircle || way.length > MOST_CALLERS ? [{ stepId, way, isCircle }] : [];
  });
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
