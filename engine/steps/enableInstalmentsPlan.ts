import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Lets the debtor split the sum into instalments. */
export const enableInstalmentsPlan = defineStep({
  type: 'enableInstalmentsPlan',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'stairs-down',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ description: z.string().max(500).default('') }),
  layout: { description: { control: 'textarea' } },
  needs: [],
  decide: () => ({ effects: [{ kind: 'setFlag', flag: 'instalmentsPlan', enabled: true }], next: { to: 'next' } }),
});
