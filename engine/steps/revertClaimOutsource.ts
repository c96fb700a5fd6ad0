import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Takes the claim back from its partner, with what a step gave away together with it; one that is with nobody stays as it is. */
export const revertClaimOutsource = defineStep({
  type: 'revertClaimOutsource',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'package-import',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ description: z.string().max(500).default('') }),
  layout: { description: { control: 'textarea' } },
  needs: [],
  decide: () => ({ effects: [{ kind: 'recall' }], next: { to: 'next' } }),
});
