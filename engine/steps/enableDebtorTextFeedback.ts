import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Lets the debtor write a message on their page. */
export const enableDebtorTextFeedback = defineStep({
  type: 'enableDebtorTextFeedback',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'writing',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ description: z.string().max(500).default('') }),
  layout: { description: { control: 'textarea' } },
  needs: [],
  decide: () => ({ effects: [{ kind: 'setFlag', flag: 'debtorTextFeedback', enabled: true }], next: { to: 'next' } }),
});
