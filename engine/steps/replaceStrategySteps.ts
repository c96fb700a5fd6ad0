import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Ends this strategy and goes on at the first step of another, or of itself. */
export const replaceStrategySteps = defineStep({
  type: 'replaceStrategySteps',
  category: 'PATHS',
  outputs: [],
  icon: 'arrows-exchange',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ blueprintId: z.uuid(), description: z.string().max(500).default('') }),
  layout: { blueprintId: { control: 'strategy' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ blueprintId }) => ({ next: { to: 'strategy', blueprintId } }),
});
