import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Stops offering messages on the debtor’s page. */
export const disableDebtorTextFeedback = defineStep({
  type: 'disableDebtorTextFeedback',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'ban',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ description: z.string().max(500).default('') }),
  layout: { description: { control: 'textarea' } },
  needs: [],
  decide: () => ({ effects: [{ kind: 'setFlag', flag: 'debtorTextFeedback', enabled: false }], next: { to: 'next' } }),
});
