import type { Resolvers } from './layout.graphql.ts';
import { deleteView, listViews, saveView, setDefaultView, type Viewer } from './layout.logic.ts';

const viewer = ({ identity, permissions }: { identity: { userId: string }; permissions: Viewer['permissions'] }): Viewer => ({
  userId: identity.userId,
  permissions,
});

export const resolvers: Resolvers = {
  Query: { getSavedViews: (_, { screen }, context) => listViews(context.tx, screen, viewer(context)) },
  Mutation: {
    saveView: (_, { view }, context) => saveView(context.tx, view, viewer(context)),
    deleteView: (_, { viewId, revision }, context) => deleteView(context.tx, viewId, revision, viewer(context)),
    setDefaultView: (_, { screen, viewId }, context) => setDefaultView(context.tx, screen, viewId ?? null, viewer(context)),
  },
};
