/**
 * What a role may be given, as the role editor offers it and as the sidebar asks for it (specification 1, sections 2.5 and 6): a module is
 * seen when its flag is on and the role holds every permission of its groups, but for those marked notRequired; with onlyOneGroup the first
 * group is enough.
 */
import type { FeatureFlag } from './featureFlags.ts';
import type { Permission } from './holds.ts';
import type { PermissionGroup } from './moduleRules.ts';
import type { Action, Domain } from './permissions.ts';

type Pair = { [D in Domain]: readonly [domain: D, ...actions: Action<D>[]] }[Domain];

export interface Module {
  /** In the action view-{name}. */
  readonly name: string;
  /** Below /{clientId}/; null for what has no screen of its own in the sidebar. */
  readonly path: string | null;
  readonly icon: string;
  readonly featureFlag: FeatureFlag | null;
  readonly onlyOneGroup: boolean;
  readonly permissionGroups: readonly PermissionGroup[];
  readonly children: readonly Module[];
}

const permissions = (pairs: readonly Pair[]): Permission[] => pairs.map(([domain, ...actions]) => ({ domain, actions }));

/** The group without which the module is not seen. */
const base = (...pairs: Pair[]): PermissionGroup => ({
  name: 'default',
  permissions: permissions(pairs),
  notRequired: false,
  activeByDefault: true,
});

/** A right on top of seeing the module. */
const option = (name: string, ...pairs: Pair[]): PermissionGroup => ({
  name,
  permissions: permissions(pairs),
  notRequired: true,
  activeByDefault: false,
});

/** What a group gives along because it is of no use without it; the right is a box of its own elsewhere. */
const along = (group: PermissionGroup, ...pairs: Pair[]): PermissionGroup => ({
  ...group,
  permissions: [...permissions(pairs), ...group.permissions],
  along: permissions(pairs),
});
const payments: Pair = ['operations', 'viewPayments'];
const communications: Pair = ['cms', 'viewCommunications'];
const personal: Pair = ['privacy', 'viewPrivacy'];

/** The same, ticked when the module is. */
const usual = (name: string, ...pairs: Pair[]): PermissionGroup => ({ ...option(name, ...pairs), activeByDefault: true });

function module(
  name: string,
  path: string | null,
  icon: string,
  permissionGroups: readonly PermissionGroup[],
  more: { flag?: FeatureFlag; onlyOneGroup?: boolean; children?: readonly Module[] } = {},
): Module {
  const { flag = null, onlyOneGroup = false, children = [] } = more;
  return { name, path, icon, featureFlag: flag, onlyOneGroup, permissionGroups, children };
}

const view = (name: string): Pair => ['backoffice-spa', `view-${name}` as Action<'backoffice-spa'>];

