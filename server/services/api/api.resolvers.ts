import { scopesBeyond } from '../../../core/apiScopes.ts';
import type { Database, Tx } from '../../platform/tenancy.ts';
import { readFeed } from './api.feed.logic.ts';
import type { Resolvers } from './api.graphql.ts';
import './api.jobs.ts';
import { type ApiKeyRow, createApiKey, listApiKeys, makersRights, revokeApiKey, stateOf, withPartners } from './api.key.logic.ts';
import './api.personal.ts';
import { proposalResolvers } from './api.proposal.resolvers.ts';
import { writeKeyId } from './api.token.ts';

export const resolvers: Resolvers = {
  Query: {
    ...proposalResolvers.Query,
    getApiKeys: async (_, __, { tx, database }) => present(tx, database, await listApiKeys(tx)),
    getEventFeed: (_, request, { tx }) => readFeed(tx, request),
  },
  Mutation: {
    ...proposalResolvers.Mutation,
    createApiKey: async (_, input, { tx, database, identity, permissions }) => {
      const { row, secret } = await createApiKey(tx, input, { userId: identity.userId, groups: identity.groups, permissions });
      return { key: (await present(tx, database, [row]))[0]!, secret };
    },
    revokeApiKey: async (_, { keyId }, { tx, database, identity }) =>
      (await present(tx, database, [await revokeApiKey(tx, keyId, identity.userId)]))[0]!,
  },
};

async function present(tx: Tx, database: Database, rows: readonly ApiKeyRow[]) {
  const rights = await makersRights(tx, database, rows);
  return (await withPartners(tx, rows)).map((row) => ({
    keyId: row.keyId,
    name: row.name,
    ending: writeKeyId(row).slice(-6),
    scopes: [...row.scopes],
    beyondMaker: [...scopesBeyond(rights.get(row.createdBy) ?? [], row.scopes)],
    partnerId: row.partnerId,
    partnerName: row.partner?.name ?? null,
    state: stateOf(row),
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    lastUsedFrom: row.lastUsedFrom,
    revokedAt: row.revokedAt,
    revokedBy: row.revokedBy,
  }));
}
