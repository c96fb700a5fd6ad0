import { z } from 'zod';
import { ownLine, ownText, pageBlock } from './pageFunction.ts';

const INTERVALS = ['weekly', 'everyTwoWeeks', 'monthly'] as const;

/** A plan of payments, within what the client allows. */
export const instalments = pageBlock({
  type: 'instalments',
  icon: 'calendar-repeat',
  once: true,
  fields: z.strictObject({
    /** Of those that the client allows. */
    intervals: z
      .array(z.enum(INTERVALS))
      .min(1)
      .max(INTERVALS.length)
      .default([...INTERVALS]),
  }),
  layout: { intervals: { control: 'tags', options: INTERVALS } },
  texts: { label: ownLine, note: ownText },
});
