/** What happened to an account, its notes, and what staff did with it on the screen. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { anything, changed, count, currency, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e0a';

export const ACCOUNT_EVENTS = defineEvents({
  accountCreated: {
    audit: ['accounts', 'create'],
    retention: 'identity',
    description: 'An import brought an account that nobody knew.',
    payload: { externalAccountRef: text, currency },
    example: { externalAccountRef: '8976-AMJEO', currency: 'EUR' },
  },
  accountAssigned: {
    audit: ['accounts', 'update'],
    retention: null,
    description: 'An account was given to a member of staff, or to nobody.',
    payload: { from: id.nullable(), userId: id.nullable() },
    example: { from: null, userId: ID },
  },
  accountMetaChanged: {
    audit: ['accounts', 'update'],
    retention: 'details',
    fromDebtor: ['changed', 'values'],
    description: 'The client’s own fields of an account changed: by hand with what they were and are, by a strategy with what they are.',
    payload: { changed: changed.optional(), values: z.record(text, anything).optional() },
    example: { changed: { segment: { from: 'A', to: 'B' } } },
  },
  messagePreviewed: {
    audit: ['messages', 'access'],
    retention: null,
    description: 'Somebody looked at a message filled with an account’s data, once in ten minutes.',
    payload: { channel: text },
    example: { channel: 'email' },
  },
  testMailSent: {
    audit: ['messages', 'send'],
    retention: null,
    description: 'A message was sent to members of staff to be looked at.',
    payload: { channel: text, recipientIds: z.array(id), recipients: count },
    example: { channel: 'email', recipientIds: [ID], recipients: 1 },
  },
  noteAdded: {
    audit: ['notes', 'create'],
    retention: 'notes',
    fromDebtor: ['text'],
    isImported: true,
    description: 'A note was written on an account or claim.',
    payload: { noteId: id, text },
    example: { noteId: ID, text: 'Calls back on Friday' },
  },
  productMetaChanged: {
    audit: ['accounts', 'update'],
    retention: 'details',
    fromDebtor: ['name', 'changed'],
    description: 'The client’s own fields of a product changed.',
    payload: { productReference: text, name: text, changed },
    example: { productReference: 'P-7', name: 'Electricity', changed: { meter: { from: null, to: '4711' } } },
  },
});
