import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Has a call placed that speaks by itself, in the debtor's language, else the client's. The gate may defer or deny it. */
export const placeCall = defineStep({
  type: 'placeCall',
  category: 'COMMUNICATIONS',
  outputs: ['next'],
  icon: 'phone-outgoing',
  panelWidth: 600,
  showDescription: true,
  fields: z.object({
    bundleName: z.string().min(1).max(200),
    locale: z.string().max(20).nullable().default(null),
    /** The call is about all claims of the account: those that come here after it do not call again. */
    wholeAccount: z.boolean().default(false),
    description: z.string().max(500).default(''),
  }),
  layout: {
    bundleName: { control: 'bundle', content: 'call' },
    locale: { control: 'locale' },
    wholeAccount: { control: 'switch' },
    description: { control: 'textarea' },
  },
  needs: ['gate', 'claim'],
  decide: ({ bundleName, locale, wholeAccount }) => ({
    effects: [{ kind: 'sendCommunication', channel: 'phone', bundleName, locale, ...(wholeAccount ? { wholeAccount } : {}) }],
    next: { to: 'next' },
  }),
  summary: ({ bundleName }) => ({ key: 'summary.bundle', values: { bundleName } }),
});
