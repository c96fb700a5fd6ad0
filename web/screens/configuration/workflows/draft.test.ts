import { expect, it } from 'vitest';
import {
  added,
  checkedSteps,
  isAfter,
  moved,
  neighbour,
  type PhaseDraft,
  phasesOf,
  problemsIn,
  removed,
  withAfter,
  withStep,
} from './draft.ts';

const EMPTY: PhaseDraft[] = [
  { name: 'One', steps: [] },
  { name: 'Two', steps: [] },
];
const build = () => added(added(added(EMPTY, 0, 'manualTask'), 0, 'manualTask'), 0, 'approval');
const shape = (phases: readonly PhaseDraft[]) =>
  phases.map(({ steps }) => steps.map(({ stepId, order }) => `${stepId}:${order}`).join(' '));

it('puts an approval after the work before it, and anything else beside it', () => {
  expect(shape(build())).toEqual(['step1:0 step2:0 step3:1', '']);
  expect(shape(withAfter(build(), { phase: 0, step: 1 }, true))).toEqual(['step1:0 step2:1 step3:2', '']);
});

it('moves steps within and between phases, and keeps what follows what', () => {
  const phases = build();
  expect(shape(moved(phases, { phase: 0, step: 2 }, { phase: 0, step: 1 }))).toEqual(['step1:0 step3:1 step2:1', '']);
  const other = moved(phases, { phase: 0, step: 0 }, { phase: 1, step: 5 });
  expect(shape(other)).toEqual(['step2:0 step3:1', 'step1:0']);
  expect(isAfter(other[0]!.steps, 1)).toBe(true);
  expect(shape(removed(phases, { phase: 0, step: 0 }))).toEqual(['step2:0 step3:1', '']);
});

it('finds where a key leads', () => {
  const phases = build();
  expect(neighbour(phases, { phase: 0, step: 1 }, 'ArrowUp')).toEqual({ phase: 0, step: 0 });
  expect(neighbour(phases, { phase: 0, step: 2 }, 'ArrowDown')).toBeNull();
  expect(neighbour(phases, { phase: 0, step: 2 }, 'ArrowRight')).toEqual({ phase: 1, step: 0 });
  expect(neighbour(phases, { phase: 0, step: 2 }, 'ArrowLeft')).toBeNull();
});

it('says which steps are incomplete, and that they are, to the server', () => {
  const phases = withStep(added([EMPTY[0]!], 0, 'sendMessage'), { phase: 0, step: 0 }, { description: 'Write' });
  expect(problemsIn(phases).map(({ field }) => field)).toEqual(['phases.0.steps.0.bundleName']);
  expect(checkedSteps(phases)[0]!.steps[0]!.isInvalid).toBe(true);
  const whole = withStep(phases, { phase: 0, step: 0 }, { bundleName: 'reminder' });
  expect(problemsIn(whole)).toEqual([]);
  expect(checkedSteps(whole)[0]!.steps[0]!.isInvalid).toBe(false);
});

it('reads what the server gives, in the order of the steps', () => {
  const [phase] = checkedSteps(build());
  const back = phasesOf([{ name: 'One "1"', steps: JSON.stringify(phase!.steps.toReversed()) }]);
  expect(back[0]!.name).toBe('One "1"');
  expect(back[0]!.steps.map(({ order }) => order)).toEqual([0, 0, 1]);
});
