import { z } from 'zod';
import { defineMailBlock } from '../block.ts';

/** Room between blocks. */
export const space = defineMailBlock({
  type: 'space',
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
  mail: ({ height }) => [{ node: 'space', height }],
});
