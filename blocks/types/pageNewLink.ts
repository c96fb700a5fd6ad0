import { z } from 'zod';
import { LEADING_ON, pageBlock } from './pageFunction.ts';

/** Asking for a new link to one’s own page, on pages that anybody can open. */
export const newLink = pageBlock({
  type: 'newLink',
  icon: 'link-plus',
  once: true,
  fields: z.strictObject({}),
  layout: {},
  texts: { ...LEADING_ON },
});
