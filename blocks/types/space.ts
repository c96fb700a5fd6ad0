import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { MEDIA } from '../design.ts';

/** Room between blocks. */
export const space = defineBlock({
  type: 'space',
  media: MEDIA,
  version: 1,
  upgrades: [],
  icon: 'arrow-autofit-height',
  group: 'layout',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({ height: z.int().min(4).max(120).default(24) }),
  layout: { height: { control: 'number', min: 4, max: 120, unit: 'px' } },
  texts: {},
  draw: ({ height }) => [{ node: 'space', height }],
});
