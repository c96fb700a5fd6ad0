/**
 * What a role may be given, as the role editor offers it and as the sidebar asks for it (specification 1, sections 2.5 and 6): a module is
 * seen when its flag is on and the role holds every permission of its groups, but for those marked notRequired; with onlyOneGroup the first
 * group is enough.
 */
import type { FeatureFlag } from './featureFlags.ts';
import type { Permission } from './holds.ts';
import type { PermissionGroup } from './moduleRules.ts';
import type { Action, Domain } from './permissions.ts';
import { type ScreenName, screenOf } from './screens.ts';

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

/** What opens another screen together with the module's own. */
const view = (action: Action<'backoffice-spa'>): Pair => ['backoffice-spa', action];

/** The module of a screen: its name, path and flag are the screen's, and its first group gives the action that opens it. */
function ofScreen(name: ScreenName, icon: string, [first, ...options]: readonly [PermissionGroup, ...PermissionGroup[]]): Module {
  const { path, action, flag } = screenOf(name);
  const { along = [] } = first;
  const opens = { domain: 'backoffice-spa', actions: [action] };
  const required = { ...first, permissions: [...along, opens, ...first.permissions.slice(along.length)] };
  return module(action.slice('view-'.length), path, icon, [required, ...options], { ...(flag && { flag }) });
}

