import { SCREENS, type ScreenAction, type ScreenName, screenOf } from './screens.ts';

/** Every action that opens a screen, once. */
const SCREEN_ACTIONS: readonly ScreenAction[] = [...new Set((Object.keys(SCREENS) as ScreenName[]).map((name) => screenOf(name).action))];

/** Every permission once: domain -> actions. Operations, routes, sidebar and role editor read it (specification 1, section 6). */
export const PERMISSIONS = {
  account: [
    'searchAccounts',
    'searchAllAccounts',
    'viewAccount',
    'editAccount',
    'viewClaim',
    'editClaim',
    'bulkAction',
    'exportAccounts',
    'importPortfolio',
    'viewImports',
    'sendMessage',
    'assignAccount',
    'exportClaims',
    'viewFiles',
    'editFiles',
    'editAccountLayout',
    'editMetadataSchema',
  ],
  'account-task': ['listTasks', 'listOwnTasks', 'createTask', 'workTask', 'reassignTask', 'editTopics'],
  backoffice: [
    'viewClient',
    'createClient',
    'viewRole',
    'editRoles',
    'viewUsers',
    'editUsers',
    'useMessages',
    'viewNotifications',
    'createNotifications',
    'saveViews',
    'shareViews',
  ],
  'backoffice-spa': [...SCREEN_ACTIONS, 'useDialer'],
  cms: ['viewContent', 'editContent', 'viewCommunications', 'reviewConversations'],
  decision: ['viewDecisionTrees', 'editDecisionTrees'],
  partner: ['viewPartners', 'editPartners', 'outsource', 'exchangeFiles', 'viewCommissions', 'editCommissions'],
  privacy: ['viewPrivacy', 'handleRequests', 'erasePersonalData', 'manageHolds', 'editRetention'],
  reactions: ['viewReactions', 'editReactions'],
  reporting: ['viewReports', 'viewHomepage', 'viewLiveBoard'],
  'simulation-processor': ['runSimulation'],
  strategy: ['viewStrategies', 'editStrategies', 'assignStrategy', 'controlStrategy', 'triggerStrategy'],
  test: ['runAcceptanceTests'],
  workflows: ['viewWorkflows', 'editWorkflows', 'workWorkflows'],
  configuration: [
    'viewConfiguration',
    'editConfiguration',
    'viewOwnChanges',
    'viewAccountChanges',
    'viewConfigurationChanges',
    'viewApiKeys',
    'editApiKeys',
    'viewWebhooks',
    'editWebhooks',
    'viewConnectors',
    'editConnectors',
  ],
  'new-dashboard': ['viewDashboards', 'editDashboards'],
  operations: [
    'viewContactRules',
    'editContactRules',
    'viewPayments',
    'bookPayment',
    'createPromiseToPay',
    'createInstalmentsPlan',
    'bookLedger',
    'offerSettlement',
    'decideApprovals',
    'manageMandates',
    'chargeMandate',
    'viewBank',
    'manageBank',
    'viewPaymentSettings',
    'editPaymentSettings',
    'saveResolution',
    'viewPortalSettings',
    'editPortalSettings',
    'manageLinks',
    'viewSchedule',
    'editSchedule',
    'overrideDeferral',
    'getDialer',
    'listenToRecordings',
    'monitorCalls',
  ],
} as const;

export type Domain = keyof typeof PERMISSIONS;
export type Action<D extends Domain = Domain> = (typeof PERMISSIONS)[D][number];

/** @returns whether the domain and action exist. */
export function isPermission(domain: string, action: string): boolean {
  // What people type may be named like something every object has: "constructor".
  return Object.hasOwn(PERMISSIONS, domain) && (PERMISSIONS as Record<string, readonly string[]>)[domain]!.includes(action);
}
