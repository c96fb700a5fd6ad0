/**
 * The audit's order of things: modules, their submodules, and where each kind of event belongs, what kind of deed it is, and whether it
 * tells of a failure. Names of modules and submodules are keys of texts (web/shell/i18n/<locale>/audit.json).
 */
import type { EventType } from './eventTypes.ts';
import { holds, type Permission } from './holds.ts';

/** What a deed does to what it is about. */
export const AUDIT_EVENT_TYPES = ['create', 'update', 'delete', 'access', 'send', 'run', 'other'] as const;
export type AuditEventType = (typeof AUDIT_EVENT_TYPES)[number];

export const AUDIT_STATUSES = ['success', 'failure'] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

/**
 * In the order of the filters. `about` says whose changes these are: those of accounts need configuration/viewAccountChanges, those of the
 * configuration viewConfigurationChanges, one's own are seen by everybody. `service` is the endpoint whose facts they are.
 */
const MODULES = [
  {
    id: 'accounts',
    about: 'accounts',
    submodules: [
      { id: 'claims', service: 'account' },
      { id: 'accounts', service: 'account' },
      { id: 'debtors', service: 'account' },
      { id: 'notes', service: 'notes' },
      { id: 'tasks', service: 'account' },
      { id: 'files', service: 'files' },
      { id: 'privacy', service: 'privacy' },
    ],
  },
  {
    id: 'money',
    about: 'accounts',
    submodules: [
      { id: 'payments', service: 'finance' },
      { id: 'agreements', service: 'finance' },
      { id: 'mandates', service: 'finance' },
    ],
  },
  {
    id: 'contact',
    about: 'accounts',
    submodules: [
      { id: 'messages', service: 'cms' },
      { id: 'portal', service: 'landing-page' },
    ],
  },
  { id: 'strategyRuns', about: 'accounts', submodules: [{ id: 'runs', service: 'strategy' }] },
  {
    id: 'data',
    about: 'accounts',
    submodules: [
      { id: 'imports', service: 'import' },
      { id: 'bulkActions', service: 'account' },
      { id: 'exports', service: 'account' },
    ],
  },
  { id: 'strategies', about: 'configuration', submodules: [{ id: 'strategies', service: 'strategy' }] },
  {
    id: 'content',
    about: 'configuration',
    submodules: [
      { id: 'templates', service: 'cms' },
      { id: 'placeholders', service: 'cms' },
    ],
  },
  {
    id: 'configuration',
    about: 'configuration',
    submodules: [
      { id: 'general', service: 'backoffice' },
      { id: 'metadata', service: 'account' },
      { id: 'contactRules', service: 'operations' },
      { id: 'portalSettings', service: 'landing-page' },
      { id: 'schedule', service: 'operations' },
      { id: 'paymentSettings', service: 'finance' },
      { id: 'dashboards', service: 'reporting' },
      { id: 'audit', service: 'events' },
      { id: 'taskTopics', service: 'account' },
      { id: 'retention', service: 'privacy' },
    ],
  },
  {
    id: 'users',
    about: 'configuration',
    submodules: [
      { id: 'users', service: 'backoffice' },
      { id: 'roles', service: 'backoffice' },
      { id: 'access', service: 'identity' },
      { id: 'notifications', service: 'notifications' },
    ],
  },
  // Types that product extensions add.
  { id: 'other', about: 'configuration', submodules: [{ id: 'other', service: 'events' }] },
] as const;

export type AuditModuleId = (typeof MODULES)[number]['id'];
type SubmoduleId = (typeof MODULES)[number]['submodules'][number]['id'];

export interface AuditSubmodule {
  readonly id: string;
  readonly service: string;
}
export interface AuditModule {
  readonly id: string;
  readonly about: 'accounts' | 'configuration';
  readonly submodules: readonly AuditSubmodule[];
}
export const AUDIT_MODULES: readonly AuditModule[] = MODULES;

