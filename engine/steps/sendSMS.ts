import { z } from 'zod';
import { defineStep } from '../step.ts';
import { sendingFields, sendingLayout, sendingSummary, sendOn } from './sending.ts';

/** Sends a text message made of a template bundle. Without a locale it goes out in the debtor's language, else the client's. The gate may defer or deny it. */
export const sendSMS = defineStep({
  type: 'sendSMS',
  category: 'COMMUNICATIONS',
  outputs: ['next'],
  icon: 'message',
  panelWidth: 600,
  showDescription: true,
  fields: z.object(sendingFields),
  layout: { bundleName: { control: 'bundle', content: 'sms' }, ...sendingLayout },
  needs: ['gate', 'claim'],
  decide: (fields) => ({ effects: [sendOn('sms', fields)], next: { to: 'next' } }),
  summary: sendingSummary,
});
