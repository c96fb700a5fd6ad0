/** What is known of debtors, and what they consented to. */
import { defineEvents } from './define.ts';

export const DEBTOR_EVENTS = defineEvents({
  debtorChanged: { audit: ['debtors', 'update'], retention: 'details' },
  debtorAdded: { audit: ['debtors', 'create'], retention: 'details' },
  debtorRemoved: { audit: ['debtors', 'delete'], retention: 'identity' },
  mainDebtorChanged: { audit: ['debtors', 'update'], retention: null },
  debtorDataRevealed: { audit: ['debtors', 'access'], retention: null },
  financialInformationChanged: { audit: ['debtors', 'update'], retention: 'details' },
  contactStateChanged: { audit: ['debtors', 'update'], retention: 'details' },
  contactConsentChanged: { audit: ['debtors', 'update'], retention: null },
});
