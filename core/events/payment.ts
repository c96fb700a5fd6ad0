/** Entries of the ledger, payments and refunds. */
import { defineEvents } from './define.ts';

export const PAYMENT_EVENTS = defineEvents({
  ledgerEntryBooked: { audit: ['payments', 'create'], retention: 'accounting' },
  paymentProcessing: { audit: ['payments', 'create'], retention: 'accounting' },
  paymentSettled: { audit: ['payments', 'create'], retention: 'accounting' },
  paymentDeclined: { audit: ['payments', 'other', 'failure'], retention: 'accounting' },
  paymentCanceled: { audit: ['payments', 'delete'], retention: 'accounting' },
  paymentChargedBack: { audit: ['payments', 'other', 'failure'], retention: 'accounting' },
  bankEntryDecided: { audit: ['payments', 'update'], retention: 'accounting' },
  paymentRefunded: { audit: ['payments', 'create'], retention: 'accounting' },
  paymentRefundFailed: { audit: ['payments', 'other', 'failure'], retention: 'accounting' },
  paymentDiffers: { audit: ['payments', 'other', 'failure'], retention: 'accounting' },
  paymentReinstated: { audit: ['payments', 'other'], retention: 'accounting' },
});