type Place = readonly [submodule: SubmoduleId, eventType: AuditEventType, status?: 'failure'];

/** Every kind of event in exactly one submodule: the compiler sees to it that none is forgotten. */
const PLACES: Readonly<Record<EventType, Place>> = {
  claimImported: ['claims', 'create'],
  claimChanged: ['claims', 'update'],
  claimDisputed: ['claims', 'update'],
  disputeClosed: ['claims', 'update'],
  claimResolved: ['claims', 'update'],
  claimReopened: ['claims', 'update'],
  claimDeleted: ['claims', 'delete'],
  claimMetaChanged: ['claims', 'update'],
  accountCreated: ['accounts', 'create'],
  accountAssigned: ['accounts', 'update'],
  accountMetaChanged: ['accounts', 'update'],
  debtorChanged: ['debtors', 'update'],
  debtorAdded: ['debtors', 'create'],
  debtorRemoved: ['debtors', 'delete'],
  mainDebtorChanged: ['debtors', 'update'],
  debtorDataRevealed: ['debtors', 'access'],
  messagePreviewed: ['messages', 'access'],
  testMailSent: ['messages', 'send'],
  financialInformationChanged: ['debtors', 'update'],
  contactStateChanged: ['debtors', 'update'],
  contactConsentChanged: ['debtors', 'update'],
  noteAdded: ['notes', 'create'],
  productMetaChanged: ['accounts', 'update'],
  fileAnnounced: ['files', 'other'],
  fileStored: ['files', 'create'],
  fileRefused: ['files', 'other', 'failure'],
  fileDeleted: ['files', 'delete'],
  fileChanged: ['files', 'update'],
  fileRestored: ['files', 'update'],
  personalDataFileMade: ['privacy', 'access'],
  personalDataFileDownloaded: ['privacy', 'access'],
  personalDataFileDeleted: ['privacy', 'delete'],
  personalDataErased: ['privacy', 'delete'],
  dataRectified: ['privacy', 'update'],
  legalHoldPlaced: ['privacy', 'create'],
  legalHoldReleased: ['privacy', 'delete'],
  ledgerEntryBooked: ['payments', 'create'],
  paymentProcessing: ['payments', 'create'],
  paymentSettled: ['payments', 'create'],
  paymentDeclined: ['payments', 'other', 'failure'],
  paymentCanceled: ['payments', 'delete'],
  paymentChargedBack: ['payments', 'other', 'failure'],
  promiseToPayCreated: ['agreements', 'create'],
  promiseToPayKept: ['agreements', 'other'],
  promiseToPayBroken: ['agreements', 'other', 'failure'],
  promiseToPayInvalidated: ['agreements', 'delete'],
  instalmentsPlanCreated: ['agreements', 'create'],
  instalmentPaid: ['agreements', 'other'],
  instalmentMissed: ['agreements', 'other', 'failure'],
  instalmentsPlanCompleted: ['agreements', 'other'],
  instalmentsPlanBroken: ['agreements', 'other', 'failure'],
  instalmentsPlanCanceled: ['agreements', 'delete'],
  mandateCreated: ['mandates', 'create'],
  mandateEnabled: ['mandates', 'update'],
  mandateDisabled: ['mandates', 'update'],
  mandateDeleted: ['mandates', 'delete'],
  directDebitPlanned: ['mandates', 'create'],
  directDebitMoved: ['mandates', 'update'],
  directDebitAnnounced: ['mandates', 'send'],
  directDebitExported: ['mandates', 'run'],
  directDebitReturned: ['mandates', 'other', 'failure'],
  directDebitCanceled: ['mandates', 'delete'],
  bankEntryDecided: ['payments', 'update'],
  bankAccountSaved: ['payments', 'update'],
  bankAccountDeleted: ['payments', 'delete'],
  bankStatementRead: ['payments', 'run'],
  directDebitFileMade: ['payments', 'create'],
  paymentProviderChanged: ['payments', 'update'],
  instalmentsPlanMandateChanged: ['agreements', 'update'],
  paymentRefunded: ['payments', 'create'],
  paymentDiffers: ['payments', 'other', 'failure'],
  paymentRefundFailed: ['payments', 'other', 'failure'],
  paymentReinstated: ['payments', 'other'],
  claimTermsChanged: ['agreements', 'update'],
  settlementOffered: ['agreements', 'create'],
  settlementAccepted: ['agreements', 'update'],
  settlementApplied: ['agreements', 'other'],
  settlementExpired: ['agreements', 'other', 'failure'],
  settlementWithdrawn: ['agreements', 'delete'],
  settlementBroken: ['agreements', 'other', 'failure'],
  approvalRequested: ['payments', 'create'],
  approvalGranted: ['payments', 'update'],
  approvalRejected: ['payments', 'update'],
  approvalWithdrawn: ['payments', 'delete'],
  strategyStarted: ['runs', 'run'],
  strategyStep: ['runs', 'run'],
  strategyPaused: ['runs', 'run'],
  strategyResumed: ['runs', 'run'],
  strategyStopped: ['runs', 'run'],
  strategyCompleted: ['runs', 'run'],
  strategySwitched: ['runs', 'run'],
  strategyMoved: ['runs', 'run'],
  strategyFailed: ['runs', 'run', 'failure'],
  strategyRunaway: ['runs', 'run', 'failure'],
  checkpointReached: ['runs', 'run'],
  customTriggerFired: ['runs', 'run'],
  contactDeferred: ['messages', 'send'],
  contactOverridden: ['messages', 'send'],
  contactDenied: ['messages', 'send', 'failure'],
  communicationWaiting: ['messages', 'send', 'failure'],
  communicationSent: ['messages', 'send'],
  deliveryPaused: ['messages', 'other', 'failure'],
  deliveryResumed: ['messages', 'other'],
  deliveryBlocked: ['messages', 'other', 'failure'],
  deliveryUnblocked: ['messages', 'other'],
  sendingHeld: ['messages', 'other', 'failure'],
  sendingResumed: ['messages', 'other'],
  communicationFailed: ['messages', 'send', 'failure'],
  communicationCancelled: ['messages', 'delete'],
  communicationUnknown: ['messages', 'send', 'failure'],
  communicationDelivered: ['messages', 'other'],
  communicationBounced: ['messages', 'other', 'failure'],
  communicationRequested: ['messages', 'send'],
  communicationReceived: ['messages', 'create'],
  communicationHandled: ['messages', 'update'],
  communicationReopened: ['messages', 'update'],
  communicationResolved: ['messages', 'update'],
  conversationReviewed: ['messages', 'create'],
  emailOpened: ['messages', 'access'],
  linkClicked: ['messages', 'access'],
  linkCreated: ['portal', 'create'],
  linkRevoked: ['portal', 'delete'],
  portalOpened: ['portal', 'access'],
  portalIdentityConfirmed: ['portal', 'access'],
  portalIdentityFailed: ['portal', 'access', 'failure'],
  portalVisited: ['portal', 'access'],
  portalHelpRequested: ['portal', 'other'],
  portalLinkRequested: ['portal', 'other'],
  taskCreated: ['tasks', 'create'],
  taskStarted: ['tasks', 'update'],
  taskResolved: ['tasks', 'update'],
  taskSkipped: ['tasks', 'update'],
  taskUnsnoozed: ['tasks', 'update'],
  taskReassigned: ['tasks', 'update'],
  taskChanged: ['tasks', 'update'],
  workCompleted: ['tasks', 'update'],
  workSkipped: ['tasks', 'update'],
  workUndone: ['tasks', 'update'],
  importFinished: ['imports', 'run'],
  bulkActionScheduled: ['bulkActions', 'run'],
  bulkActionFinished: ['bulkActions', 'run'],
  accountsExported: ['exports', 'access'],
  listExported: ['exports', 'access'],
  retentionRuleChanged: ['retention', 'update'],
  strategySaved: ['strategies', 'update'],
  strategyDeleted: ['strategies', 'delete'],
  bundleSaved: ['templates', 'update'],
  bundleDeleted: ['templates', 'delete'],
  bundlesTagged: ['templates', 'update'],
  globalPlaceholdersChanged: ['placeholders', 'update'],
  callScriptChanged: ['templates', 'update'],
  contactRulesChanged: ['contactRules', 'update'],
  portalSettingChanged: ['portalSettings', 'update'],
  financeSettingChanged: ['paymentSettings', 'update'],
  paymentWayMissing: ['paymentSettings', 'other', 'failure'],
  clientConfigurationChanged: ['general', 'update'],
  metadataSchemaChanged: ['metadata', 'update'],
  clientCreated: ['general', 'create'],
  roleSaved: ['roles', 'update'],
  roleDeleted: ['roles', 'delete'],
  userSaved: ['users', 'update'],
  userInvited: ['users', 'send'],
  userEnabled: ['users', 'update'],
  userDisabled: ['users', 'update'],
  userGroupsChanged: ['users', 'update'],
  userAnonymized: ['users', 'delete'],
  usersImported: ['users', 'run'],
  operationHoursChanged: ['schedule', 'update'],
  closedDaysChanged: ['schedule', 'update'],
  embeddedDashboardsChanged: ['dashboards', 'update'],
  accountLayoutChanged: ['general', 'update'],
  auditExported: ['audit', 'access'],
  viewSaved: ['general', 'update'],
  viewDeleted: ['general', 'delete'],
  taskTopicSaved: ['taskTopics', 'update'],
  taskTopicDeleted: ['taskTopics', 'delete'],
  taskGroupSaved: ['taskTopics', 'update'],
  availabilityChanged: ['users', 'update'],
  taskGroupDeleted: ['taskTopics', 'delete'],
  userSignedIn: ['access', 'access'],
  userSignedOut: ['access', 'access'],
  signInFailed: ['access', 'access', 'failure'],
  passwordChanged: ['access', 'update'],
  mfaEnabled: ['access', 'update'],
  mfaDisabled: ['access', 'update'],
  recoveryCodeUsed: ['access', 'access'],
  rightRefused: ['access', 'access', 'failure'],
  notificationCreated: ['notifications', 'create'],
  notificationChanged: ['notifications', 'update'],
};

