import { z } from 'zod';
import { defineMailBlock } from '../block.ts';

/** A block that the client keeps in one place for all its messages, such as its footer. */
export const shared = defineMailBlock({
  type: 'shared',
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
  mail: ({ name }, { shared }) => shared(name),
});
