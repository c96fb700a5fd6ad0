/** What happened to an account, its notes, and what staff did with it on the screen. */
import { defineEvents } from './define.ts';

export const ACCOUNT_EVENTS = defineEvents({
  accountCreated: { audit: ['accounts', 'create'], retention: 'identity' },
  accountAssigned: { audit: ['accounts', 'update'], retention: null },
  accountMetaChanged: { audit: ['accounts', 'update'], retention: 'details' },
  messagePreviewed: { audit: ['messages', 'access'], retention: null },
  testMailSent: { audit: ['messages', 'send'], retention: null },
  noteAdded: { audit: ['notes', 'create'], retention: 'notes' },
  productMetaChanged: { audit: ['accounts', 'update'], retention: 'details' },
});
