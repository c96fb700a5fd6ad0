import type { MutationResolvers, QueryResolvers } from './account.graphql.ts';
import { listTasks } from './task/queue.logic.ts';
import { reassignTasks, resolveTasks } from './task/task.bulk.logic.ts';
import { snoozeEnd } from './task/task.due.logic.ts';
import { createTask, holdTask, reassignTask, resolveTask, skipTask, startTask, unsnoozeTask, updateTask } from './task/task.logic.ts';
import { startNextTask } from './task/task.next.logic.ts';
import { readTask } from './task/task.row.logic.ts';
import {
  createGroup,
  createTopic,
  deleteGroup,
  deleteTopic,
  listGroups,
  listTopics,
  updateGroup,
  updateTopic,
} from './task/topic.logic.ts';

export const taskQueries: QueryResolvers = {
  getCaseManagementTaskList: (_, request, { tx }) => listTasks(tx, request, null),
  getOwnCaseManagementTaskList: (_, request, { tx, identity }) => listTasks(tx, request, identity.userId),
  getCaseManagementTask: (_, { taskId }, { tx }) => readTask(tx, taskId),
  getCaseManagementTaskTopics: (_, __, { tx }) => listTopics(tx),
  getOwnCaseManagementTaskTopics: (_, __, { tx, identity }) => listTopics(tx, identity.userId),
  getCaseManagementTaskGroups: (_, __, { tx }) => listGroups(tx),
  getOwnCaseManagementTaskGroups: (_, __, { tx, identity }) => listGroups(tx, identity.userId),
};

export const taskMutations: MutationResolvers = {
  createCaseManagementTask: (_, { task }, { tx, identity }) => createTask(tx, task, identity.userId),
  updateCaseManagementTask: (_, { taskId, task, revision }, { tx, identity }) =>
    updateTask(tx, taskId, task, revision ?? null, identity.userId),
  startCaseManagementTask: (_, { taskId, revision }, { tx, identity }) => startTask(tx, taskId, revision ?? null, identity.userId),
  holdCaseManagementTask: (_, { taskId }, { tx, identity }) => holdTask(tx, taskId, identity.userId),
  startNextCaseManagementTask: (_, { topicIds }, { tx, identity }) => startNextTask(tx, topicIds ?? null, identity.userId),
  markCaseManagementTaskActive: (_, { taskId, revision }, { tx, identity }) =>
    startTask(tx, taskId, revision ?? null, identity.userId, true),
  skipCaseManagementTask: async (_, { taskId, until, snooze, revision }, { tx, identity }) =>
    skipTask(tx, taskId, snooze ? await snoozeEnd(tx, snooze) : (until ?? null), revision ?? null, identity.userId, {
      recipientId: 'keeps',
    }),
  unsnoozeCaseManagementTask: (_, { taskId, revision }, { tx, identity }) => unsnoozeTask(tx, taskId, revision ?? null, identity.userId),
  resolveCaseManagementTask: (_, { taskId, resolutionNote, revision }, { tx, identity }) =>
    resolveTask(tx, taskId, resolutionNote ?? null, revision ?? null, identity.userId),
  resolveCaseManagementTasks: (_, { taskIds, resolutionNote }, { tx, identity }) =>
    resolveTasks(tx, taskIds, resolutionNote ?? null, identity.userId),
  reassignCaseManagementTask: (_, { taskId, userId, revision }, { tx, identity }) =>
    reassignTask(tx, taskId, userId ?? null, revision ?? null, identity.userId),
  reassignCaseManagementTasks: (_, { taskIds, userId }, { tx, identity }) => reassignTasks(tx, taskIds, userId ?? null, identity.userId),
  createCaseManagementTaskTopic: (_, { topic }, { tx }) => createTopic(tx, topic),
  updateCaseManagementTaskTopic: (_, { topicId, topic, revision }, { tx }) => updateTopic(tx, topicId, topic, revision ?? null),
  deleteCaseManagementTaskTopic: (_, { topicId }, { tx }) => deleteTopic(tx, topicId),
  createCaseManagementTaskGroup: (_, { group }, { tx }) => createGroup(tx, group),
  updateCaseManagementTaskGroup: (_, { groupId, group, revision }, { tx }) => updateGroup(tx, groupId, group, revision ?? null),
  deleteCaseManagementTaskGroup: (_, { groupId }, { tx }) => deleteGroup(tx, groupId),
};
