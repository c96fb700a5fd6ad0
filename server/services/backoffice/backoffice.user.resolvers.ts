import type { MutationResolvers, QueryResolvers } from './backoffice.graphql.ts';
import { listUsers } from './backoffice.logic.ts';

export const userQueries = {
  listUsersV2: async (_, { filters }, { tx }) =>
    (await listUsers(tx, filters)).map((user) => ({
      ...user,
      id: user.userId,
      userName: user.email,
      displayName: user.name,
      authGroups: [],
    })),
} satisfies QueryResolvers;

export const userMutations = {} satisfies MutationResolvers;
