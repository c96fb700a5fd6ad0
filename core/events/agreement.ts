/** Promises to pay, instalment plans, settlements and the terms of a claim. */
import { defineEvents } from './define.ts';

export const AGREEMENT_EVENTS = defineEvents({
  promiseToPayCreated: { audit: ['agreements', 'create'], retention: 'accounting' },
  promiseToPayKept: { audit: ['agreements', 'other'], retention: null },
  promiseToPayBroken: { audit: ['agreements', 'other', 'failure'], retention: null },
  promiseToPayInvalidated: { audit: ['agreements', 'delete'], retention: null },
  instalmentsPlanCreated: { audit: ['agreements', 'create'], retention: 'accounting' },
  instalmentPaid: { audit: ['agreements', 'other'], retention: null },
  instalmentMissed: { audit: ['agreements', 'other', 'failure'], retention: null },
  instalmentsPlanCompleted: { audit: ['agreements', 'other'], retention: null },
  instalmentsPlanBroken: { audit: ['agreements', 'other', 'failure'], retention: null },
  instalmentsPlanCanceled: { audit: ['agreements', 'delete'], retention: null },
  instalmentsPlanMandateChanged: { audit: ['agreements', 'update'], retention: null },
  claimTermsChanged: { audit: ['agreements', 'update'], retention: null },
  settlementOffered: { audit: ['agreements', 'create'], retention: 'accounting' },
  settlementAccepted: { audit: ['agreements', 'update'], retention: null },
  settlementApplied: { audit: ['agreements', 'other'], retention: null },
  settlementExpired: { audit: ['agreements', 'other', 'failure'], retention: null },
  settlementWithdrawn: { audit: ['agreements', 'delete'], retention: null },
  settlementBroken: { audit: ['agreements', 'other', 'failure'], retention: null },
});
