import { z } from 'zod';
import { ownLine, pageBlock } from './pageFunction.ts';

const GROUPINGS = ['none', 'product', 'portfolio'] as const;

/** The bills that are due: chosen from, or all of them. */
export const claims = pageBlock({
  type: 'claims',
  icon: 'list-check',
  once: true,
  fields: z.strictObject({
    grouping: z.enum(GROUPINGS).default('none'),
    /** Off: all that can be paid is. */
    selection: z.boolean().default(true),
  }),
  layout: { grouping: { control: 'select', options: GROUPINGS }, selection: { control: 'switch' } },
  texts: { title: ownLine },
});
