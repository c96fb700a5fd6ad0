import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { headingOf } from '../words.ts';

/** What lies in the envelope beside the letter. */
export const enclosures = defineBlock({
  type: 'enclosures',
  media: ['paper'],
  version: 1,
  upgrades: [],
  icon: 'paperclip',
  group: 'closing',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({}),
  layout: {},
  texts: { label: { kind: 'line', most: 100 }, list: { kind: 'rich', most: 2_000 } },
  draw: (_fields, { line, rich }) => [
    { node: 'text', text: headingOf(line('label'), 3), align: 'left', small: true, place: { field: 'label', kind: 'line' } },
    { node: 'text', text: rich('list'), align: 'left', small: true, place: { field: 'list', kind: 'rich' } },
  ],
});
