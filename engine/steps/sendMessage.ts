import { z } from 'zod';
import { CONTENT_OF } from '../../core/messageChannels.ts';
import { defineStep } from '../step.ts';

/**
 * Sends a message by WhatsApp: an approved template, or a free message, which WhatsApp takes for a day after the debtor has written. A text
 * message can go in its place where WhatsApp cannot carry it. The gate may defer or deny both.
 */
export const sendMessage = defineStep({
  type: 'sendMessage',
  category: 'COMMUNICATIONS',
  outputs: ['next'],
  icon: 'brand-whatsapp',
  panelWidth: 600,
  showDescription: true,
  fields: z.object({
    contentType: z.enum(CONTENT_OF.whatsapp).default('whatsapp'),
    bundleName: z.string().min(1).max(200),
    /** The text message in its place; null: none. */
    fallback: z.string().min(1).max(200).nullable().default(null),
    locale: z.string().max(20).nullable().default(null),
    /** The message is about all claims of the account: those that come here after it do not send it again. */
    wholeAccount: z.boolean().default(false),
    description: z.string().max(500).default(''),
  }),
  layout: {
    contentType: { control: 'select', options: CONTENT_OF.whatsapp },
    bundleName: { control: 'bundle', content: ({ contentType }) => (contentType === 'message' ? 'message' : 'whatsapp') },
    fallback: { control: 'bundle', content: 'sms' },
    locale: { control: 'locale' },
    wholeAccount: { control: 'switch' },
    description: { control: 'textarea' },
  },
  needs: ['gate', 'claim'],
  decide: ({ contentType, bundleName, fallback, locale, wholeAccount }) => ({
    effects: [
      {
        kind: 'sendCommunication',
        channel: 'whatsapp',
        contentType,
        bundleName,
        locale,
        ...(fallback === null ? {} : { fallback }),
        ...(wholeAccount ? { wholeAccount } : {}),
      },
    ],
    next: { to: 'next' },
  }),
  summary: ({ bundleName }) => ({ key: 'summary.bundle', values: { bundleName } }),
});
