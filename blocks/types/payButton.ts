import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { ALIGNS } from '../nodes.ts';

/** The button to the debtor’s own page, where they pay, ask for time or object. */
export const payButton = defineBlock({
  type: 'payButton',
  media: ['mail'],
  version: 1,
  upgrades: [],
  icon: 'credit-card-pay',
  group: 'money',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({ align: z.enum(ALIGNS).default('left') }),
  layout: { align: { control: 'select', options: ALIGNS } },
  texts: { label: { kind: 'line', most: 200 } },
  draw: ({ align }, { line }) => [
    { node: 'button', label: line('label'), href: '{{ link.pay }}', align, place: { field: 'label', kind: 'line' } },
  ],
});
