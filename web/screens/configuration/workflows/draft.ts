/** A blueprint while it is edited: phases with steps in their order, and which of them begin after the one before. */
import { newWorkflowStep, type WorkflowPhase, type WorkflowStep, type WorkflowStepType } from '../../../../engine/workflows/blueprint.ts';
import { problemsOf, problemsOfStep, readPhases } from '../../../../engine/workflows/check.ts';

export interface PhaseDraft {
  readonly name: string;
  readonly steps: readonly WorkflowStep[];
}

/** Where a step is. */
export interface Place {
  readonly phase: number;
  readonly step: number;
}

/** @param phases as the server gives them: steps as text. @returns the phases, steps sorted by their order. */
export const phasesOf = (phases: readonly { readonly name: string; readonly steps: string }[]): PhaseDraft[] =>
  readPhases(`[${phases.map(({ name, steps }) => `{"name":${JSON.stringify(name)},"steps":${steps}}`).join(',')}]`).map(
    ({ name, steps }) => ({
      name,
      steps: steps.toSorted((a, b) => a.order - b.order),
    }),
  );

/** @returns whether a step begins only when those before it are done. */
export const isAfter = (steps: readonly WorkflowStep[], at: number): boolean => at > 0 && steps[at]!.order > steps[at - 1]!.order;

/** Orders count up where a step begins after the one before. @param after by the places of the steps */
function ordered(steps: readonly WorkflowStep[], after: readonly boolean[]): WorkflowStep[] {
  let order = 0;
  return steps.map((step, at) => {
    if (at > 0 && after[at]) order++;
    return { ...step, order };
  });
}

const afterOf = (steps: readonly WorkflowStep[]) => steps.map((_, at) => isAfter(steps, at));

/** @returns the phases with one that is changed. */
export const withPhase = (phases: readonly PhaseDraft[], at: number, change: Partial<PhaseDraft>): PhaseDraft[] =>
  phases.map((phase, place) => (place === at ? { ...phase, ...change } : phase));

/** @returns the phases with one step that is changed. */
export const withStep = (phases: readonly PhaseDraft[], { phase, step }: Place, change: Partial<WorkflowStep>): PhaseDraft[] =>
  withPhase(phases, phase, { steps: phases[phase]!.steps.map((each, at) => (at === step ? { ...each, ...change } : each)) });

/** @returns the phases with a step that begins after the one before it, or beside it. */
export function withAfter(phases: readonly PhaseDraft[], { phase, step }: Place, isNowAfter: boolean): PhaseDraft[] {
  const { steps } = phases[phase]!;
  return withPhase(phases, phase, {
    steps: ordered(
      steps,
      afterOf(steps).map((after, at) => (at === step ? isNowAfter : after)),
    ),
  });
}

/** An approval follows the work that it is of; anything else begins at once. */
export function added(phases: readonly PhaseDraft[], phase: number, type: WorkflowStepType): PhaseDraft[] {
  const { steps } = phases[phase]!;
  const next = [...steps, newWorkflowStep(freshId(phases), type)];
  return withPhase(phases, phase, { steps: ordered(next, [...afterOf(steps), type === 'approval']) });
}

export function removed(phases: readonly PhaseDraft[], { phase, step }: Place): PhaseDraft[] {
  const { steps } = phases[phase]!;
  const stays = (_: unknown, at: number) => at !== step;
  return withPhase(phases, phase, { steps: ordered(steps.filter(stays), afterOf(steps).filter(stays)) });
}

/** @returns the phases with a step moved to another place, counted without the step itself. It keeps whether it begins after the one before. */
export function moved(phases: readonly PhaseDraft[], from: Place, to: Place): PhaseDraft[] {
  const source = phases[from.phase]!.steps;
  const step = source[from.step]!;
  const without = removed(phases, from);
  const { steps } = without[to.phase]!;
  const at = Math.max(0, Math.min(to.step, steps.length));
  const insert = <Item>(items: readonly Item[], item: Item) => [...items.slice(0, at), item, ...items.slice(at)];
  return withPhase(without, to.phase, { steps: ordered(insert(steps, step), insert(afterOf(steps), isAfter(source, from.step))) });
}

/** @returns where a step goes by a key: up and down, beyond the end of a phase into the next one; null where there is nothing. */
export function neighbour(phases: readonly PhaseDraft[], { phase, step }: Place, key: string): Place | null {
  const there = (at: number): Place | null => (phases[at] ? { phase: at, step: Math.min(step, phases[at].steps.length) } : null);
  if (key === 'ArrowLeft') return there(phase - 1);
  if (key === 'ArrowRight') return there(phase + 1);
  if (key === 'ArrowUp' && step > 0) return { phase, step: step - 1 };
  if (key === 'ArrowDown' && step < phases[phase]!.steps.length - 1) return { phase, step: step + 1 };
  return null;
}

/** @returns the phases with one moved to the left or right. */
export function phaseMoved(phases: readonly PhaseDraft[], at: number, by: -1 | 1): PhaseDraft[] {
  const next = [...phases];
  const [phase] = next.splice(at, 1);
  next.splice(at + by, 0, phase!);
  return next;
}

/** @returns an id that no step has yet; those of removed steps are not used again while the highest is there. */
function freshId(phases: readonly PhaseDraft[]): string {
  const numbers = phases.flatMap(({ steps }) => steps.map(({ stepId }) => Number(/^step(\d+)$/.exec(stepId)?.[1] ?? 0)));
  return `step${Math.max(0, ...numbers) + 1}`;
}

/** Each step says whether it is complete: the server keeps no blueprint with one that doesn't (specification 3, section 5). */
export const checkedSteps = (phases: readonly PhaseDraft[]): WorkflowPhase[] =>
  phases.map(({ name, steps }) => ({ name, steps: steps.map((step) => ({ ...step, isInvalid: problemsOfStep(step).length > 0 })) }));

/** @returns what is wrong, by its place: `phases.0.steps.2.bundleName`. */
export const problemsIn = (phases: readonly PhaseDraft[]) =>
  problemsOf(checkedSteps(phases)).filter(({ field }) => !field.endsWith('.isInvalid'));