/** In the order of the sidebar. */
export const MODULES: readonly Module[] = [
  module(
    'backoffice-homepage',
    'dashboard/backoffice-homepage',
    'home',
    [base(view('backoffice-homepage'), ['reporting', 'viewHomepage'])],
    { flag: 'HOME_PAGE' },
  ),
  module('account', null, 'users', [], {
    children: [
      module('tasks', 'account/tasks', 'checklist', [
        base(view('tasks'), ['account-task', 'listOwnTasks', 'workTask']),
        usual('caseManagementTaskList', ['account-task', 'listTasks']),
        option('createTasks', ['account-task', 'createTask']),
        option('reassignTasks', ['account-task', 'reassignTask', 'editTopics']),
      ]),
      module('claim-overview', 'account/claim-overview', 'fileInvoice', [
        base(view('claim-overview'), view('claim'), ['account', 'viewClaim']),
        option('assignNewStrategy', ['strategy', 'assignStrategy']),
        option('controlStrategy', ['strategy', 'controlStrategy']),
        option('customTrigger', ['strategy', 'triggerStrategy']),
        option('editClaims', ['account', 'editClaim']),
        option('bulkActions', ['account', 'bulkAction']),
        option('exportClaims', ['account', 'exportClaims']),
      ]),
      module('accounts', 'account/manage', 'users', [
        base(view('accounts'), view('account'), ['account', 'viewAccount']),
        usual('limitedSearch', ['account', 'searchAccounts']),
        along(option('fullSearch', ['account', 'searchAllAccounts']), ['account', 'searchAccounts']),
        option('editAccounts', ['account', 'editAccount']),
        option('assignAccounts', ['account', 'assignAccount']),
        option('viewCommunications', communications),
        along(option('sendMessages', ['account', 'sendMessage']), communications),
        along(option('overrideDeferral', ['operations', 'overrideDeferral']), ['account', 'sendMessage'], communications),
        option('viewPayments', payments),
        along(option('agreements', ['operations', 'createPromiseToPay', 'createInstalmentsPlan', 'manageLinks']), payments),
        along(option('bookPayments', ['operations', 'bookPayment']), payments),
        along(option('bookLedger', ['operations', 'bookLedger']), payments),
        along(option('settlements', ['operations', 'offerSettlement']), payments),
        along(option('mandates', ['operations', 'manageMandates']), payments),
        along(option('chargeMandates', ['operations', 'chargeMandate']), payments),
        option('viewFiles', ['account', 'viewFiles']),
        along(option('editFiles', ['account', 'editFiles']), ['account', 'viewFiles']),
        option('saveResolution', ['operations', 'saveResolution']),
        option('editAccountLayout', ['account', 'editAccountLayout']),
        along(option('personalData', ['privacy', 'handleRequests']), personal),
        along(option('erasePersonalData', ['privacy', 'erasePersonalData']), personal),
        along(option('legalHolds', ['privacy', 'manageHolds']), personal),
        option('shareViews', ['backoffice', 'shareViews']),
        option('exportAccounts', ['account', 'exportAccounts']),
      ]),
      module(
        'communication-center',
        'account/communication-center',
        'messages',
        [along(base(view('communication-center')), communications)],
        {
          flag: 'COMMUNICATIONS_CENTER',
        },
      ),
      module('conversation-reviews', 'account/conversation-reviews', 'checklist', [
        along(base(view('conversation-reviews'), ['cms', 'reviewConversations']), communications),
      ]),
      module(
        'collector-workspace',
        'account/collector-workspace',
        'headset',
        [along(base(view('collector-workspace')), ['account', 'viewAccount'], ['operations', 'saveResolution'])],
        {
          flag: 'COLLECTORS_WORKSPACE',
        },
      ),
      module('inbox', 'inbox', 'inbox', [along(base(view('inbox')), communications)]),
      module('bank', 'payments/bank', 'buildingBank', [
        base(view('bank'), ['operations', 'viewBank']),
        option('manageBank', ['operations', 'manageBank']),
      ]),
      module('direct-debits', 'payments/direct-debits', 'buildingBank', [
        along(base(view('direct-debits')), ['operations', 'viewBank']),
        option('manageBank', ['operations', 'manageBank']),
      ]),
      module('approvals', 'payments/approvals', 'checklist', [base(view('approvals'), ['operations', 'decideApprovals'])]),
      module('import', 'import', 'fileImport', [
        base(view('import'), ['account', 'viewImports']),
        option('importPortfolio', ['account', 'importPortfolio']),
      ]),
    ],
  }),
  module(
    'dialer',
    null,
    'phone',
    [
      base(['backoffice-spa', 'useDialer'], ['operations', 'getDialer']),
      option('listenToRecordings', ['operations', 'listenToRecordings']),
      option('monitorCalls', ['operations', 'monitorCalls']),
    ],
    {
      flag: 'DIALER_INTEGRATION',
    },
  ),
  module('journey', null, 'route', [], {
    children: [
      module('strategies', 'strategy/strategy-builder-new', 'route', [
        base(view('strategies'), view('strategy'), ['strategy', 'viewStrategies']),
        option('editStrategies', ['strategy', 'editStrategies']),
      ]),
      module(
        'decision-trees',
        'strategy/decision-tree',
        'binaryTree',
        [base(view('decision-trees'), ['decision', 'viewDecisionTrees']), option('editDecisionTrees', ['decision', 'editDecisionTrees'])],
        {
          flag: 'DECISION_ENGINE',
        },
      ),
      module(
        'reactions',
        'strategy/reactions-editor',
        'bolt',
        [base(view('reactions'), ['reactions', 'viewReactions']), option('editReactions', ['reactions', 'editReactions'])],
        {
          flag: 'ACCOUNT_REACTION_EVENTS',
        },
      ),
      module(
        'simulator',
        'strategy/strategy-simulator',
        'playerPlay',
        [base(view('simulator'), ['simulation-processor', 'runSimulation'])],
        { flag: 'SIMULATOR' },
      ),
    ],
  }),
  module('AI', null, 'sparkles', [], {
    children: [
      module('ai-overview', 'AI/overview', 'sparkles', [along(base(view('ai-overview')), ['reporting', 'viewReports'])], {
        flag: 'NEW_AI_INSIGHT_LIST',
      }),
      module('ai-insights', 'AI/insights', 'sparkles', [along(base(view('ai-insights')), ['reporting', 'viewReports'])], {
        flag: 'NEW_AI_INSIGHT_LIST',
      }),
    ],
  }),
  module('content', null, 'template', [], {
    children: [
      ...['email-builder', 'messaging-builder'].map((name) =>
        module(name, `content/${name}`, 'template', [
          name === 'email-builder' ? base(view(name), ['cms', 'viewContent']) : along(base(view(name)), ['cms', 'viewContent']),
          option('editContent', ['cms', 'editContent']),
        ]),
      ),
      module('call-scripts', 'content/call-scripts', 'template', [
        along(base(view('call-scripts')), ['cms', 'viewContent']),
        option('editContent', ['cms', 'editContent']),
      ]),
      module(
        'global-placeholders',
        'content/global-placeholders',
        'template',
        [along(base(view('global-placeholders')), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])],
        {
          flag: 'CMS_PLACEHOLDERS',
        },
      ),
      module('playground', 'content/playground', 'template', [along(base(view('playground')), ['cms', 'viewContent'])], {
        flag: 'LP_PLAYGROUND',
      }),
    ],
  }),
  module('asset', null, 'buildingBank', [], {
    children: [
      module(
        'partners',
        'asset/partners',
        'buildingBank',
        [base(view('partners'), ['partner', 'viewPartners']), option('editPartners', ['partner', 'editPartners'])],
        { flag: 'PARTNERS' },
      ),
      module('transactions', 'asset/transactions', 'buildingBank', [along(base(view('transactions')), ['partner', 'viewPartners'])], {
        flag: 'PARTNERS',
      }),
    ],
  }),
  module('dashboard', null, 'chartHistogram', [], {
    children: [
      module('live-board', 'dashboard/live-board', 'chartHistogram', [base(view('live-board'), ['reporting', 'viewLiveBoard'])]),
      module(
        'embedded-dashboard',
        'dashboard',
        'chartHistogram',
        [
          base(view('embedded-dashboard'), ['new-dashboard', 'viewDashboards']),
          option('editDashboards', ['new-dashboard', 'editDashboards']),
        ],
        {
          flag: 'EMBEDDED_DASHBOARD',
        },
      ),
      module('insights-reports', 'dashboard/reports', 'chartHistogram', [base(view('insights-reports'), ['reporting', 'viewReports'])], {
        flag: 'DASHBOARD',
      }),
    ],
  }),
  module('configuration', null, 'settings', [], {
    children: [
      module('general', 'configuration/general', 'settings', [
        base(view('general'), ['configuration', 'viewConfiguration']),
        option('editConfiguration', ['configuration', 'editConfiguration']),
        option('createClients', ['backoffice', 'createClient']),
      ]),
      module('operations', 'configuration/operations', 'settings', [
        along(base(view('operations')), ['configuration', 'viewConfiguration']),
        option('editConfiguration', ['configuration', 'editConfiguration']),
      ]),
      module('contact-rules', 'configuration/contact-rules', 'settings', [
        base(view('contact-rules'), ['operations', 'viewContactRules']),
        option('editContactRules', ['operations', 'editContactRules']),
      ]),
      module('portal-settings', 'configuration/portal-settings', 'settings', [
        base(view('portal-settings'), ['operations', 'viewPortalSettings']),
        option('editPortalSettings', ['operations', 'editPortalSettings']),
      ]),
      module('payment-settings', 'configuration/payments', 'settings', [
        base(view('payment-settings'), ['operations', 'viewPaymentSettings']),
        option('editPaymentSettings', ['operations', 'editPaymentSettings']),
      ]),
      module('privacy', 'configuration/privacy', 'settings', [
        base(view('privacy'), ['privacy', 'viewPrivacy']),
        option('editRetention', ['privacy', 'editRetention']),
        along(option('legalHolds', ['privacy', 'manageHolds']), personal),
      ]),
      module('metadata', 'configuration/metadata', 'settings', [
        base(view('metadata')),
        option('editMetadataSchema', ['account', 'editMetadataSchema']),
      ]),
      module('schedule', 'configuration/schedule', 'settings', [
        base(view('schedule'), ['operations', 'viewSchedule']),
        option('editSchedule', ['operations', 'editSchedule']),
      ]),
      module('users', 'configuration/user/list', 'settings', [
        base(view('users'), ['backoffice', 'viewUsers']),
        option('editUsers', ['backoffice', 'editUsers']),
        option('createNotifications', ['backoffice', 'createNotifications']),
      ]),
      module(
        'user-audit',
        'configuration/user-audit',
        'settings',
        [
          base(view('user-audit')),
          usual('ownChanges', ['configuration', 'viewOwnChanges']),
          along(option('accountChanges', ['configuration', 'viewAccountChanges']), ['configuration', 'viewOwnChanges']),
          along(option('configurationChanges', ['configuration', 'viewConfigurationChanges']), ['configuration', 'viewOwnChanges']),
        ],
        { flag: 'USER_AUDIT' },
      ),
      module('roles', 'configuration/roles', 'settings', [
        base(view('roles'), ['backoffice', 'viewRole']),
        option('editRoles', ['backoffice', 'editRoles']),
      ]),
    ],
  }),
];

/** Every module with its children, flat, in the sidebar's order. */
export const ALL_MODULES: readonly Module[] = MODULES.flatMap((each) => [each, ...each.children]);
