import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Runs another strategy's steps here and goes on when they have ended; at most five deep, in the version that is newest at the time. */
export const insertStrategySteps = defineStep({
  type: 'insertStrategySteps',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'arrow-roundabout-right',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ blueprintId: z.uuid(), description: z.string().max(500).default('') }),
  layout: { blueprintId: { control: 'strategy' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ blueprintId }) => ({ next: { to: 'strategy', blueprintId, comesBack: true } }),
});
