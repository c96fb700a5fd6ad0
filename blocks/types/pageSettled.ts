import { z } from 'zod';
import { ownLine, pageBlock } from './pageFunction.ts';

/** The bills that are paid. */
export const settledBills = pageBlock({
  type: 'settledBills',
  icon: 'checks',
  once: true,
  fields: z.strictObject({}),
  layout: {},
  texts: { title: ownLine },
});
