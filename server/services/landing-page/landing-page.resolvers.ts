import './landing-page.personal.ts';
import { notFound } from '../../../core/fault.ts';
import { isUuid } from '../../../core/id.ts';
import type { Resolvers } from './landing-page.graphql.ts';
import { createTinyLink, linkStatus, listLinks, readPortalSetting, revokeLinks, writePortalSetting } from './landing-page.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getAccountLinks: async (_, { accountId }, { tx }) => {
      if (!isUuid(accountId)) throw notFound('Account');
      return (await listLinks(tx, accountId)).map((link) => ({ ...link, status: linkStatus(link) }));
    },
    getPortalSetting: (_, __, { tx }) => readPortalSetting(tx),
  },
  Mutation: {
    createTinyURL: async (_, { accountId, externalClaimRef }, { tx, publicUrl }) => {
      const { url, link } = await createTinyLink(tx, { accountId, externalClaimRef: externalClaimRef ?? null, publicUrl });
      return { domain: new URL(publicUrl).host, tinyUrlCode: url.slice(url.lastIndexOf('/') + 1), fullUrl: url, expiresAt: link.expiresAt };
    },
    revokeTinyURLs: (_, { accountId }, { tx }) => revokeLinks(tx, accountId),
    setPortalSetting: (_, { identityField, maxTries, linkDays }, { tx }) => writePortalSetting(tx, { identityField, maxTries, linkDays }),
  },
};
