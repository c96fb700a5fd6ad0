import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { PICTURE } from '../brand.ts';
import { MEDIA } from '../design.ts';
import { ALIGNS } from '../nodes.ts';
import { ADDRESS } from '../words.ts';

/** A picture. One that only decorates needs no words for whoever can’t see it. */
export const image = defineBlock({
  type: 'image',
  media: MEDIA,
  version: 1,
  upgrades: [],
  icon: 'photo',
  group: 'text',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({
    /** Empty until one is chosen. */
    src: z.union([z.literal(''), z.string().max(2_000).regex(PICTURE)]).default(''),
    width: z.int().min(16).max(600).default(300),
    align: z.enum(ALIGNS).default('center'),
    href: z.union([z.literal(''), z.string().max(2_000).regex(ADDRESS)]).default(''),
    decorative: z.boolean().default(false),
  }),
  layout: {
    src: { control: 'image' },
    width: { control: 'number', min: 16, max: 600, unit: 'px' },
    align: { control: 'select', options: ALIGNS },
    href: { control: 'address' },
    decorative: { control: 'switch' },
  },
  texts: { alt: { kind: 'line', most: 300, optional: true } },
  draw: ({ src, width, align, href, decorative }, { line }) => [
    { node: 'image', src, alt: decorative ? [] : line('alt'), width, align, href: href || null },
  ],
});
