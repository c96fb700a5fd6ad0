/** A step type with three outputs that are neither yes nor no, and random strategies of it and others. */
import fc from 'fast-check';
import { z } from 'zod';
import { defineStep } from '../step.ts';
import { stepDefinition } from '../steps.ts';
import type { Step } from '../types.ts';

/** Sorts claims by what is owed. Known to the product while a test makes it known (knowStep). */
export const sortByBalance = defineStep({
  type: 'sortByBalance',
  category: 'CONDITIONS',
  outputs: ['small', 'medium', 'large'],
  icon: 'arrows-split',
  panelWidth: 420,
  showDescription: false,
  fields: z.object({}),
  layout: {},
  needs: ['claim'],
  decide: (_fields, { claim }) => {
    const balance = claim?.balance ?? 0n;
    return { next: { to: balance < 10_000n ? 'small' : balance < 100_000n ? 'medium' : 'large' } };
  },
});

const vip = { conditions: [{ variable: 'segment', operation: '=', value: 'A' }] };
const KINDS = {
  checkpoint: { stepState: (description: string) => ({ displayName: 'here', description }) },
  evaluateIfCondition: { stepState: () => vip },
  sortByBalance: { stepState: () => ({}) },
} as const;

/** A random tidy strategy: a sequence of which any step may branch, in two or in three. */
export const strategies: fc.Arbitrary<Step[]> = fc
  .array(fc.tuple(fc.constantFrom('checkpoint', 'evaluateIfCondition', 'sortByBalance'), fc.nat(), fc.string({ maxLength: 90 })), {
    minLength: 1,
    maxLength: 25,
  })
  .map((rolls) => {
    const steps: (Omit<Step, 'outputs'> & { outputs: Record<string, string | null> })[] = [];
    const open: { outputs: Record<string, string | null>; name: string }[] = [];
    rolls.forEach(([stepType, where, description], index) => {
      const id = `s${index}`;
      if (index > 0) {
        const [slot] = open.splice(where % open.length, 1);
        slot!.outputs[slot!.name] = id;
      }
      const names = stepDefinition(stepType)!.outputs;
      const outputs: Record<string, string | null> = Object.fromEntries(names.map((name) => [name, null]));
      steps.push({ id, stepType, stepState: KINDS[stepType].stepState(description), outputs });
      for (const name of names) open.push({ outputs, name });
    });
    return steps;
  });
