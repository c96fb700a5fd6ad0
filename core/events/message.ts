/** Messages to and from debtors, and conversations with them. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { anything, count, flag, id, instant, reason, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e09';

/** What every event of a message to a debtor says. */
export const MESSAGE = {
  outboxId: id,
  channel: text,
  /** The template’s file name; null: written by hand. */
  bundleName: text.nullable(),
  /** Of a strategy’s message: the run, the step and the strategy. */
  runId: id.nullable(),
  stepId: text.nullable(),
  strategyName: text.nullable(),
  blueprintId: id.nullable(),
  /** Of a message that a person wrote: who, and the message it answers. */
  authorId: id.optional(),
  parentId: id.nullable().optional(),
  /** The address or number that the author chose. */
  chosenContact: text.optional(),
};
const message = {
  outboxId: ID,
  channel: 'email',
  bundleName: 'second-reminder',
  runId: null,
  stepId: null,
  strategyName: null,
  blueprintId: null,
};
/** Why something went wrong: in English, and as a key of the product’s texts with its values. */
const FAILURE = { reason: text, key: text.optional(), values: z.record(text, anything).optional() };
const REFUSED = { rule: text, why: reason };

const RECEIVED = { communicationId: id, channel: text, subject: text.nullable() };
const received = { communicationId: ID, channel: 'email', subject: 'Your letter of 3 November' };
const BOUNCE = { communicationId: id, channel: text, recipient: text, reason: text.optional(), permanent: flag.optional() };
const CALL = { outboxId: id, bundleName: text.nullable() };
const call = { outboxId: ID, bundleName: 'friendly-call' };
const OPENED = { communicationId: id, bundleName: text.nullable() };
const attachments = z.array(z.strictObject({ fileId: id, name: text }));

/** A step of a strategy that may not contact the debtor tells of it before there is a message. */
const BY_STEP = {
  version: count.optional(),
  stepType: text.optional(),
  visit: count.optional(),
  outcome: text.optional(),
  outboxId: id.optional(),
  channel: text.optional(),
  bundleName: text.nullable().optional(),
  runId: id.nullable().optional(),
  strategyName: text.nullable().optional(),
  blueprintId: id.nullable().optional(),
  rule: text.optional(),
  why: reason.nullable().optional(),
};

