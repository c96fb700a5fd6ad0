import { z } from 'zod';
import { ownLine, pageBlock } from './pageFunction.ts';

/** Who is greeted, and what is owed, promised or settled. */
export const greeting = pageBlock({
  type: 'greeting',
  icon: 'hand-stop',
  once: true,
  fields: z.strictObject({}),
  layout: {},
  texts: { hello: ownLine, title: ownLine, lead: ownLine, settledTitle: ownLine, settledLead: ownLine },
});
