/** Whether a block is in a message: asked of the placeholders when the message is made. */
import { z } from 'zod';
import { TAG } from './words.ts';

export const CONDITION_OPERATIONS = ['there', 'missing', 'equals', 'differs', 'above', 'below'] as const;

export const condition = z.strictObject({
  match: z.enum(['every', 'any']),
  asks: z
    .array(
      z.strictObject({
        tag: z.string().max(200).regex(TAG),
        operation: z.enum(CONDITION_OPERATIONS),
        value: z.string().max(200).default(''),
      }),
    )
    .min(1)
    .max(10),
});
export type Condition = z.infer<typeof condition>;
