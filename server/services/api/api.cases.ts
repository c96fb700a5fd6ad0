import { DAY } from '../../../core/time.ts';
import type { Cases } from '../../platform/cases.ts';
import { createApiKey } from './api.key.logic.ts';

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
    revokeApiKey: ({ clientId, apiKeyId }) => ({ clientId, keyId: apiKeyId }),
  },
};
