import { z } from 'zod';
import { defineStep } from '../step.ts';

/**
 * Writes to people at the client, not to the debtor: no contact rule applies, but a step writes at most so many mails a day. Subject and text
 * may use the placeholders of messages about the claim.
 */
export const sendClientEmail = defineStep({
  type: 'sendClientEmail',
  category: 'COMMUNICATIONS',
  outputs: ['next'],
  icon: 'mail-forward',
  panelWidth: 600,
  showDescription: true,
  fields: z
    .object({
      userIds: z.array(z.uuid()).max(50).default([]),
      emails: z.array(z.email()).max(20).default([]),
      subject: z.string().trim().min(1).max(200),
      text: z.string().trim().min(1).max(10_000),
      mostPerDay: z.int().min(1).max(10_000).default(100),
      description: z.string().max(500).default(''),
    })
    .refine(({ userIds, emails }) => userIds.length + emails.length > 0, { path: ['userIds'], message: 'somebody to write to' }),
  layout: {
    userIds: { control: 'users' },
    emails: { control: 'tags' },
    subject: { control: 'text' },
    text: { control: 'textarea' },
    mostPerDay: { control: 'number', min: 1, max: 10_000 },
    description: { control: 'textarea' },
  },
  needs: [],
  decide: ({ userIds, emails, subject, text, mostPerDay }) => ({
    effects: [{ kind: 'sendClientEmail', userIds, emails, subject, text, mostPerDay }],
    next: { to: 'next' },
  }),
  summary: ({ subject }) => ({ key: 'summary.subject', values: { subject } }),
});
