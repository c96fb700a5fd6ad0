import { stepDefinition } from '../../../../engine/steps.ts';
import type { TreeStep } from '../../../../engine/types.ts';

/** @returns the width of a step's panel: that of its definition. */
export function panelWidth(step: TreeStep): number {
  return stepDefinition(step.stepType)?.panelWidth ?? 420;
}
