import { DAY } from '../../../core/time.ts';
import type { Cases } from '../../platform/cases.ts';
import { createApiKey } from './api.key.logic.ts';
import { propose } from './api.proposal.logic.ts';

export const cases: Cases = {
  seed: async (tx, world) => {
    const maker = {
      userId: world.userId!,
      groups: [],
      permissions: ['account', 'strategy', 'operations'].map((domain) => ({ domain, actions: ['*'] })),
    };
    const { row } = await createApiKey(
      tx,
      { name: 'ERP', scopes: ['accounts:read', 'events:read'], expiresAt: (Date.now() + 30 * DAY) as never },
      maker,
    );
    world.apiKeyId = row.keyId;
    for (const name of ['toConfirm', 'toReject']) {
      const text = `${name} ${world.clientId!.slice(-6)}`;
      const input = { accountId: world.accountId!, text };
      const proposal = { keyId: row.keyId, operation: 'addNote', input, reason: text, accountId: world.accountId!, externalClaimRef: null };
      world[name] = (await propose(tx, proposal)).proposalId;
    }
  },
  operations: {
    getApiKeys: ({ clientId }) => ({ clientId }),
    getEventFeed: ({ clientId }) => ({ clientId }),
    createApiKey: ({ clientId }) => ({
      clientId,
      name: 'Data warehouse',
      scopes: ['accounts:read'],
      expiresAt: new Date(Date.now() + 30 * DAY).toISOString(),
    }),
    getProposals: ({ clientId }) => ({ clientId }),
    getProposal: ({ clientId, toReject }) => ({ clientId, proposalId: toReject }),
    countOpenProposals: ({ clientId }) => ({ clientId }),
    confirmProposal: ({ clientId, toConfirm }) => ({ clientId, proposalId: toConfirm }),
    rejectProposal: ({ clientId, toReject }) => ({ clientId, proposalId: toReject }),
    revokeApiKey: ({ clientId, apiKeyId }) => ({ clientId, keyId: apiKeyId }),
  },
};
