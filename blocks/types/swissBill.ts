import { z } from 'zod';
import { defineBlock } from '../block.ts';

const said = (most: number) => z.string().max(most).default('');
const text = { control: 'text' } as const;

/** The payment part of a Swiss QR bill, with the creditor's address as the bill wants it; the account's holder is its name. */
export const swissBill = defineBlock({
  type: 'swissBill',
  media: ['paper'],
  version: 1,
  upgrades: [],
  icon: 'receipt',
  group: 'money',
  top: true,
  slots: [],
  once: true,
  fields: z.strictObject({ street: said(70), houseNumber: said(16), postalCode: said(16), town: said(35) }),
  layout: { street: text, houseNumber: text, postalCode: text, town: text },
  texts: {},
  draw: ({ street, houseNumber, postalCode, town }) => [{ node: 'paymentPart', creditor: [street, houseNumber, postalCode, town] }],
});
