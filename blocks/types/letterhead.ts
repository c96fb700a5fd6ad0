import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { ALIGNS } from '../nodes.ts';
import type { Word } from '../said/keys.ts';
import { WINDOW_NAMES } from '../windows.ts';
import { chipOf, saidLine } from '../words.ts';

const TAGS = {
  date: 'message.date',
  reference: 'claim.reference',
  account: 'account.reference',
  dueDate: 'claim.dueDate',
  outstanding: 'claim.balance',
} as const satisfies Partial<Record<Word, string>>;
const NAMES = Object.keys(TAGS) as [keyof typeof TAGS, ...(keyof typeof TAGS)[]];

/** The head of a letter: logo, sender, the address in the envelope's window, date and references. Every letter begins with it. */
export const letterhead = defineBlock({
  type: 'letterhead',
  media: ['paper'],
  version: 1,
  upgrades: [],
  icon: 'mail',
  group: 'layout',
  top: true,
  slots: [],
  once: true,
  fields: z.strictObject({
    window: z.enum(WINDOW_NAMES).default('dinB'),
    logo: z.enum(ALIGNS).default('right'),
    facts: z.array(z.enum(NAMES)).max(NAMES.length).default(['date', 'reference']),
  }),
  layout: {
    window: { control: 'select', options: WINDOW_NAMES },
    logo: { control: 'select', options: ALIGNS },
    facts: { control: 'tags', options: NAMES },
  },
  texts: { sender: { kind: 'line', most: 120 }, contact: { kind: 'rich', most: 1_000, optional: true } },
  draw: ({ window, logo, facts }, { line, rich, word }) => [
    {
      node: 'letterhead',
      window,
      logo,
      sender: line('sender'),
      address: [chipOf('debtor.postalAddress')],
      facts: facts.map((name) => [saidLine(word(name)), [chipOf(TAGS[name])]] as const),
      contact: rich('contact'),
    },
  ],
});
