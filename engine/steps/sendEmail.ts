import { z } from 'zod';
import { defineStep } from '../step.ts';
import { sendingFields, sendingLayout, sendingSummary, sendOn } from './sending.ts';

/** Sends an e-mail made of a template bundle. Without a locale it goes out in the debtor's language, else the client's. The gate may defer or deny it. */
export const sendEmail = defineStep({
  type: 'sendEmail',
  category: 'COMMUNICATIONS',
  outputs: ['next'],
  icon: 'mail',
  panelWidth: 600,
  showDescription: true,
  fields: z.object(sendingFields),
  layout: { bundleName: { control: 'bundle', content: 'email' }, ...sendingLayout },
  needs: ['gate', 'claim'],
  decide: (fields) => ({ effects: [sendOn('email', fields)], next: { to: 'next' } }),
  summary: sendingSummary,
});
