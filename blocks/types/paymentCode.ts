import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { ALIGNS, CODES } from '../nodes.ts';
import { chipOf } from '../words.ts';

const LEADS = ['transfer', 'page'] as const;
/** px: 30 mm, which phones read from paper. */
const WIDTH = 113;

/** A code for phones: one that fills in a transfer, or one that opens the debtor's own page. */
export const paymentCode = defineBlock({
  type: 'paymentCode',
  media: ['paper'],
  version: 1,
  upgrades: [],
  icon: 'qrcode',
  group: 'money',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({ leads: z.enum(LEADS).default('transfer'), align: z.enum(ALIGNS).default('left') }),
  layout: { leads: { control: 'select', options: LEADS }, align: { control: 'select', options: ALIGNS } },
  texts: { label: { kind: 'line', most: 200 } },
  draw: ({ leads, align }, { line }) => [
    // Who can't see the code is told what it is for by the line below.
    { node: 'image', src: CODES[leads], alt: line('label'), width: WIDTH, align, href: null },
    {
      node: 'text',
      text: { type: 'doc', content: [{ type: 'paragraph', content: [...line('label')] }] },
      align,
      small: true,
      place: { field: 'label', kind: 'line' },
    },
    // For whoever types it.
    ...(leads === 'page'
      ? [
          {
            node: 'text' as const,
            text: { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [chipOf('link.pay')] }] },
            align,
            small: true,
            place: null,
          },
        ]
      : []),
  ],
});
