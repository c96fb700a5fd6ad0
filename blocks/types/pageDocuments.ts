import { z } from 'zod';
import { ownLine, pageBlock } from './pageFunction.ts';

/** What the debtor may open and keep: the statement of what is owed, and files of a type. */
export const documents = pageBlock({
  type: 'documents',
  icon: 'files',
  once: true,
  fields: z.strictObject({
    statement: z.boolean().default(true),
    /** Empty: no files. */
    documentType: z.string().trim().max(100).default(''),
  }),
  layout: { statement: { control: 'switch' }, documentType: { control: 'text' } },
  texts: { title: ownLine, label: ownLine },
});
