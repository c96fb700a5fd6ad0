import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { MEDIA } from '../design.ts';

/** A block that the client keeps in one place for all its messages, such as its footer. */
export const shared = defineBlock({
  type: 'shared',
  media: MEDIA,
  version: 1,
  upgrades: [],
  icon: 'components',
  group: 'layout',
  top: true,
  slots: [],
  once: false,
  fields: z.strictObject({ name: z.string().max(120).default('') }),
  layout: { name: { control: 'shared' } },
  texts: {},
  draw: ({ name }, { shared }) => shared(name),
});
