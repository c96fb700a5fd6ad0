/** Which answers an event makes outdated. */
import type { EventType } from '../../core/events/catalogue.ts';

const TIMELINES = ['getAllDiaryEvents', 'getAllClaimEvents'];
const PROPOSALS = [...TIMELINES, 'getProposals', 'getProposal', 'countOpenProposals'];
/** Figures that count tasks and messages. */
const FIGURES = ['getHomepage', 'getHomepageTotals', 'getLiveBoard'];
/** Workflows of accounts, and their steps that wait for somebody. */
const STEPS = ['getWorkflows', 'getWorkflowActiveSteps', 'getWorkflowAccountSteps'];
const TASKS = [
  ...TIMELINES,
  ...FIGURES,
  'getCaseManagementTaskList',
  'getOwnCaseManagementTaskList',
  'getCaseManagementTask',
  'getAccountData',
  'getAccountDataV2',
  // A task may stand for a step.
  ...STEPS,
];
const WORKFLOWS = [...TIMELINES, ...STEPS];
const BLUEPRINTS = ['getWorkflowBlueprints', 'getWorkflowBlueprint'];
const TOPICS = [
  'getCaseManagementTaskTopics',
  'getCaseManagementTaskGroups',
  'getOwnCaseManagementTaskTopics',
  'getOwnCaseManagementTaskGroups',
];
const FILES = [...TIMELINES, 'listAddOnFiles', 'getAddOnFile'];
const MESSAGES = [
  ...TIMELINES,
  ...FIGURES,
  'searchCorrespondence',
  'getCorrespondenceCounts',
  'listUnmatchedMessages',
  'listCommunications',
  'listParkedCommunications',
];
const DELIVERY = ['getDeliveryHealth', 'getPaymentProviderHealth', 'getUserPoolHealth', 'listParkedCommunications'];
const COMMENTS = ['getStrategyComments'];
const WEBHOOKS = ['getWebhookEndpoints', 'getWebhookSubscriptions', 'getWebhookDeliveries'];
const WATCHES = ['listImportWatches', 'getImportWatch', 'listWatchedFiles', 'listWatchLooks', 'listImports'];
const BATCHES = ['listAccountingBatches', 'getAccountingBatch', 'previewAccountingBatch', 'getAccountingSetting'];
const USERS = ['listUsersV2', 'countUsers', 'getUserV2'];

/**
 * Events whose effect is known to end there; every other one may change anything: a balance, a strategy, or, as a message that was sent does,
 * whether the debtor may be contacted.
 */
const OLD: Partial<Record<EventType, readonly string[]>> = {
  noteAdded: [...TIMELINES, 'listNotes'],
  changeProposed: PROPOSALS,
  // What it did tells of itself.
  proposalConfirmed: PROPOSALS,
  proposalRejected: PROPOSALS,
  strategyCommentAdded: COMMENTS,
  strategyCommentResolved: COMMENTS,
  strategyCommentDeleted: COMMENTS,
  messagePreviewed: TIMELINES,
  debtorDataRevealed: TIMELINES,
  taskCreated: TASKS,
  taskStarted: TASKS,
  taskResolved: TASKS,
  taskSkipped: TASKS,
  taskUnsnoozed: TASKS,
  taskReassigned: TASKS,
  taskChanged: TASKS,
  workflowStarted: WORKFLOWS,
  workflowStepCompleted: WORKFLOWS,
  workflowStepAssigned: WORKFLOWS,
  workflowStepOverdue: WORKFLOWS,
  workflowCompleted: WORKFLOWS,
  workflowStopped: WORKFLOWS,
  workflowBlueprintSaved: BLUEPRINTS,
  workflowBlueprintDeleted: BLUEPRINTS,
  taskTopicSaved: TOPICS,
  taskTopicDeleted: [...TOPICS, ...TASKS],
  taskGroupSaved: TOPICS,
  taskGroupDeleted: [...TOPICS, ...TASKS],
  fileAnnounced: FILES,
  fileStored: FILES,
  fileRefused: FILES,
  fileDeleted: FILES,
  fileChanged: FILES,
  fileRestored: FILES,
  communicationReceived: MESSAGES,
  communicationHandled: MESSAGES,
  communicationReopened: MESSAGES,
  communicationDelivered: MESSAGES,
  emailOpened: MESSAGES,
  linkClicked: MESSAGES,
  buttonPressed: MESSAGES,
  callAnswered: MESSAGES,
  callKeyPressed: MESSAGES,
  callEnded: MESSAGES,
  deliveryPaused: DELIVERY,
  deliveryResumed: DELIVERY,
  deliveryBlocked: DELIVERY,
  deliveryUnblocked: DELIVERY,
  sendingHeld: DELIVERY,
  sendingResumed: DELIVERY,
  importWatchSaved: WATCHES,
  importWatchDeleted: WATCHES,
  watchedFileFailed: WATCHES,
  watchedFileWaiting: WATCHES,
  connectorAway: WATCHES,
  connectorBack: WATCHES,
  accountingSettingChanged: BATCHES,
  accountingBatchMade: BATCHES,
  accountingBatchFailed: BATCHES,
  accountingFileTaken: [],
  userSaved: USERS,
  userInvited: USERS,
  userEnabled: USERS,
  userDisabled: USERS,
  userGroupsChanged: USERS,
  userAnonymized: USERS,
  usersImported: USERS,
  mfaEnabled: USERS,
  mfaDisabled: USERS,
  availabilityChanged: ['getOwnAvailability'],
  webhookSaved: WEBHOOKS,
  webhookDeleted: WEBHOOKS,
  webhookSecretRotated: WEBHOOKS,
  webhookFailing: WEBHOOKS,
  webhookPaused: WEBHOOKS,
  webhookResumed: WEBHOOKS,
  webhooksRedelivered: WEBHOOKS,
  viewSaved: ['getSavedViews'],
  viewDeleted: ['getSavedViews'],
  notificationCreated: ['getNotifications'],
  notificationChanged: ['getNotifications'],
};

/** @param type an event's type; null: several events whose types are unknown. @returns the queries that are outdated; undefined: all of them. */
export function oldByEvent(type: string | null): readonly string[] | undefined {
  return type === null ? undefined : OLD[type as EventType];
}
