import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Stops offering calls on the debtor’s page. */
export const disableDebtorCallback = defineStep({
  type: 'disableDebtorCallback',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'ban',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ description: z.string().max(500).default('') }),
  layout: { description: { control: 'textarea' } },
  needs: [],
  decide: () => ({ effects: [{ kind: 'setFlag', flag: 'debtorCallback', enabled: false }], next: { to: 'next' } }),
});
