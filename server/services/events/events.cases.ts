import type { Cases } from '../../platform/cases.ts';
import { appendEvents } from '../../platform/events.ts';

export const cases: Cases = {
  seed: async (tx, { accountId, externalClaimRef }) => {
    await appendEvents(tx, [
      { messageType: 'claimImported', accountId, externalClaimRef, payload: { amount: '100.00', currency: 'EUR', dueDate: null } },
      { messageType: 'accountCreated', accountId, payload: { externalAccountRef: 'A-1', currency: 'EUR' } },
    ]);
  },
  operations: {
    getEventTypes: ({ clientId }) => ({ clientId }),
    getAuditEventModules: ({ clientId }) => ({ clientId }),
    getAuditEvents: ({ clientId, userId }) => ({ clientId, userIds: [userId] }),
    getAllDiaryEvents: ({ clientId, accountId }) => ({ clientId, accountId }),
    getAllClaimEvents: ({ clientId, accountId, externalClaimRef }) => ({ clientId, accountId, externalClaimRef }),
    listenForEvents: ({ clientId, accountId }) => ({ clientId, accountId }),
  },
};
