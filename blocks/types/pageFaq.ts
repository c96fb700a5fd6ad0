import { z } from 'zod';
import { pageBlock } from './pageFunction.ts';

/** A question that many ask, with its answer. */
export const faq = pageBlock({
  type: 'faq',
  icon: 'help-circle',
  once: false,
  fields: z.strictObject({ open: z.boolean().default(false) }),
  layout: { open: { control: 'switch' } },
  texts: { question: { kind: 'line', most: 300 }, answer: { kind: 'rich', most: 5_000 } },
});
