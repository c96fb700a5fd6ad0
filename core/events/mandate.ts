/** Mandates, and the direct debits that are collected under them. */
import { defineEvents } from './define.ts';

export const MANDATE_EVENTS = defineEvents({
  mandateCreated: { audit: ['mandates', 'create'], retention: 'accounting' },
  mandateEnabled: { audit: ['mandates', 'update'], retention: 'accounting' },
  mandateDisabled: { audit: ['mandates', 'update'], retention: 'accounting' },
  mandateDeleted: { audit: ['mandates', 'delete'], retention: 'accounting' },
  directDebitPlanned: { audit: ['mandates', 'create'], retention: 'accounting' },
  directDebitMoved: { audit: ['mandates', 'update'], retention: 'accounting' },
  directDebitAnnounced: { audit: ['mandates', 'send'], retention: 'accounting' },
  directDebitExported: { audit: ['mandates', 'run'], retention: 'accounting' },
  directDebitReturned: { audit: ['mandates', 'other', 'failure'], retention: 'accounting' },
  directDebitCanceled: { audit: ['mandates', 'delete'], retention: 'accounting' },
});
