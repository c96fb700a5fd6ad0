import { z } from 'zod';
import { defineBlock } from '../block.ts';

/** What follows begins a new page. */
export const pageBreak = defineBlock({
  type: 'pageBreak',
  media: ['paper'],
  version: 1,
  upgrades: [],
  icon: 'page-break',
  group: 'layout',
  top: true,
  slots: [],
  once: false,
  fields: z.strictObject({}),
  layout: {},
  texts: {},
  draw: () => [{ node: 'pageBreak' }],
});
