import type { Cases } from '../../platform/cases.ts';
import { writeClientDomains } from './landing-page.domain.logic.ts';
import { createTinyLink } from './landing-page.logic.ts';

const account = (world: Record<string, string>) => ({ clientId: world.clientId, accountId: world.accountId });

export const cases: Cases = {
  seed: async (tx, world) => {
    await writeClientDomains(tx, [{ domain: 'pay.client.invalid', isDefault: true }]);
    await createTinyLink(tx, {
      accountId: world.accountId ?? '',
      externalClaimRef: world.externalClaimRef ?? null,
      publicUrl: 'http://127.0.0.1:4000',
    });
  },
  operations: {
    getAccountLinks: account,
    getClientDomains: (world) => ({ clientId: world.clientId }),
    getTinyURL: (world) => ({ ...account(world), externalClaimRef: world.externalClaimRef }),
    getTinyPreviewURL: account,
    setClientDomains: (world) => ({ clientId: world.clientId, domains: [] }),
    checkClientDomains: (world) => ({ clientId: world.clientId }),
    getPortalSetting: (world) => ({ clientId: world.clientId }),
    createTinyURL: (world) => ({ ...account(world), externalClaimRef: world.externalClaimRef }),
    revokeTinyURLs: account,
    setPortalSetting: (world) => ({ clientId: world.clientId, identityField: 'birthday', maxTries: 5, linkDays: 30 }),
  },
};
