import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { ALIGNS } from '../nodes.ts';

/** A text that the client keeps as a template of page content: the same on all pages that name it. */
export const content = defineBlock({
  type: 'content',
  media: ['page'],
  version: 1,
  upgrades: [],
  icon: 'file-text',
  group: 'text',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({
    name: z.string().max(120).default(''),
    align: z.enum(ALIGNS).default('left'),
    small: z.boolean().default(false),
  }),
  layout: { name: { control: 'content' }, align: { control: 'select', options: ALIGNS }, small: { control: 'switch' } },
  texts: {},
  draw: ({ name, align, small }, { content: said }) => [{ node: 'text', text: said(name), align, small, place: null }],
});
