/** The roles every client has; docs/decisions/roles.md says why each holds what it holds. A client may save others, and its own version of these. */
import type { Permission } from './holds.ts';
import { PERMISSIONS } from './permissions.ts';

/** What kind of people a role is for (shown where the flag USER_ROLE_TYPES is on): partners' people see what was given to their partner only. */
export const ROLE_TYPES = ['ADMINISTRATION', 'SUPERVISION', 'WORK', 'PARTNER'] as const;
export type RoleType = (typeof ROLE_TYPES)[number];

export interface Role {
  readonly name: string;
  readonly roleType: RoleType;
  readonly permissions: readonly Permission[];
}

/** The one role that nobody can change: somebody must always be able to give rights back. */
export const FIXED_ROLE = 'ADMINISTRATOR';

const everything: Permission[] = Object.keys(PERMISSIONS).map((domain) => ({ domain, actions: ['*'] }));

/** What nobody finds their way without: the client, its people, the own role, messages and notifications. Every role that is saved holds it. */
export const COMMON_RIGHTS = {
  domain: 'backoffice',
  actions: ['viewClient', 'viewRole', 'viewUsers', 'useMessages', 'viewNotifications', 'saveViews'],
} as const satisfies Permission;
const common: readonly string[] = COMMON_RIGHTS.actions;

const agent: readonly Permission[] = [
  {
    domain: 'account',
    actions: [
      'searchAccounts',
      'searchAllAccounts',
      'viewAccount',
      'editAccount',
      'viewClaim',
      'editClaim',
      'sendMessage',
      'viewFiles',
      'editFiles',
    ],
  },
  { domain: 'account-task', actions: ['listTasks', 'listOwnTasks', 'createTask', 'workTask'] },
  { domain: 'backoffice', actions: common },
  {
    domain: 'backoffice-spa',
    actions: [
      'view-backoffice-homepage',
      'view-tasks',
      'view-accounts',
      'view-account',
      'view-claim',
      'view-claim-overview',
      'view-communication-center',
      'view-collector-workspace',
      'view-inbox',
      'view-proposals',
      'view-user-audit',
      'useDialer',
    ],
  },
  { domain: 'cms', actions: ['viewContent', 'viewCommunications'] },
  { domain: 'configuration', actions: ['viewOwnChanges'] },
  { domain: 'reporting', actions: ['viewHomepage'] },
  { domain: 'strategy', actions: ['viewStrategies'] },
  { domain: 'workflows', actions: ['viewWorkflows', 'workWorkflows'] },
  {
    domain: 'operations',
    actions: [
      'viewPayments',
      'createPromiseToPay',
      'createInstalmentsPlan',
      'offerSettlement',
      'manageMandates',
      'saveResolution',
      'manageLinks',
      'viewContactRules',
      'viewSchedule',
      'getDialer',
    ],
  },
];

const supervisor: readonly Permission[] = [
  ...everything.filter((permission) => !['backoffice', 'configuration', 'privacy'].includes(permission.domain)),
  { domain: 'privacy', actions: ['viewPrivacy', 'handleRequests', 'manageHolds'] },
  { domain: 'backoffice', actions: [...common, 'createNotifications', 'shareViews'] },
  { domain: 'configuration', actions: ['viewConfiguration', 'viewOwnChanges', 'viewAccountChanges'] },
];

/** A partner's people work what was given to their partner, and see nothing else (server/platform/partner.sql): no content, no strategies, no configuration. */
const partnerAgent: readonly Permission[] = [
  { domain: 'account', actions: ['searchAccounts', 'searchAllAccounts', 'viewAccount', 'viewClaim'] },
  { domain: 'account-task', actions: ['listOwnTasks', 'workTask'] },
  { domain: 'backoffice', actions: common },
  { domain: 'backoffice-spa', actions: ['view-tasks', 'view-accounts', 'view-account', 'view-claim'] },
  { domain: 'cms', actions: ['viewCommunications'] },
  { domain: 'operations', actions: ['viewPayments', 'createPromiseToPay'] },
];

export const BUILT_IN_ROLES: readonly Role[] = [
  { name: FIXED_ROLE, roleType: 'ADMINISTRATION', permissions: everything },
  {
    name: 'CLIENT_ADMIN',
    roleType: 'ADMINISTRATION',
    permissions: [
      ...everything.filter((permission) => permission.domain !== 'backoffice'),
      { domain: 'backoffice', actions: [...common, 'editRoles', 'editUsers', 'createNotifications', 'shareViews'] },
    ],
  },
  { name: 'SUPERVISOR', roleType: 'SUPERVISION', permissions: supervisor },
  { name: 'AGENT', roleType: 'WORK', permissions: agent },
  {
    name: 'READ_ONLY',
    roleType: 'WORK',
    permissions: [
      { domain: 'account', actions: ['searchAccounts', 'searchAllAccounts', 'viewAccount', 'viewClaim', 'viewFiles'] },
      { domain: 'account-task', actions: ['listTasks'] },
      { domain: 'backoffice', actions: common },
      {
        domain: 'backoffice-spa',
        actions: [
          'view-backoffice-homepage',
          'view-insights-reports',
          'view-accounts',
          'view-account',
          'view-claim',
          'view-claim-overview',
          'view-strategies',
          'view-strategy',
        ],
      },
      { domain: 'cms', actions: ['viewContent', 'viewCommunications'] },
      { domain: 'reporting', actions: ['viewHomepage', 'viewReports'] },
      { domain: 'strategy', actions: ['viewStrategies'] },
      { domain: 'workflows', actions: ['viewWorkflows'] },
      { domain: 'operations', actions: ['viewPayments', 'viewContactRules', 'viewSchedule'] },
    ],
  },
  { name: 'DCA_AGENT', roleType: 'PARTNER', permissions: partnerAgent },
  {
    name: 'DCA_Supervisor',
    roleType: 'PARTNER',
    permissions: [
      ...partnerAgent.filter((permission) => !['account-task', 'reporting'].includes(permission.domain)),
      { domain: 'account-task', actions: ['listOwnTasks', 'workTask', 'reassignTask', 'createTask'] },
      { domain: 'partner', actions: ['viewPartners'] },
    ],
  },
  {
    name: 'PARTNER_USER',
    roleType: 'PARTNER',
    permissions: [
      { domain: 'backoffice', actions: common },
      { domain: 'backoffice-spa', actions: ['view-partners', 'view-transactions'] },
      { domain: 'partner', actions: ['viewPartners'] },
    ],
  },
];
