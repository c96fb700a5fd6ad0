import './notifications.personal.ts';
import './notifications.reactions.ts';
import type { Resolvers } from './notifications.graphql.ts';
import { createNotification, dismissAll, listNotifications, updateNotification } from './notifications.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getNotifications: (_, { recipientId, pagination }, { tx, identity }) => listNotifications(tx, recipientId, pagination, identity.userId),
  },
  Mutation: {
    createNotificationV1: (_, { accountId, notification }, { tx, identity }) =>
      createNotification(tx, accountId ?? null, notification, identity.userId),
    updateNotificationV1: (_, change, { tx, identity }) => updateNotification(tx, change, identity.userId),
    dismissNotifications: async (_, __, { tx, identity }) => {
      await dismissAll(tx, identity.userId);
      return true;
    },
  },
};
