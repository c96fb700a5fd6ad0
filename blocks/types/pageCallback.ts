import { z } from 'zod';
import { LEADING_ON, LOOKS, look, pageBlock } from './pageFunction.ts';

/** Asking to be called, where a strategy offers it. */
export const callback = pageBlock({
  type: 'callback',
  icon: 'phone-incoming',
  once: true,
  fields: z.strictObject({ look: look.default('link') }),
  layout: { look: { control: 'select', options: LOOKS } },
  texts: { ...LEADING_ON },
});
