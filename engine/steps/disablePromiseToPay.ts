import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Takes the offer of a promise back. */
export const disablePromiseToPay = defineStep({
  type: 'disablePromiseToPay',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'ban',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ description: z.string().max(500).default('') }),
  layout: { description: { control: 'textarea' } },
  needs: [],
  decide: () => ({ effects: [{ kind: 'setFlag', flag: 'promiseToPay', enabled: false }], next: { to: 'next' } }),
});
