import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Sends a text message made of a template bundle. Without a locale it goes out in the debtor's language, else the client's. The gate may defer or deny it. */
export const sendSMS = defineStep({
  type: 'sendSMS',
  category: 'COMMUNICATIONS',
  outputs: ['next'],
  icon: 'message',
  panelWidth: 600,
  showDescription: true,
  fields: z.object({
    bundleName: z.string().min(1).max(200),
    locale: z.string().max(20).nullable().default(null),
    /** The message is about all claims of the account: those that come here after it do not send it again. */
    wholeAccount: z.boolean().default(false),
    description: z.string().max(500).default(''),
  }),
  layout: {
    bundleName: { control: 'bundle', content: 'sms' },
    locale: { control: 'locale' },
    wholeAccount: { control: 'switch' },
    description: { control: 'textarea' },
  },
  needs: ['gate', 'claim'],
  decide: ({ bundleName, locale, wholeAccount }) => ({
    effects: [{ kind: 'sendCommunication', channel: 'sms', bundleName, locale, ...(wholeAccount ? { wholeAccount } : {}) }],
    next: { to: 'next' },
  }),
  summary: ({ bundleName }) => ({ key: 'summary.bundle', values: { bundleName } }),
});
