import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { chipOf, saidLine } from '../words.ts';

/** The payment that was promised: its amount and its day, from the event that the message answers. */
export const promise = defineBlock({
  type: 'promise',
  media: ['mail', 'paper'],
  version: 1,
  upgrades: [],
  icon: 'heart-handshake',
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
      head: [],
      rows: [
        [saidLine(word('reference')), [chipOf('claim.reference')]],
        [saidLine(word('agreedAmount')), [chipOf('reaction.amount', 'amount')]],
        [saidLine(word('agreedDay')), [chipOf('reaction.dueDate', 'date')]],
      ],
      each: null,
      ends: ['left', 'right'],
    },
  ],
});
