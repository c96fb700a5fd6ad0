import { z } from 'zod';
import { LEADING_ON, LOOKS, look, pageBlock } from './pageFunction.ts';

/** Saying that paying is hard, and who advises people in debt for free. */
export const help = pageBlock({
  type: 'help',
  icon: 'lifebuoy',
  once: true,
  fields: z.strictObject({ look: look.default('link'), advice: z.boolean().default(false) }),
  layout: { look: { control: 'select', options: LOOKS }, advice: { control: 'switch' } },
  texts: { ...LEADING_ON },
});
