import { z } from 'zod';
import { LEADING_ON, pageBlock } from './pageFunction.ts';

/** Having the payments of a plan collected by direct debit. */
export const mandate = pageBlock({
  type: 'mandate',
  icon: 'building-bank',
  once: true,
  fields: z.strictObject({}),
  layout: {},
  texts: { ...LEADING_ON },
});
