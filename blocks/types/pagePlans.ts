import { z } from 'zod';
import { ownLine, pageBlock } from './pageFunction.ts';

/** The plans that were agreed on, with their next payment. */
export const plans = pageBlock({
  type: 'plans',
  icon: 'calendar-check',
  once: true,
  fields: z.strictObject({ open: z.boolean().default(true) }),
  layout: { open: { control: 'switch' } },
  texts: { title: ownLine, show: ownLine, hide: ownLine },
});
