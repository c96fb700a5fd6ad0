import { z } from 'zod';
import { ownLine, ownText, pageBlock } from './pageFunction.ts';

/** The question that has to be answered before anything personal shows. */
export const identity = pageBlock({
  type: 'identity',
  icon: 'lock',
  once: true,
  fields: z.strictObject({}),
  layout: {},
  texts: { title: ownLine, text: ownText, label: ownLine },
});
