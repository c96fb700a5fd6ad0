import { z } from 'zod';
import { defineBlock } from '../block.ts';

/** Who signs. */
export const signature = defineBlock({
  type: 'signature',
  media: ['mail', 'paper'],
  version: 1,
  upgrades: [],
  icon: 'signature',
  group: 'closing',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({}),
  layout: {},
  texts: { text: { kind: 'rich', most: 2_000 } },
  draw: (_fields, { rich }) => [{ node: 'text', text: rich('text'), align: 'left', small: false, place: { field: 'text', kind: 'rich' } }],
});
