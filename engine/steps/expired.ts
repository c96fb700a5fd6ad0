import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Ends the path: the strategy has nothing more to try for this claim. */
export const expired = defineStep({
  type: 'expired',
  category: 'PATHS',
  outputs: [],
  icon: 'flag-off',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ description: z.string().max(500).default('') }),
  layout: { description: { control: 'textarea' } },
  needs: [],
  decide: () => ({ next: { to: 'end', reason: { key: 'run.expired' } } }),
});