/** In the order of the sidebar. */
export const MODULES: readonly Module[] = [
  ofScreen('home', 'home', [base(['reporting', 'viewHomepage'])]),
  module('account', null, 'users', [], {
    children: [
      ofScreen('tasks', 'checklist', [
        base(['account-task', 'listOwnTasks', 'workTask']),
        usual('caseManagementTaskList', ['account-task', 'listTasks']),
        option('createTasks', ['account-task', 'createTask']),
        option('reassignTasks', ['account-task', 'reassignTask', 'editTopics']),
      ]),
      ofScreen('claims', 'fileInvoice', [
        base(view('view-claim'), ['account', 'viewClaim']),
        option('assignNewStrategy', ['strategy', 'assignStrategy']),
        option('controlStrategy', ['strategy', 'controlStrategy']),
        along(option('customTrigger', ['strategy', 'triggerStrategy']), ['strategy', 'viewStrategies']),
        option('editClaims', ['account', 'editClaim']),
        option('bulkActions', ['account', 'bulkAction']),
        option('exportClaims', ['account', 'exportClaims']),
      ]),
      ofScreen('accounts', 'users', [
        base(view('view-account'), ['account', 'viewAccount']),
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
        option('viewWorkflows', ['workflows', 'viewWorkflows']),
        along(option('workWorkflows', ['workflows', 'workWorkflows']), ['workflows', 'viewWorkflows']),
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
      ofScreen('communications', 'messages', [along(base(), communications)]),
      ofScreen('conversationReviews', 'checklist', [along(base(['cms', 'reviewConversations']), communications)]),
      ofScreen('collectorWorkspace', 'headset', [along(base(), ['account', 'viewAccount'], ['operations', 'saveResolution'])]),
      ofScreen('inbox', 'inbox', [along(base(), communications)]),
      ofScreen('bank', 'buildingBank', [base(['operations', 'viewBank']), option('manageBank', ['operations', 'manageBank'])]),
      ofScreen('directDebits', 'buildingBank', [
        along(base(), ['operations', 'viewBank']),
        option('manageBank', ['operations', 'manageBank']),
      ]),
      ofScreen('approvals', 'checklist', [base(['operations', 'decideApprovals'])]),
      ofScreen('proposals', 'sparkles', [along(base(), ['account', 'viewAccount'])]),
      ofScreen('import', 'fileImport', [base(['account', 'viewImports']), option('importPortfolio', ['account', 'importPortfolio'])]),
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
    { flag: 'DIALER_INTEGRATION' },
  ),
  module('journey', null, 'route', [], {
    children: [
      ofScreen('strategies', 'route', [
        base(view('view-strategy'), ['strategy', 'viewStrategies']),
        option('editStrategies', ['strategy', 'editStrategies']),
      ]),
      ofScreen('strategyFlow', 'route', [along(base(), ['strategy', 'viewStrategies'])]),
      ofScreen('decisionTrees', 'binaryTree', [
        base(['decision', 'viewDecisionTrees']),
        option('editDecisionTrees', ['decision', 'editDecisionTrees']),
      ]),
      ofScreen('reactions', 'bolt', [base(['reactions', 'viewReactions']), option('editReactions', ['reactions', 'editReactions'])]),
      ofScreen('simulator', 'playerPlay', [base(['simulation-processor', 'runSimulation'])]),
    ],
  }),
  module('AI', null, 'sparkles', [], {
    children: [
      ofScreen('aiOverview', 'sparkles', [along(base(), ['reporting', 'viewReports'])]),
      ofScreen('aiInsights', 'sparkles', [along(base(), ['reporting', 'viewReports'])]),
    ],
  }),
  module('content', null, 'template', [], {
    children: [
      ofScreen('emailBuilder', 'template', [base(['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('messagingBuilder', 'template', [along(base(), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('letterBuilder', 'template', [along(base(), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('printBatches', 'template', [
        along(base(), communications),
        along(option('sendMessages', ['account', 'sendMessage']), communications),
        along(option('editAccounts', ['account', 'editAccount']), communications),
      ]),
      ofScreen('landingPageBuilder', 'template', [along(base(), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('lpClient', 'template', [along(base(), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('robocallBuilder', 'template', [along(base(), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('callScripts', 'template', [along(base(), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('globalPlaceholders', 'template', [along(base(), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('sharedBlocks', 'template', [along(base(), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('pictures', 'template', [along(base(), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('brand', 'template', [along(base(), ['cms', 'viewContent']), option('editContent', ['cms', 'editContent'])]),
      ofScreen('playground', 'template', [along(base(), ['cms', 'viewContent'])]),
    ],
  }),
  module('asset', null, 'buildingBank', [], {
    children: [
      ofScreen('partners', 'buildingBank', [
        base(['partner', 'viewPartners']),
        option('editPartners', ['partner', 'editPartners']),
        option('outsource', ['partner', 'outsource']),
        option('exchangeFiles', ['partner', 'exchangeFiles']),
      ]),
      ofScreen('transactions', 'buildingBank', [
        along(base(['partner', 'viewCommissions']), ['partner', 'viewPartners']),
        option('editCommissions', ['partner', 'editCommissions']),
      ]),
    ],
  }),
  module('dashboard', null, 'chartHistogram', [], {
    children: [
      ofScreen('liveBoard', 'chartHistogram', [base(['reporting', 'viewLiveBoard'])]),
      ofScreen('dashboard', 'chartHistogram', [
        base(['new-dashboard', 'viewDashboards']),
        option('editDashboards', ['new-dashboard', 'editDashboards']),
      ]),
      ofScreen('reports', 'chartHistogram', [base(['reporting', 'viewReports'])]),
    ],
  }),
  module('configuration', null, 'settings', [], {
    children: [
      ofScreen('general', 'settings', [
        base(['configuration', 'viewConfiguration']),
        option('editConfiguration', ['configuration', 'editConfiguration']),
        option('createClients', ['backoffice', 'createClient']),
      ]),
      ofScreen('operations', 'settings', [
        along(base(), ['configuration', 'viewConfiguration']),
        option('editConfiguration', ['configuration', 'editConfiguration']),
      ]),
      ofScreen('contactRules', 'settings', [
        base(['operations', 'viewContactRules']),
        option('editContactRules', ['operations', 'editContactRules']),
      ]),
      ofScreen('portalSettings', 'settings', [
        base(['operations', 'viewPortalSettings']),
        option('editPortalSettings', ['operations', 'editPortalSettings']),
      ]),
      ofScreen('paymentSettings', 'settings', [
        base(['operations', 'viewPaymentSettings']),
        option('editPaymentSettings', ['operations', 'editPaymentSettings']),
      ]),
      ofScreen('privacy', 'settings', [
        base(['privacy', 'viewPrivacy']),
        option('editRetention', ['privacy', 'editRetention']),
        along(option('legalHolds', ['privacy', 'manageHolds']), personal),
      ]),
      ofScreen('metadata', 'settings', [base(), option('editMetadataSchema', ['account', 'editMetadataSchema'])]),
      ofScreen('schedule', 'settings', [base(['operations', 'viewSchedule']), option('editSchedule', ['operations', 'editSchedule'])]),
      ofScreen('users', 'settings', [
        base(['backoffice', 'viewUsers']),
        option('editUsers', ['backoffice', 'editUsers']),
        option('createNotifications', ['backoffice', 'createNotifications']),
      ]),
      ofScreen('userAudit', 'settings', [
        base(),
        usual('ownChanges', ['configuration', 'viewOwnChanges']),
        along(option('accountChanges', ['configuration', 'viewAccountChanges']), ['configuration', 'viewOwnChanges']),
        along(option('configurationChanges', ['configuration', 'viewConfigurationChanges']), ['configuration', 'viewOwnChanges']),
      ]),
      ofScreen('apiKeys', 'key', [base(['configuration', 'viewApiKeys']), option('editApiKeys', ['configuration', 'editApiKeys'])]),
      ofScreen('webhooks', 'settings', [
        base(['configuration', 'viewWebhooks']),
        option('editWebhooks', ['configuration', 'editWebhooks']),
      ]),
      ofScreen('connectors', 'settings', [
        along(base(['configuration', 'viewConnectors']), ['account', 'viewImports']),
        option('editConnectors', ['configuration', 'editConnectors']),
      ]),
      ofScreen('eventKinds', 'bolt', [
        along(base(), ['strategy', 'viewStrategies']),
        option('editStrategies', ['strategy', 'editStrategies']),
      ]),
      ofScreen('workflows', 'checklist', [
        along(base(), ['workflows', 'viewWorkflows']),
        option('editWorkflows', ['workflows', 'editWorkflows']),
      ]),
      ofScreen('roles', 'settings', [base(['backoffice', 'viewRole']), option('editRoles', ['backoffice', 'editRoles'])]),
    ],
  }),
];

/** Every module with its children, flat, in the sidebar's order. */
export const ALL_MODULES: readonly Module[] = MODULES.flatMap((each) => [each, ...each.children]);
