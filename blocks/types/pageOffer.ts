import { z } from 'zod';
import { ownLine, pageBlock } from './pageFunction.ts';

/** Offers to settle for less. */
export const offer = pageBlock({
  type: 'offer',
  icon: 'discount',
  once: true,
  fields: z.strictObject({}),
  layout: {},
  texts: { title: ownLine },
});
