import { z } from 'zod';
import { LEADING_ON, LOOKS, look, pageBlock } from './pageFunction.ts';

/** Writing to staff, where a strategy offers it. */
export const message = pageBlock({
  type: 'message',
  icon: 'message',
  once: true,
  fields: z.strictObject({ look: look.default('link') }),
  layout: { look: { control: 'select', options: LOOKS } },
  texts: { ...LEADING_ON },
});
