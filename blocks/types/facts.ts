import { z } from 'zod';
import { defineBlock } from '../block.ts';
import type { Word } from '../said/keys.ts';
import { chipOf, saidLine } from '../words.ts';

const TAGS = {
  reference: 'claim.reference',
  product: 'product.name',
  amount: 'claim.amount',
  fees: 'claim.totalFees',
  outstanding: 'claim.balance',
  dueDate: 'claim.dueDate',
} as const satisfies Partial<Record<Word, string>>;
const NAMES = Object.keys(TAGS) as [keyof typeof TAGS, ...(keyof typeof TAGS)[]];

/** What it is about in a few rows: reference, outstanding balance, due date. */
export const facts = defineBlock({
  type: 'facts',
  media: ['mail', 'paper'],
  version: 1,
  upgrades: [],
  icon: 'list-details',
  group: 'money',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({ shown: z.array(z.enum(NAMES)).min(1).max(NAMES.length).default(['reference', 'outstanding', 'dueDate']) }),
  layout: { shown: { control: 'tags', options: NAMES } },
  texts: {},
  draw: ({ shown }, { word }) => [
    {
      node: 'table',
      head: [],
      rows: shown.map((name) => [saidLine(word(name)), [chipOf(TAGS[name])]]),
      each: null,
      ends: ['left', 'right'],
    },
  ],
});
