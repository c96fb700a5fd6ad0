import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Sends an e-mail made of a template bundle. Without a locale it goes out in the debtor's language, else the client's. The gate may defer or deny it. */
export const sendEmail = defineStep({
  type: 'sendEmail',
  category: 'COMMUNICATIONS',
  outputs: 'one',
  icon: 'mail',
  panelWidth: 600,
  showDescription: true,
  fields: z.object({
    bundleName: z.string().min(1).max(200),
    locale: z.string().max(20).nullable().default(null),
    description: z.string().max(500).default(''),
  }),
  layout: {
    bundleName: { control: 'bundle', channel: 'email' },
    locale: { control: 'locale' },
    description: { control: 'textarea' },
  },
  needs: ['gate'],
  decide: ({ bundleName, locale }) => ({
    effects: [{ kind: 'sendCommunication', channel: 'email', bundleName, locale }],
    next: { to: 'down' },
  }),
  summary: ({ bundleName }) => ({ key: 'summary.bundle', values: { bundleName } }),
});
