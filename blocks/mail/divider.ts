import { z } from 'zod';
import { defineMailBlock } from '../block.ts';

/** A line across. */
export const divider = defineMailBlock({
  type: 'divider',
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
  mail: () => [{ node: 'line' }],
});
