import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Lets the debtor promise a payment for a day. */
export const enablePromiseToPay = defineStep({
  type: 'enablePromiseToPay',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'heart-handshake',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ description: z.string().max(500).default('') }),
  layout: { description: { control: 'textarea' } },
  needs: [],
  decide: () => ({ effects: [{ kind: 'setFlag', flag: 'promiseToPay', enabled: true }], next: { to: 'next' } }),
});
