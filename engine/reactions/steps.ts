/** The steps that a rule can do: those of strategies that act and go on, and those over strategies themselves. */
import type { StepDefinition } from '../step.ts';
import { stepDefinition, stepDefinitions } from '../steps.ts';
import { pauseRun } from './steps/pauseRun.ts';
import { replaceRun } from './steps/replaceRun.ts';
import { resumeRun } from './steps/resumeRun.ts';
import { startRun } from './steps/startRun.ts';
import { stopRun } from './steps/stopRun.ts';

const OWN: readonly StepDefinition[] = [startRun, replaceRun, pauseRun, resumeRun, stopRun];
const own = new Map(OWN.map((definition) => [definition.type, definition]));

/** PATHS and CONDITIONS are about a run's way: they wait, remember, ask or lead elsewhere, and a rule has no run that goes on. */
const fits = ({ category, outputs }: StepDefinition) =>
  (category === 'CLAIMS' || category === 'COMMUNICATIONS') && outputs.includes('next');

/** In the order of the list to choose from. */
export const reactionSteps: readonly StepDefinition[] = [...stepDefinitions.filter(fits), ...OWN];

/** @returns the definition of a step of a rule; undefined for one that the product does not have, or that waits or branches. */
export function reactionStep(type: string): StepDefinition | undefined {
  const definition = own.get(type) ?? stepDefinition(type);
  return definition && (own.has(type) || fits(definition)) ? definition : undefined;
}