/** Where a kind of event stands in the audit. */
export interface AuditPlace {
  readonly module: AuditModule;
  readonly submodule: AuditSubmodule;
  readonly eventType: AuditEventType;
  readonly status: AuditStatus;
}

const placed = new Map<string, AuditPlace>(
  AUDIT_MODULES.flatMap((module) =>
    module.submodules.flatMap((submodule) =>
      Object.entries(PLACES)
        .filter(([, [id]]) => id === submodule.id)
        .map(([type, [, eventType, status]]): [string, AuditPlace] => [
          type,
          { module, submodule, eventType, status: status ?? 'success' },
        ]),
    ),
  ),
);
const other = AUDIT_MODULES.at(-1)!;
const unknown: AuditPlace = { module: other, submodule: other.submodules[0]!, eventType: 'other', status: 'success' };

/** Every kind of event that has a place of its own. */
export const AUDITED_TYPES: readonly string[] = [...placed.keys()];

/** @returns where a kind of event belongs; one that nobody knows belongs to "other". */
export function auditPlace(messageType: string): AuditPlace {
  return placed.get(messageType) ?? unknown;
}

/** @returns whether a role may see what others did in the module. */
export function seesOthers(permissions: readonly Permission[], about: AuditModule['about']): boolean {
  return holds(permissions, 'configuration', about === 'accounts' ? 'viewAccountChanges' : 'viewConfigurationChanges');
}
