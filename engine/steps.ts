/** The registry of step types: the one list the engine, the editor's palette and the API read. */
import type { StepDefinition } from './step.ts';

export const stepDefinitions: readonly StepDefinition[] = [];

/** @returns the definition of a step type, or undefined when the product has none of that name. */
export function stepDefinition(type: string): StepDefinition | undefined {
  return stepDefinitions.find((definition) => definition.type === type);
}

/** @returns the state of a step that was just put on the canvas: each field's default; a field without one is absent. */
export function defaultState(definition: StepDefinition): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(definition.fields.shape)) {
    const value = schema.safeParse(undefined);
    if (value.success && value.data !== undefined) state[name] = value.data;
  }
  return state;
}
