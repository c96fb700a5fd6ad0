import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Lets the debtor ask for a call on their page. */
export const enableDebtorCallback = defineStep({
  type: 'enableDebtorCallback',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'phone-call',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ description: z.string().max(500).default('') }),
  layout: { description: { control: 'textarea' } },
  needs: [],
  decide: () => ({ effects: [{ kind: 'setFlag', flag: 'debtorCallback', enabled: true }], next: { to: 'next' } }),
});
