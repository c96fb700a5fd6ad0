import { z } from 'zod';
import { CONTENT_OF } from '../../core/messageChannels.ts';
import { defineStep } from '../step.ts';
import { sendingFields, sendingLayout, sendingSummary, sendOn } from './sending.ts';

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
    /** The text message in its place; null: none. */
    fallback: z.string().min(1).max(200).nullable().default(null),
    ...sendingFields,
  }),
  layout: {
    contentType: { control: 'select', options: CONTENT_OF.whatsapp },
    bundleName: { control: 'bundle', content: ({ contentType }) => (contentType === 'message' ? 'message' : 'whatsapp') },
    fallback: { control: 'bundle', content: 'sms' },
    ...sendingLayout,
  },
  needs: ['gate', 'claim'],
  decide: ({ contentType, fallback, ...fields }) => ({
    effects: [{ ...sendOn('whatsapp', fields), contentType, ...(fallback === null ? {} : { fallback }) }],
    next: { to: 'next' },
  }),
  summary: sendingSummary,
});
