import { z } from 'zod';
import { defineBlock } from '../block.ts';
import type { Word } from '../said/keys.ts';
import { chipOf, saidLine } from '../words.ts';

const FIELDS = {
  reference: 'item.reference',
  product: 'item.product',
  dueDate: 'item.dueDate',
  amount: 'item.amount',
  fees: 'item.fees',
  outstanding: 'item.balance',
} as const satisfies Partial<Record<Word, string>>;
const NAMES = Object.keys(FIELDS) as [keyof typeof FIELDS, ...(keyof typeof FIELDS)[]];
const FIGURES: ReadonlySet<Word> = new Set<Word>(['amount', 'fees', 'outstanding']);

/** All open claims of the account, one row each. */
export const claimTable = defineBlock({
  type: 'claimTable',
  media: ['mail', 'paper'],
  version: 1,
  upgrades: [],
  icon: 'table',
  group: 'money',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({ shown: z.array(z.enum(NAMES)).min(1).max(NAMES.length).default(['reference', 'dueDate', 'outstanding']) }),
  layout: { shown: { control: 'tags', options: NAMES } },
  texts: {},
  draw: ({ shown }, { word }) => [
    {
      node: 'table',
      head: shown.map((name) => saidLine(word(name))),
      rows: [shown.map((name) => [chipOf(FIELDS[name])])],
      each: 'claims',
      ends: shown.map((name) => (FIGURES.has(name) ? 'right' : 'left')),
    },
  ],
});
