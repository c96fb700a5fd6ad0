import { z } from 'zod';
import { LEADING_ON, LOOKS, look, pageBlock } from './pageFunction.ts';

/** Saying that something is wrong with a bill. */
export const dispute = pageBlock({
  type: 'dispute',
  icon: 'message-exclamation',
  once: true,
  fields: z.strictObject({ look: look.default('link') }),
  layout: { look: { control: 'select', options: LOOKS } },
  texts: { ...LEADING_ON },
});
