import { z } from 'zod';
import { ownLine, ownText, pageBlock } from './pageFunction.ts';

/** Promising to pay by a day. */
export const promiseToPay = pageBlock({
  type: 'promiseToPay',
  icon: 'calendar-heart',
  once: true,
  fields: z.strictObject({}),
  layout: {},
  texts: { label: ownLine, note: ownText },
});
