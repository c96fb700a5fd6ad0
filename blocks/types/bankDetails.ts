import { z } from 'zod';
import { defineBlock } from '../block.ts';
import type { Inline } from '../words.ts';
import { chipOf, saidLine } from '../words.ts';

/** Where to transfer the money, and what to write on it. */
export const bankDetails = defineBlock({
  type: 'bankDetails',
  media: ['mail', 'paper'],
  version: 1,
  upgrades: [],
  icon: 'building-bank',
  group: 'money',
  top: false,
  slots: [],
  once: false,
  fields: z.strictObject({}),
  layout: {},
  texts: {},
  draw: (_fields, { word }) => {
    const row = (label: string, ...value: Inline[]) => [saidLine(label), value];
    return [
      {
        node: 'table',
        head: [],
        rows: [
          row(word('holder'), chipOf('payment.holder')),
          row('IBAN', chipOf('payment.iban')),
          row(word('purpose'), chipOf('claim.paymentReference')),
          row(word('outstanding'), chipOf('claim.balance')),
        ],
        each: null,
        ends: ['left', 'left'],
      },
    ];
  },
});
