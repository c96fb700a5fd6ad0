import { z } from 'zod';
import { ownLine, ownText, pageBlock } from './pageFunction.ts';

/** Paying now: all that is chosen, or less. */
export const pay = pageBlock({
  type: 'pay',
  icon: 'credit-card',
  once: true,
  fields: z.strictObject({ amount: z.boolean().default(true) }),
  layout: { amount: { control: 'switch' } },
  texts: { label: ownLine, total: ownLine, note: ownText },
});
