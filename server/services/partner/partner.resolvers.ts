import type { Resolvers } from './partner.graphql.ts';
import { getPartner } from './partner.logic.ts';
import { outsourcingMutations, outsourcingQueries } from './partner.outsourcing.resolvers.ts';

export const resolvers: Resolvers = {
  Query: { getPartner: (_, { partnerId }, { tx }) => getPartner(tx, partnerId), ...outsourcingQueries },
  Mutation: { ...outsourcingMutations },
};
