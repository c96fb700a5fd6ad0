/** Every permission once: domain -> actions. Operations, routes, sidebar and role editor read it (specification 1, section 6). */
export const PERMISSIONS = {
  account: [
    'searchAccounts',
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
  ],
  'account-task': ['listTasks', 'listOwnTasks', 'createTask', 'workTask', 'reassignTask', 'editTopics'],
  backoffice: ['viewClient', 'viewRole', 'viewUsers', 'editClient'],
  'backoffice-spa': [
    'view-home',
    'view-tasks',
    'view-accounts',
    'view-account',
    'view-claim',
    'view-claim-overview',
    'view-import',
    'view-inbox',
    'view-strategies',
    'view-strategy',
    'view-email-builder',
    'view-messaging-builder',
    'view-global-placeholders',
    'view-contact-rules',
    'view-portal-settings',
  ],
  cms: ['viewContent', 'editContent', 'viewCommunications'],
  decision: ['viewDecisionTrees', 'editDecisionTrees'],
  partner: ['viewPartners', 'editPartners'],
  reactions: ['viewReactions', 'editReactions'],
  reporting: ['viewReports'],
  'simulation-processor': ['runSimulation'],
  strategy: ['viewStrategies', 'editStrategies', 'runStrategies'],
  test: ['runAcceptanceTests'],
  configuration: ['viewConfiguration', 'editConfiguration'],
  'new-dashboard': ['viewDashboards'],
  operations: [
    'viewContactRules',
    'editContactRules',
    'viewPayments',
    'bookPayment',
    'createPromiseToPay',
    'createInstalmentsPlan',
    'viewPortalSettings',
    'editPortalSettings',
    'manageLinks',
    'getDialer',
  ],
} as const;

export type Domain = keyof typeof PERMISSIONS;
export type Action<D extends Domain = Domain> = (typeof PERMISSIONS)[D][number];

export interface Permission {
  readonly domain: string;
  /** '*' means all actions of the domain. */
  readonly actions: readonly string[];
}

export interface Role {
  readonly name: string;
  readonly roleType: 'builtIn' | 'custom';
  readonly permissions: readonly Permission[];
}

const everything: Permission[] = Object.keys(PERMISSIONS).map((domain) => ({ domain, actions: ['*'] }));

/** The roles every client has. docs/decisions/roles.md says why each holds what it holds. */
export const BUILT_IN_ROLES: readonly Role[] = [
  { name: 'ADMINISTRATOR', roleType: 'builtIn', permissions: everything },
  {
    name: 'SUPERVISOR',
    roleType: 'builtIn',
    permissions: [
      ...everything.filter((permission) => !['backoffice', 'configuration'].includes(permission.domain)),
      { domain: 'backoffice', actions: ['viewClient', 'viewRole', 'viewUsers'] },
      { domain: 'configuration', actions: ['viewConfiguration'] },
    ],
  },
  {
    name: 'AGENT',
    roleType: 'builtIn',
    permissions: [
      { domain: 'account', actions: ['searchAccounts', 'viewAccount', 'editAccount', 'viewClaim', 'editClaim', 'sendMessage'] },
      { domain: 'account-task', actions: ['listTasks', 'listOwnTasks', 'createTask', 'workTask'] },
      { domain: 'backoffice', actions: ['viewClient', 'viewRole', 'viewUsers'] },
      {
        domain: 'backoffice-spa',
        actions: ['view-home', 'view-tasks', 'view-accounts', 'view-account', 'view-claim', 'view-claim-overview', 'view-inbox'],
      },
      { domain: 'cms', actions: ['viewContent', 'viewCommunications'] },
      { domain: 'strategy', actions: ['viewStrategies'] },
      { domain: 'operations', actions: ['viewPayments', 'createPromiseToPay', 'createInstalmentsPlan', 'manageLinks', 'viewContactRules'] },
    ],
  },
  {
    name: 'READ_ONLY',
    roleType: 'builtIn',
    permissions: [
      { domain: 'account', actions: ['searchAccounts', 'viewAccount', 'viewClaim'] },
      { domain: 'account-task', actions: ['listTasks'] },
      { domain: 'backoffice', actions: ['viewClient', 'viewRole', 'viewUsers'] },
      {
        domain: 'backoffice-spa',
        actions: ['view-home', 'view-accounts', 'view-account', 'view-claim', 'view-claim-overview', 'view-strategies', 'view-strategy'],
      },
      { domain: 'cms', actions: ['viewContent', 'viewCommunications'] },
      { domain: 'strategy', actions: ['viewStrategies'] },
      { domain: 'operations', actions: ['viewPayments', 'viewContactRules'] },
    ],
  },
];

/** @returns whether the domain and action exist. */
export function isPermission(domain: string, action: string): boolean {
  return (PERMISSIONS as Record<string, readonly string[]>)[domain]?.includes(action) ?? false;
}

/** @returns whether a role's permissions hold the pair. */
export function holds(permissions: readonly Permission[], domain: string, action: string): boolean {
  return permissions.some(
    (permission) => permission.domain === domain && (permission.actions.includes('*') || permission.actions.includes(action)),
  );
}
