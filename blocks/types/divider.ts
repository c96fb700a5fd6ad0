import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { MEDIA } from '../design.ts';

/** A line across. */
export const divider = defineBlock({
  type: 'divider',
  media: MEDIA,
  version: 1,
  upgrades: [],
  icon: 'separator',
  group: 'layout',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({}),
  layout: {},
  texts: {},
  draw: () => [{ node: 'line' }],
});
