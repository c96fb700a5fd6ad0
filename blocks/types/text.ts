import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { MEDIA } from '../design.ts';
import { ALIGNS } from '../nodes.ts';

/** Paragraphs, lists and headings, written where they are. */
export const text = defineBlock({
  type: 'text',
  media: MEDIA,
  version: 1,
  upgrades: [],
  icon: 'align-left',
  group: 'text',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({ align: z.enum(ALIGNS).default('left'), small: z.boolean().default(false) }),
  layout: { align: { control: 'select', options: ALIGNS }, small: { control: 'switch' } },
  texts: { text: { kind: 'rich', most: 20_000 } },
  draw: ({ align, small }, { rich }) => [{ node: 'text', text: rich('text'), align, small, place: { field: 'text', kind: 'rich' } }],
});
