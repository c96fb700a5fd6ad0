import type { Cases } from '../../platform/cases.ts';

const WEEKLY = { amount: 1, unit: 'WEEK', daysOfTheWeek: ['MONDAY'], timeOfTheDay: { hour: 6, minute: 0 } };

/** What is given is one claim of the account, which is taken back at the end. */
export const outsourcingOperations: Cases['operations'] = {
  saveOutsourcingConfig: ({ clientId, partnerId }) => ({ clientId, partnerId, config: { frequency: WEEKLY, daysPastDue: 90 } }),
  getOutsourcingConfig: ({ clientId, partnerId }) => ({ clientId, partnerId }),
  previewOutsourcingTimes: ({ clientId }) => ({ clientId, frequency: WEEKLY }),
  deletePartnerOutsouringConfig: ({ clientId, partnerId }) => ({ clientId, partnerId }),
  listPartnerNames: ({ clientId }) => ({ clientId }),
  outsourceAccount: ({ clientId, partnerId, accountId }) => ({ clientId, partnerId, accountId, note: 'Too old for us' }),
  outsourceClaims: ({ clientId, partnerId, externalClaimRef }) => ({ clientId, partnerId, externalClaimRefs: [externalClaimRef] }),
  getOutsourcedAccount: ({ clientId, accountId }) => ({ clientId, accountId }),
  getOutsourcedClaim: ({ clientId, externalClaimRef }) => ({ clientId, externalClaimRef }),
  getClaimAssignments: ({ clientId, accountId }) => ({ clientId, accountId }),
  getClaimAssignmentTotals: ({ clientId, partnerId }) => ({ clientId, partnerId }),
  recallAccount: ({ clientId, accountId }) => ({ clientId, accountId }),
  recallClaims: ({ clientId, externalClaimRef }) => ({ clientId, externalClaimRefs: [externalClaimRef] }),
};
