import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { ALIGNS } from '../nodes.ts';
import { ADDRESS } from '../words.ts';

/** A button that leads anywhere; the one to pay is payButton. */
export const button = defineBlock({
  type: 'button',
  media: ['mail', 'page'],
  version: 1,
  upgrades: [],
  icon: 'square-rounded-arrow-right',
  group: 'text',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({
    /** Empty until somebody says where it leads; checks refuse that. */
    href: z.union([z.literal(''), z.string().max(2_000).regex(ADDRESS)]).default(''),
    align: z.enum(ALIGNS).default('left'),
  }),
  layout: { href: { control: 'address' }, align: { control: 'select', options: ALIGNS } },
  texts: { label: { kind: 'line', most: 200 } },
  draw: ({ href, align }, { line }) => [{ node: 'button', label: line('label'), href, align, place: { field: 'label', kind: 'line' } }],
});
