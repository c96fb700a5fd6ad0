import { z } from 'zod';
import { defineBlock } from '../block.ts';
import type { Condition } from '../condition.ts';
import { ALIGNS, CODES, type Node } from '../nodes.ts';
import { chipOf, type Inline } from '../words.ts';

const LEADS = ['transfer', 'page'] as const;
/** px: 30 mm, which phones read from paper. */
const WIDTH = 113;
/** No account for the currency, nothing owed, no euros: no code, and nothing is said of one. */
const IS_MADE: Condition = { match: 'every', asks: [{ tag: 'payment.transferCode', operation: 'there', value: '' }] };

/** A code for phones: one that fills in a transfer, or one that opens the debtor's own page. */
export const paymentCode = defineBlock({
  type: 'paymentCode',
  media: ['mail', 'paper'],
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
  draw: ({ leads, align }, { line }) => {
    const said = (content: readonly Inline[], field: string | null): Node => ({
      node: 'text',
      text: { type: 'doc', content: [{ type: 'paragraph', content: [...content] }] },
      align,
      small: true,
      place: field === null ? null : { field, kind: 'line' },
    });
    // Who can't see the code is told what it is for by the line below.
    const code: Node[] = [
      { node: 'image', src: CODES[leads], alt: line('label'), width: WIDTH, align, href: null },
      said(line('label'), 'label'),
    ];
    // For whoever types the page's address.
    if (leads === 'page') return [...code, said([chipOf('link.pay')], null)];
    return [{ node: 'when', when: IS_MADE, nodes: code, seen: true }];
  },
});
