import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { ALIGNS } from '../nodes.ts';
import { chipOf, headingOf } from '../words.ts';

const OF = ['claim', 'account'] as const;

/** The outstanding balance, large, with a line that says what it is made of. */
export const amount = defineBlock({
  type: 'amount',
  media: ['mail', 'paper'],
  version: 1,
  upgrades: [],
  icon: 'cash',
  group: 'money',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({ of: z.enum(OF).default('claim'), align: z.enum(ALIGNS).default('left') }),
  layout: { of: { control: 'select', options: OF }, align: { control: 'select', options: ALIGNS } },
  texts: { label: { kind: 'line', most: 200 }, note: { kind: 'rich', most: 2_000, optional: true } },
  draw: ({ of, align }, { line, rich }) => [
    {
      node: 'text',
      text: { type: 'doc', content: [{ type: 'paragraph', content: [...line('label')] }] },
      align,
      small: true,
      place: { field: 'label', kind: 'line' },
    },
    { node: 'text', text: headingOf([chipOf(`${of}.balance`)], 1), align, small: false, place: null },
    { node: 'text', text: rich('note'), align, small: true, place: { field: 'note', kind: 'rich' } },
  ],
});
