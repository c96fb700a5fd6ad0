/** A strategy's steps as the canvas edits them. */
import { uuidv7 } from '../../../../core/id.ts';
import { fromTree, type TreeStep } from '../../../../engine/graph/tree.ts';
import { defaultState, stepDefinition } from '../../../../engine/steps.ts';
import type { Step } from '../../../../engine/types.ts';
import { normalise } from '../../../canvas/model.ts';

export type Steps = readonly Step[];

/** @returns steps as they are saved, as the canvas edits them: the disconnected ones last. */
export function opened(steps: readonly TreeStep[]): Steps {
  return normalise(fromTree(steps));
}

/** @returns a step with each output of its type, and nothing that follows. */
export function newStep(id: string, stepType: string, outputs: readonly string[], stepState: Record<string, unknown>): Step {
  return { id, stepType, stepState, outputs: Object.fromEntries(outputs.map((name) => [name, null])) };
}

/** @returns a step as the palette puts it on the canvas; null for a type that does not exist. */
export function freshStep(stepType: string): Step | null {
  const definition = stepDefinition(stepType);
  return definition ? newStep(uuidv7(), stepType, definition.outputs, defaultState(definition)) : null;
}

/** Replaces the fields of a step. */
export function changeState(steps: Steps, id: string, stepState: Record<string, unknown>): Steps {
  return steps.map((step) => (step.id === id ? { ...step, stepState } : step));
}