export const MESSAGE_EVENTS = defineEvents({
  contactDeferred: {
    audit: ['messages', 'send'],
    retention: 'messages',
    fromDebtor: ['chosenContact', 'why.values'],
    description: 'A contact rule put a message off until a moment.',
    payload: { ...MESSAGE, ...BY_STEP, until: instant.optional() },
    example: { ...message, rule: 'timeOfDay', why: { key: 'gate.timeOfDay' }, until: '2026-11-27T08:00:00.000Z' },
  },
  contactDenied: {
    audit: ['messages', 'send', 'failure'],
    retention: 'messages',
    fromDebtor: ['chosenContact', 'why.values'],
    description: 'A contact rule forbade a strategy’s message.',
    payload: { ...MESSAGE, ...BY_STEP },
    example: {
      version: 3,
      stepId: 'reminder',
      stepType: 'sendSMS',
      visit: 1,
      outcome: 'denied',
      rule: 'optedOut',
      why: { key: 'gate.optedOut' },
    },
  },
  contactOverridden: {
    audit: ['messages', 'send'],
    retention: 'messages',
    fromDebtor: ['reason', 'why.values'],
    description: 'A member of staff sent a message against contact rules, and said why.',
    payload: { outboxId: id, channel: text, rules: z.array(text), why: reason.nullable().optional(), reason: text.nullable() },
    example: {
      outboxId: ID,
      channel: 'sms',
      rules: ['timeOfDay'],
      why: { key: 'gate.timeOfDay' },
      reason: 'The debtor asked for it on the phone',
    },
  },
  communicationWaiting: {
    audit: ['messages', 'send', 'failure'],
    retention: 'messages',
    fromDebtor: ['chosenContact'],
    description: 'A message waits, because no provider is set up for its channel.',
    payload: { ...MESSAGE, reason: text },
    example: { ...message, reason: 'noProvider' },
  },
  communicationSent: {
    audit: ['messages', 'send'],
    retention: 'messages',
    fromDebtor: ['chosenContact', 'recipient', 'subject'],
    isImported: true,
    description: 'A message left.',
    payload: { ...MESSAGE, communicationId: id, recipient: text, subject: text.nullable(), locale: text, providerName: text },
    example: {
      ...message,
      communicationId: ID,
      recipient: 'anna@example.com',
      subject: 'Your invoice is overdue',
      locale: 'en_GB',
      providerName: 'smtp',
    },
  },
  communicationFailed: {
    audit: ['messages', 'send', 'failure'],
    retention: 'messages',
    fromDebtor: ['chosenContact', 'recipient', 'reason', 'values'],
    description: 'A message could not be sent and is not tried again.',
    payload: { ...MESSAGE, ...FAILURE, recipient: text.optional(), providerName: text.optional() },
    example: { ...message, reason: 'The mailbox does not exist', key: 'providerSaid', values: { text: 'The mailbox does not exist' } },
  },
  clientEmailSent: {
    audit: ['messages', 'send'],
    retention: 'messages',
    fromDebtor: ['subject'],
    description: 'A strategy wrote to somebody at the client about a claim.',
    payload: { subject: text, recipient: text },
    example: { subject: 'R-2026-004711 is ready for court', recipient: 'legal@nordlicht.example' },
  },
  clientEmailFailed: {
    audit: ['messages', 'send', 'failure'],
    retention: 'messages',
    fromDebtor: ['subject', 'reason', 'values'],
    description: 'A mail of a strategy to somebody at the client was not sent.',
    payload: { subject: text, recipient: text.nullable(), ...FAILURE },
    example: { subject: 'R-2026-004711 is ready for court', recipient: null, reason: 'At most 100 a day' },
  },
  communicationCancelled: {
    audit: ['messages', 'delete'],
    retention: 'messages',
    fromDebtor: ['chosenContact', 'why.values'],
    description: 'A message that was queued is not sent: a rule, an undone action or staff took it back.',
    payload: { ...MESSAGE, ...BY_STEP, stepId: text.nullable().optional(), ...REFUSED },
    example: { ...message, rule: 'staff', why: { key: 'gate.staff' } },
  },
  communicationUnknown: {
    audit: ['messages', 'send', 'failure'],
    retention: 'messages',
    fromDebtor: ['chosenContact', 'recipient', 'reason', 'values'],
    description: 'Nobody can say whether a message left: staff decides.',
    payload: { ...MESSAGE, ...FAILURE, recipient: text.optional(), providerName: text.nullable() },
    example: { ...message, reason: 'The provider’s answer was lost', key: 'deliveryAnswerLost', providerName: 'smtp' },
  },
  communicationDelivered: {
    audit: ['messages', 'other'],
    retention: 'messages',
    fromDebtor: ['recipient', 'reason'],
    description: 'The provider says that a message arrived.',
    payload: BOUNCE,
    example: { communicationId: ID, channel: 'email', recipient: 'anna@example.com' },
  },
  communicationBounced: {
    audit: ['messages', 'other', 'failure'],
    retention: 'messages',
    fromDebtor: ['recipient', 'reason'],
    description: 'The provider says that a message did not arrive.',
    payload: BOUNCE,
    example: { communicationId: ID, channel: 'email', recipient: 'anna@example.com', reason: '550 no such user', permanent: true },
  },
  communicationRequested: {
    audit: ['messages', 'send'],
    retention: 'messages',
    fromDebtor: ['subject', 'notes', 'recipient', 'attachments.name'],
    description: 'A member of staff wrote a message, and it was queued.',
    payload: {
      outboxId: id,
      channel: text,
      bundleName: text.nullable(),
      subject: text.nullable(),
      notes: text.nullable().optional(),
      parentId: id.nullable().optional(),
      recipient: text.nullable(),
      attachments,
    },
    example: { outboxId: ID, channel: 'email', bundleName: null, subject: 'As agreed on the phone', recipient: null, attachments: [] },
  },
  communicationReceived: {
    audit: ['messages', 'create'],
    retention: 'messages',
    fromDebtor: ['sender', 'subject', 'excerpt', 'attachments.name', 'refusedFiles'],
    description: 'A debtor wrote. Without an account it is not known who did.',
    payload: {
      communicationId: id.optional(),
      /** Of a message that belongs to nobody yet. */
      messageId: id.optional(),
      channel: text,
      sender: text,
      subject: text.nullable(),
      excerpt: text.optional(),
      /** How the account was found; null: it was not. */
      matchedBy: text.nullable(),
      otherAccountIds: z.array(id).optional(),
      attachments: attachments.optional(),
      /** Names of attachments that were not kept. */
      refusedFiles: z.array(text).optional(),
      isAutomatic: flag.optional(),
    },
    example: {
      ...received,
      sender: 'anna@example.com',
      excerpt: 'I can pay next week.',
      matchedBy: 'reply',
      otherAccountIds: [],
      attachments: [],
      refusedFiles: [],
      isAutomatic: false,
    },
  },
  communicationHandled: {
    audit: ['messages', 'update'],
    retention: 'messages',
    fromDebtor: ['subject', 'sender'],
    description: 'A debtor’s message was worked.',
    payload: {
      ...RECEIVED,
      communicationId: id.optional(),
      messageId: id.optional(),
      subject: text.nullable().optional(),
      sender: text.optional(),
    },
    example: received,
  },
  communicationReopened: {
    audit: ['messages', 'update'],
    retention: 'messages',
    fromDebtor: ['subject'],
    description: 'A worked message waits again.',
    payload: RECEIVED,
    example: received,
  },
  communicationResolved: {
    audit: ['messages', 'update'],
    retention: 'notes',
    fromDebtor: ['additionalInformation'],
    description: 'A contact ended with an outcome.',
    payload: {
      resolutionId: id,
      communicationMethod: text,
      outcomeDirection: z.enum(['inbound', 'outbound']),
      category: text,
      resolution: text,
      delinquencyReason: text,
      /** Left out where a note on the account tells the same. */
      additionalInformation: text.optional(),
      communicationRequestId: text.nullable(),
      rightParty: z.array(text).optional(),
    },
    example: {
      resolutionId: ID,
      communicationMethod: 'phoneCall',
      outcomeDirection: 'outbound',
      category: 'contact',
      resolution: 'promiseToPay',
      delinquencyReason: 'notApplicable',
      additionalInformation: '',
      communicationRequestId: null,
    },
  },
  conversationReviewed: {
    audit: ['messages', 'create'],
    retention: 'messages',
    description: 'A conversation of a colleague was scored.',
    payload: { conversationId: text, channel: text, userId: id.nullable(), score: z.number().nullable() },
    example: { conversationId: ID, channel: 'email', userId: ID, score: 80 },
  },
  emailOpened: {
    audit: ['messages', 'access'],
    retention: 'messages',
    description: 'The debtor opened an email for the first time.',
    payload: OPENED,
    example: { communicationId: ID, bundleName: null },
  },
  buttonPressed: {
    audit: ['messages', 'access'],
    retention: 'messages',
    description: 'The debtor pressed a button of a WhatsApp message.',
    payload: { communicationId: id, bundleName: text.nullable(), label: text },
    example: { communicationId: ID, bundleName: 'payment-reminder', label: 'Call me back' },
  },
  callAnswered: {
    audit: ['messages', 'other'],
    retention: 'messages',
    description: 'Somebody, or an answering machine, picked up an automated call.',
    payload: { ...CALL, by: z.enum(['person', 'machine']) },
    example: { ...call, by: 'person' },
  },
  callKeyPressed: {
    audit: ['messages', 'other'],
    retention: 'messages',
    description: 'Whoever answered an automated call pressed a key.',
    payload: { ...CALL, key: text, does: text },
    example: { ...call, key: '1', does: 'callback' },
  },
  callEnded: {
    audit: ['messages', 'other'],
    retention: 'messages',
    description: 'An automated call is over: how it ended, and how long it took in seconds.',
    payload: { ...CALL, result: text, seconds: count, reason: text },
    example: { ...call, result: 'answered', seconds: 42, reason: '' },
  },
  linkClicked: {
    audit: ['messages', 'access'],
    retention: 'messages',
    description: 'The debtor followed a link of a message.',
    payload: {
      ...OPENED,
      /** Which of the message’s links, from 0. */
      link: count,
      first: flag,
    },
    example: { communicationId: ID, bundleName: 'second-reminder', link: 0, first: true },
  },
});
