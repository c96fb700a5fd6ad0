import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Sends an e-mail made of a template bundle. Without a locale it goes out in the debtor's language, else the client's. The gate may defer or deny it. */
export const sendEmail = defineStep({
  type: 'sendEmail',
  category: 'COMMUNICATIONS',
  outputs: ['next'],
  icon: 'mail',
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
    bundleName: { control: 'bundle', content: 'email' },
    locale: { control: 'locale' },
    wholeAccount: { control: 'switch' },
    description: { control: 'textarea' },
  },
  needs: ['gate', 'claim'],
  decide: ({ bundleName, locale, wholeAccount }) => ({
    effects: [{ kind: 'sendCommunication', channel: 'email', bundleName, locale, ...(wholeAccount ? { wholeAccount } : {}) }],
    next: { to: 'next' },
  }),
  summary: ({ bundleName }) => ({ key: 'summary.bundle', values: { bundleName } }),
});
