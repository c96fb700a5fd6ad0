import { z } from 'zod';
import { ownLine, pageBlock } from './pageFunction.ts';

/** Who the creditor is, how to reach them, and who advises people in debt. A page without it has it at its foot. */
export const contact = pageBlock({
  type: 'contact',
  icon: 'address-book',
  once: true,
  fields: z.strictObject({}),
  layout: {},
  texts: { title: ownLine },
});
