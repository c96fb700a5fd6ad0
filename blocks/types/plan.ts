import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { chipOf, saidLine } from '../words.ts';

/** The instalments of the plan that is agreed, one row each. */
export const plan = defineBlock({
  type: 'plan',
  media: ['mail', 'paper'],
  version: 1,
  upgrades: [],
  icon: 'calendar-dollar',
  group: 'money',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({}),
  layout: {},
  texts: {},
  draw: (_fields, { word }) => [
    {
      node: 'table',
      head: [saidLine(word('number')), saidLine(word('dueDate')), saidLine(word('amount'))],
      rows: [[[chipOf('item.number')], [chipOf('item.dueDate')], [chipOf('item.amount')]]],
      each: 'instalments',
      ends: ['left', 'left', 'right'],
    },
  ],
});
