import { z } from 'zod';
import { defineMailBlock } from '../block.ts';
import { ALIGNS } from '../nodes.ts';

/** Paragraphs, lists and headings, written where they are. */
export const text = defineMailBlock({
  type: 'text',
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
  mail: ({ align, small }, { rich }) => [{ node: 'text', text: rich('text'), align, small, place: { field: 'text', kind: 'rich' } }],
});
