import type { MutationResolvers, QueryResolvers } from './account.graphql.ts';
import { listTasks, listTopics } from './account.queue.logic.ts';
import {
  createTask,
  readTask,
  reassignTask,
  reassignTasks,
  resolveTask,
  resolveTasks,
  skipTask,
  startNextTask,
  startTask,
  updateTask,
} from './account.task.logic.ts';

export const taskQueries: QueryResolvers = {
  getCaseManagementTaskList: (_, request, { tx }) => listTasks(tx, request, null),
  getOwnCaseManagementTaskList: (_, request, { tx, identity }) => listTasks(tx, request, identity.userId),
  getCaseManagementTask: (_, { taskId }, { tx }) => readTask(tx, taskId),
  getCaseManagementTaskTopics: (_, __, { tx }) => listTopics(tx),
};

export const taskMutations: MutationResolvers = {
  createCaseManagementTask: (_, { task }, { tx, identity }) => createTask(tx, task, identity.userId),
  updateCaseManagementTask: (_, { taskId, task, revision }, { tx, identity }) =>
    updateTask(tx, taskId, task, revision ?? null, identity.userId),
  startCaseManagementTask: (_, { taskId, revision }, { tx, identity }) => startTask(tx, taskId, revision ?? null, identity.userId),
  startNextCaseManagementTask: (_, { topicIds }, { tx, identity }) => startNextTask(tx, topicIds ?? null, identity.userId),
  markCaseManagementTaskActive: (_, { taskId, revision }, { tx, identity }) =>
    startTask(tx, taskId, revision ?? null, identity.userId, true),
  skipCaseManagementTask: (_, { taskId, until, revision }, { tx, identity }) =>
    skipTask(tx, taskId, until ?? null, revision ?? null, identity.userId),
  resolveCaseManagementTask: (_, { taskId, resolutionNote, revision }, { tx, identity }) =>
    resolveTask(tx, taskId, resolutionNote ?? null, revision ?? null, identity.userId),
  resolveCaseManagementTasks: (_, { taskIds, resolutionNote }, { tx, identity }) =>
    resolveTasks(tx, taskIds, resolutionNote ?? null, identity.userId),
  reassignCaseManagementTask: (_, { taskId, userId, revision }, { tx, identity }) =>
    reassignTask(tx, taskId, userId ?? null, revision ?? null, identity.userId),
  reassignCaseManagementTasks: (_, { taskIds, userId }, { tx, identity }) => reassignTasks(tx, taskIds, userId ?? null, identity.userId),
};
