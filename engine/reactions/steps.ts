/** The steps that a rule can do: those of strategies that act and go on, those that work out values, and those over strategies themselves. */
import type { StepDefinition } from '../step.ts';
import { stepDefinition, stepDefinitions } from '../steps.ts';
import { pauseRun } from './steps/pauseRun.ts';
import { replaceRun } from './steps/replaceRun.ts';
import { resumeRun } from './steps/resumeRun.ts';
import { startRun } from './steps/startRun.ts';
import { stopRun } from './steps/stopRun.ts';

const OWN: readonly StepDefinition[] = [startRun, replaceRun, pauseRun, resumeRun, stopRun];
const own = new Map(OWN.map((definition) => [definition.type, definition]));

/** Steps that set values for later steps of the same firing, with the outputs that end the rule for the claim. */
const DECIDING: Readonly<Record<string, readonly string[]>> = {
  evaluateCode: ['error', 'no'],
  executeDecisionTree: ['noLeaf'],
  setValues: [],
};

/** Other PATHS and CONDITIONS are about a run's way: they wait, ask or lead elsewhere, and a rule has no run that goes on. */
const fits = ({ type, category, outputs }: StepDefinition) =>
  type in DECIDING || ((category === 'CLAIMS' || category === 'COMMUNICATIONS') && outputs.includes('next'));

/** In the order of the list to choose from. */
export const reactionSteps: readonly StepDefinition[] = [...stepDefinitions.filter(fits), ...OWN];

/** @returns whether a rule does none of its later steps on a claim when a step comes out like this. */
export const endsRule = (type: string, output: string): boolean => DECIDING[type]?.includes(output) ?? false;

/** @returns the definition of a step of a rule; undefined for one that the product does not have, or that waits or branches. */
export function reactionStep(type: string): StepDefinition | undefined {
  const definition = own.get(type) ?? stepDefinition(type);
  return definition && (own.has(type) || fits(definition)) ? definition : undefined;
}
