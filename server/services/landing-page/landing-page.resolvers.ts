import './landing-page.personal.ts';
import { notFound } from '../../../core/fault.ts';
import { isUuid } from '../../../core/id.ts';
import type { Resolvers } from './landing-page.graphql.ts';
import { readAccountPause } from './landing-page.identity.logic.ts';
import { createTinyLink, linkStatus, listLinks, readPortalSetting, revokeLinks, writePortalSetting } from './landing-page.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getAccountLinks: async (_, { accountId }, { tx }) => {
      if (!isUuid(accountId)) throw notFound('accountNotFound');
      const links = await listLinks(tx, accountId);
      if (links.length === 0) return [];
      // A wrong answer on one link locks them all.
      const pause = await readAccountPause(tx, accountId);
      return links.map((link) => {
        const lockedUntil = pause ?? link.lockedUntil;
        return { ...link, lockedUntil, status: linkStatus({ ...link, lockedUntil }) };
      });
    },
    getPortalSetting: (_, __, { tx }) => readPortalSetting(tx),
  },
  Mutation: {
    createTinyURL: async (_, { accountId, externalClaimRef }, { tx, publicUrl }) => {
      const { url, link } = await createTinyLink(tx, { accountId, externalClaimRef: externalClaimRef ?? null, publicUrl });
      return { domain: new URL(url).host, tinyUrlCode: url.slice(url.lastIndexOf('/') + 1), fullUrl: url, expiresAt: link.expiresAt };
    },
    revokeTinyURLs: (_, { accountId }, { tx }) => revokeLinks(tx, accountId),
    setPortalSetting: (_, { clientId: __, ...setting }, { tx }) => writePortalSetting(tx, setting),
  },
};
