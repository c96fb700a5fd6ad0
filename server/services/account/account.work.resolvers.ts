import type { MutationResolvers, QueryResolvers } from './account.graphql.ts';
import { holdWork, readWorkDay, releaseWork, skipWork, takeNextWork, takeWork } from './work/work.logic.ts';
import { completeWork } from './work/work.outcome.logic.ts';
import { undoWork } from './work/work.undo.logic.ts';

export const workQueries: QueryResolvers = {
  getWorkDay: (_, __, { tx, identity }) => readWorkDay(tx, identity.userId),
};

export const workMutations: MutationResolvers = {
  takeNextWorkItem: (_, { includeBlocked }, { tx, identity }) => takeNextWork(tx, identity.userId, includeBlocked ?? false),
  takeWorkItem: (_, { accountId }, { tx, identity }) => takeWork(tx, accountId, identity.userId),
  holdWorkItem: (_, { workItemId }, { tx, identity }) => holdWork(tx, workItemId, identity.userId),
  completeWorkItem: (_, { workItemId, outcome, idempotencyKey, includeBlocked }, { tx, identity, permissions }) =>
    completeWork(tx, workItemId, outcome, idempotencyKey, identity.userId, permissions, includeBlocked ?? false),
  skipWorkItem: (_, { workItemId, reason, includeBlocked }, { tx, identity }) =>
    skipWork(tx, workItemId, reason, identity.userId, includeBlocked ?? false),
  releaseWorkItem: (_, __, { tx, identity }) => releaseWork(tx, identity.userId),
  undoWorkItem: (_, { workItemId }, { tx, identity }) => undoWork(tx, workItemId, identity.userId),
};
