import { stepDefinition } from '../../../../engine/steps.ts';
import type { TreeStep } from '../../../../engine/types.ts';
import { normalise, type Steps, waysOf } from './model.ts';

/** @returns saved steps as the canvas edits them: each output that the type has is there, an empty one that it has not is not. */
export function opened(steps: readonly TreeStep[]): Steps {
  return normalise(
    steps.map((step) => {
      const definition = stepDefinition(step.stepType);
      if (!definition) return step;
      const ways = waysOf(definition.outputs);
      const { down, left, right, ...rest } = step;
      const linked = Object.entries({ down, left, right }).filter(([, target]) => target);
      return { ...rest, ...Object.fromEntries([...ways.map((way) => [way, null] as const), ...linked]) };
    }),
  );
}
