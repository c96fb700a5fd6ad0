import type { Resolvers } from './events.graphql.ts';
import { listen } from './events.live.ts';
import { readClaimEvents, readDiary } from './events.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getAllDiaryEvents: (_, request, { tx }) => readDiary(tx, request),
    getAllClaimEvents: (_, request, { tx }) => readClaimEvents(tx, request),
  },
  Subscription: {
    listenForEvents: {
      subscribe: (_, filter, { database, clientId, identity }) => listen(database, clientId, filter, identity.expiresAt),
    },
  },
};
