import type { Resolvers } from './account.graphql.ts';

export const resolvers: Resolvers = {};
