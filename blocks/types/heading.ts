import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { MEDIA } from '../design.ts';
import { ALIGNS } from '../nodes.ts';
import { headingOf } from '../words.ts';

const LEVELS = ['1', '2', '3'] as const;

/** A heading of one line. */
export const heading = defineBlock({
  type: 'heading',
  media: MEDIA,
  version: 1,
  upgrades: [],
  icon: 'heading',
  group: 'text',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({ level: z.enum(LEVELS).default('1'), align: z.enum(ALIGNS).default('left') }),
  layout: { level: { control: 'select', options: LEVELS }, align: { control: 'select', options: ALIGNS } },
  texts: { text: { kind: 'line', most: 300 } },
  draw: ({ level, align }, { line }) => [
    {
      node: 'text',
      text: headingOf(line('text'), Number(level) as 1 | 2 | 3),
      align,
      small: false,
      place: { field: 'text', kind: 'line' },
    },
  ],
});
