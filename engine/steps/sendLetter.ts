import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Sends a letter made of a template bundle. Without a locale it goes out in the debtor's language, else the client's. The gate may defer or deny it. */
export const sendLetter = defineStep({
  type: 'sendLetter',
  category: 'COMMUNICATIONS',
  outputs: ['next'],
  icon: 'mailbox',
  panelWidth: 600,
  showDescription: true,
  fields: z.object({
    bundleName: z.string().min(1).max(200),
    locale: z.string().max(20).nullable().default(null),
    /** The letter is about all claims of the account: those that come here after it do not send it again. */
    wholeAccount: z.boolean().default(false),
    description: z.string().max(500).default(''),
  }),
  layout: {
    bundleName: { control: 'bundle', content: 'letter' },
    locale: { control: 'locale' },
    wholeAccount: { control: 'switch' },
    description: { control: 'textarea' },
  },
  needs: ['gate', 'claim'],
  decide: ({ bundleName, locale, wholeAccount }) => ({
    effects: [{ kind: 'sendCommunication', channel: 'letter', bundleName, locale, ...(wholeAccount ? { wholeAccount } : {}) }],
    next: { to: 'next' },
  }),
  summary: ({ bundleName }) => ({ key: 'summary.bundle', values: { bundleName } }),
});
