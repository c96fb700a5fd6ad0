import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { PICTURE } from '../brand.ts';
import { MEDIA } from '../design.ts';
import type { Node } from '../nodes.ts';

const SIDES = ['left', 'right'] as const;

/** A picture beside a text; on a phone, one below the other. */
export const picture = defineBlock({
  type: 'picture',
  media: MEDIA,
  version: 1,
  upgrades: [],
  icon: 'layout-sidebar',
  group: 'text',
  top: true,
  slots: [],
  once: false,
  fields: z.strictObject({
    src: z.union([z.literal(''), z.string().max(2_000).regex(PICTURE)]).default(''),
    side: z.enum(SIDES).default('left'),
    decorative: z.boolean().default(false),
  }),
  layout: { src: { control: 'image' }, side: { control: 'select', options: SIDES }, decorative: { control: 'switch' } },
  texts: { text: { kind: 'rich', most: 20_000 }, alt: { kind: 'line', most: 300, optional: true } },
  draw: ({ src, side, decorative }, { line, rich, brand }) => {
    const image: Node = { node: 'image', src, alt: decorative ? [] : line('alt'), width: 150, align: 'center', href: null };
    const text: Node = { node: 'text', text: rich('text'), align: 'left', small: false, place: { field: 'text', kind: 'rich' } };
    const shown = [
      { width: 33, nodes: [image] },
      { width: 67, nodes: [text] },
    ];
    return [{ node: 'columns', background: brand.surface, columns: side === 'left' ? shown : shown.toReversed() }];
  },
});
