/** The debtor’s payment page, and the links to it. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { amount, count, currency, day, id, instant, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e0b';
const REQUEST = `${ID}:ask:3`;
const LINK = { linkId: id };
const link = { linkId: ID };

export const PORTAL_EVENTS = defineEvents({
  linkCreated: {
    audit: ['portal', 'create'],
    retention: 'portal',
    description: 'A link to the payment page was made.',
    payload: { ...LINK, expiresAt: instant, outboxId: id.optional() },
    example: { ...link, expiresAt: '2026-12-26T09:30:00.000Z' },
  },
  linkRevoked: {
    audit: ['portal', 'delete'],
    retention: 'portal',
    description: 'Links to the payment page stopped working before their time.',
    payload: { linkIds: z.array(id), why: text.optional() },
    example: { linkIds: [ID] },
  },
  portalOpened: {
    audit: ['portal', 'access'],
    retention: 'portal',
    description: 'Somebody opened the payment page by a link, told once an hour.',
    payload: LINK,
    example: link,
  },
  portalPreviewed: {
    audit: ['portal', 'access'],
    retention: 'portal',
    description: 'Somebody of staff looked at the payment page as the debtor sees it, read-only.',
    payload: LINK,
    example: link,
  },
  portalIdentityConfirmed: {
    audit: ['portal', 'access'],
    retention: 'portal',
    description: 'The debtor passed the identity check of the payment page.',
    payload: { ...LINK, question: text },
    example: { ...link, question: 'birthday' },
  },
  portalIdentityFailed: {
    audit: ['portal', 'access', 'failure'],
    retention: 'portal',
    description: 'An answer to the identity check of the payment page was wrong.',
    payload: { ...LINK, question: text, triesLeft: count },
    example: { ...link, question: 'birthday', triesLeft: 3 },
  },
  portalVisited: {
    audit: ['portal', 'access'],
    retention: 'portal',
    description: 'The debtor looked at what is owed on the payment page, told once an hour.',
    payload: LINK,
    example: link,
  },
  portalHelpRequested: {
    audit: ['portal', 'other'],
    retention: 'notes',
    fromDebtor: ['text'],
    description: 'The debtor asked for help on the payment page.',
    payload: { text },
    example: { text: 'I lost my job. Can I pay later?' },
  },
  portalCallbackRequested: {
    audit: ['portal', 'other'],
    retention: 'notes',
    fromDebtor: ['phone', 'time'],
    description: 'The debtor asked on the payment page to be called; the time is one of the zone, the number is masked.',
    payload: { day, time: text, zone: text, phone: text },
    example: { day: '2026-11-27', time: '10:30', zone: 'Europe/Berlin', phone: '**********5678' },
  },
  financialAssessmentRequested: {
    audit: ['portal', 'other'],
    retention: 'portal',
    description: 'A strategy asks the debtor on the payment page what they earn and spend.',
    payload: { requestKey: text, until: instant },
    example: { requestKey: REQUEST, until: '2026-12-10T09:30:00.000Z' },
  },
  financialAssessmentSubmitted: {
    audit: ['portal', 'other'],
    retention: 'details',
    description: 'The debtor said what they earn and spend in a month, or staff noted it for them.',
    payload: { requestKey: text, incomes: amount, expenses: amount, disposable: amount, currency },
    example: { requestKey: REQUEST, incomes: '1850.00', expenses: '1420.00', disposable: '430.00', currency: 'EUR' },
  },
  portalLinkRequested: {
    audit: ['portal', 'other'],
    retention: 'portal',
    description: 'The debtor asked for a new link, and it was queued.',
    payload: { channel: text },
    example: { channel: 'email' },
  },
});
