import { z } from 'zod';
import { defineBlock } from '../block.ts';

/** What the law wants to be said of the sender, small, at the foot of every page. */
export const pageFooter = defineBlock({
  type: 'pageFooter',
  media: ['paper'],
  version: 1,
  upgrades: [],
  icon: 'layout-bottombar',
  group: 'closing',
  top: true,
  slots: [],
  once: true,
  fields: z.strictObject({}),
  layout: {},
  texts: { text: { kind: 'rich', most: 1_000 } },
  draw: (_fields, { rich }) => [{ node: 'pageFooter', text: rich('text'), place: { field: 'text', kind: 'rich' } }],
});
