import { z } from 'zod';
import { defineStep } from '../step.ts';
import { sendingFields, sendingLayout, sendingSummary, sendOn } from './sending.ts';

/** Has a call placed that speaks by itself, in the debtor's language, else the client's. The gate may defer or deny it. */
export const placeCall = defineStep({
  type: 'placeCall',
  category: 'COMMUNICATIONS',
  outputs: ['next'],
  icon: 'phone-outgoing',
  panelWidth: 600,
  showDescription: true,
  fields: z.object(sendingFields),
  layout: { bundleName: { control: 'bundle', content: 'call' }, ...sendingLayout },
  needs: ['gate', 'claim'],
  decide: (fields) => ({ effects: [sendOn('phone', fields)], next: { to: 'next' } }),
  summary: sendingSummary,
});
