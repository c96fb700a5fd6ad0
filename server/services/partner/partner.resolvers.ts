import { getPartner } from './ground/partner.logic.ts';
import type { Resolvers } from './partner.graphql.ts';
import { outsourcingMutations, outsourcingQueries } from './partner.outsourcing.resolvers.ts';

export const resolvers: Resolvers = {
  Query: { getPartner: (_, { partnerId }, { tx }) => getPartner(tx, partnerId), ...outsourcingQueries },
  Mutation: { ...outsourcingMutations },
};
