import { z } from 'zod';
import { defineMailBlock } from '../block.ts';

/** Who signs. */
export const signature = defineMailBlock({
  type: 'signature',
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
  mail: (_fields, { rich }) => [{ node: 'text', text: rich('text'), align: 'left', small: false, place: { field: 'text', kind: 'rich' } }],
});
