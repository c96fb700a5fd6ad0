import './landing-page.domain.jobs.ts';
import './landing-page.personal.ts';
import './landing-page.renewal.jobs.ts';
import { notFound } from '../../../core/fault.ts';
import { isUuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import { afterReading, type RequestContext } from '../../platform/guard.ts';
import { proofOf } from './landing-page.domain.check.ts';
import { type ClientDomain, checkClientDomains, listClientDomains, writeClientDomains } from './landing-page.domain.logic.ts';
import type { Resolvers } from './landing-page.graphql.ts';
import { readAccountPause } from './landing-page.identity.logic.ts';
import {
  createTinyLink,
  linkStatus,
  listLinks,
  type MadeLink,
  readPortalSetting,
  revokeLinks,
  writePortalSetting,
} from './landing-page.logic.ts';
import { createPreviewLink } from './landing-page.preview.logic.ts';

const shownLink = ({ url, code, link }: MadeLink) => ({
  domain: new URL(url).host,
  tinyUrlCode: url.slice(url.lastIndexOf('/') + 1),
  fullUrl: url,
  accessToken: code,
  expiresAt: link.expiresAt,
});

const shownDomain = ({ domain, isDefault, state, problem, token, found, checkedAt }: ClientDomain) => {
  const record = proofOf(domain, token);
  return {
    domain,
    isDefault,
    state,
    problem,
    checkedAt,
    recordName: record.name,
    recordValue: record.value,
    target: new URL(readConfig().publicUrl).hostname,
    foundTexts: [...(found?.texts ?? [])],
    foundAddresses: [...(found?.addresses ?? [])],
    expectedAddresses: [...(found?.expected ?? [])],
  };
};

interface LinkWish {
  readonly accountId: string;
  readonly externalClaimRef?: string | null | undefined;
}

const make = async ({ accountId, externalClaimRef }: LinkWish, { tx, publicUrl }: RequestContext) =>
  shownLink(await createTinyLink(tx, { accountId, externalClaimRef: externalClaimRef ?? null, publicUrl }));
const makePreview = async ({ accountId, externalClaimRef }: LinkWish, { tx, publicUrl, identity }: RequestContext) =>
  shownLink(await createPreviewLink(tx, { accountId, externalClaimRef: externalClaimRef ?? null, viewerId: identity.userId, publicUrl }));

/** DNS is asked when the transaction has ended: a name server may take seconds. */
const checkNow = ({ database, clientId }: RequestContext) =>
  afterReading(async () => (await checkClientDomains(database, clientId, readConfig())).map(shownDomain));

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
    getClientDomains: async (_, __, { tx }) => (await listClientDomains(tx)).map(shownDomain),
    getTinyURL: (_, wish, context) => (wish.preview ? makePreview(wish, context) : make(wish, context)),
    getTinyPreviewURL: (_, wish, context) => makePreview(wish, context),
  },
  Mutation: {
    createTinyURL: (_, wish, context) => make(wish, context),
    revokeTinyURLs: (_, { accountId, linkIds }, { tx }) => revokeLinks(tx, accountId, linkIds ?? null),
    setClientDomains: async (_, { domains, before }, context) => {
      await writeClientDomains(context.tx, domains, before ?? null);
      return checkNow(context);
    },
    checkClientDomains: (_, __, context) => checkNow(context),
    setPortalSetting: (_, { clientId: __, ...setting }, { tx }) => writePortalSetting(tx, setting),
  },
};
