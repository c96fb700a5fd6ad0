import { exchangeMutations, exchangeQueries } from './partner.exchange.resolvers.ts';
import type { Resolvers } from './partner.graphql.ts';
import { getPartner } from './partner.logic.ts';

export const resolvers: Resolvers = {
  Query: { getPartner: (_, { partnerId }, { tx }) => getPartner(tx, partnerId), ...exchangeQueries },
  Mutation: { ...exchangeMutations },
};
