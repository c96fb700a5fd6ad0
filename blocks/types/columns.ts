import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { COLOUR } from '../brand.ts';
import { MEDIA } from '../design.ts';

/** Widths in percent, left to right. */
const WIDTHS = {
  one: [100],
  two: [50, 50],
  narrowWide: [33, 67],
  wideNarrow: [67, 33],
  three: [33, 34, 33],
} as const;
const NAMES = Object.keys(WIDTHS) as [keyof typeof WIDTHS, ...(keyof typeof WIDTHS)[]];
const SLOTS = ['first', 'second', 'third'] as const;

/** One to three columns of other blocks, on a background of their own if wanted. */
export const columns = defineBlock({
  type: 'columns',
  media: MEDIA,
  version: 1,
  upgrades: [],
  icon: 'columns-2',
  group: 'layout',
  top: true,
  slots: SLOTS,
  once: false,
  fields: z.strictObject({
    widths: z.enum(NAMES).default('two'),
    /** Empty: the letter's. */
    background: z.union([z.literal(''), z.string().regex(COLOUR)]).default(''),
  }),
  layout: { widths: { control: 'select', options: NAMES }, background: { control: 'colour' } },
  texts: {},
  draw: ({ widths, background }, { slot, brand }) => {
    const shown = WIDTHS[widths];
    return [
      {
        node: 'columns',
        background: background || brand.surface,
        // With fewer columns than before, what was in the others moves into the last one: nothing disappears unnoticed.
        columns: shown.map((width, at) => ({
          width,
          nodes: at < shown.length - 1 ? slot(SLOTS[at]!) : SLOTS.slice(at).flatMap((name) => slot(name)),
        })),
      },
    ];
  },
});
