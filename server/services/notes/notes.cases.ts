import type { Cases } from '../../platform/cases.ts';

export const cases: Cases = {
  operations: {
    listNotes: ({ clientId, accountId }) => ({ clientId, accountId }),
    addNote: ({ clientId, accountId, externalClaimRef }) => ({
      clientId,
      accountId,
      externalClaimRef,
      text: 'Asks to be called after 17:00',
    }),
  },
};
