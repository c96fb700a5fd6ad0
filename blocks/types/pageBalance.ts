import { z } from 'zod';
import { LEADING_ON, LOOKS, look, ownLine, pageBlock } from './pageFunction.ts';

/** What is owed in all, and where it comes from. */
export const balance = pageBlock({
  type: 'balance',
  icon: 'report-money',
  once: true,
  fields: z.strictObject({ look: look.default('link'), sums: z.boolean().default(false) }),
  layout: { look: { control: 'select', options: LOOKS }, sums: { control: 'switch' } },
  texts: { ...LEADING_ON, total: ownLine, fees: ownLine },
});
