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
  'backoffice-spa': [
    'view-backoffice-homepage',
    'view-embedded-dashboard',
    'view-insights-reports',
    'view-tasks',
    'view-claim-overview',
    'view-accounts',
    'view-communication-center',
    'view-collector-workspace',
    'view-account',
    'view-claim',
    'view-import',
    'view-inbox',
    'view-strategies',
    'view-strategy',
    'view-decision-trees',
    'view-reactions',
    'view-simulator',
    'view-ai-overview',
    'view-ai-insights',
    'view-email-builder',
    'view-messaging-builder',
    'view-letter-builder',
    'view-robocall-builder',
    'view-landing-page-builder',
    'view-lp-client',
    'view-global-placeholders',
    'view-playground',
    'view-partners',
    'view-transactions',
    'view-general',
    'view-operations',
    'view-contact-rules',
    'view-portal-settings',
    'view-schedule',
    'view-users',
    'view-user-audit',
    'view-webhooks',
    'view-queues',
    'view-workflows',
    'view-roles',
    'view-metadata',
    'view-payment-settings',
    'view-bank',
    'view-privacy',
    'view-direct-debits',
    'useDialer',
  ],
  cms: ['viewContent', 'editContent', 'viewCommunications'],
  decision: ['viewDecisionTrees', 'editDecisionTrees'],
  partner: ['viewPartners', 'editPartners'],
  privacy: ['viewPrivacy', 'handleRequests', 'erasePersonalData', 'manageHolds', 'editRetention'],
  reactions: ['viewReactions', 'editReactions'],
  reporting: ['viewReports', 'viewHomepage'],
  'simulation-processor': ['runSimulation'],
  strategy: ['viewStrategies', 'editStrategies', 'assignStrategy', 'controlStrategy', 'triggerStrategy'],
  test: ['runAcceptanceTests'],
  configuration: ['viewConfiguration', 'editConfiguration', 'viewOwnChanges', 'viewAccountChanges', 'viewConfigurationChanges'],
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

export interface Permission {
  readonly domain: string;
  /** '*' means all actions of the domain. */
  readonly actions: readonly string[];
}

/** @returns whether the domain and action exist. */
export function isPermission(domain: string, action: string): boolean {
  // What people type may be named like something every object has: "constructor".
  return Object.hasOwn(PERMISSIONS, domain) && (PERMISSIONS as Record<string, readonly string[]>)[domain]!.includes(action);
}

/** @returns whether a role's permissions hold the pair. */
export function holds(permissions: readonly Permission[], domain: string, action: string): boolean {
  return permissions.some(
    (permission) => permission.domain === domain && (permission.actions.includes('*') || permission.actions.includes(action)),
  );
}
