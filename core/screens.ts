/**
 * Every screen under /{clientId}, as the server and the web app both know it (specification 1, section 2.2): what it is called, where it is,
 * and what opens it. The permissions of the domain backoffice-spa, the modules' paths and flags, routes, links and titles follow from here;
 * web/shell/screens.ts adds what shows it. docs/ARCHITECTURE.md says how to add one.
 */
import type { FeatureFlag } from './featureFlags.ts';

interface Declared {
  /** Below /{clientId}/, in react-router's spelling. */
  readonly path: string;
  /** Checked against the domain backoffice-spa. */
  readonly action?: `view-${string}`;
  /** The feature flag without which the screen does not exist. */
  readonly flag?: FeatureFlag;
  /** A screen without an entry in the sidebar: that screen's entry is marked, and its action and flag count unless it has its own. */
  readonly under?: string;
}

export const SCREENS = {
  home: { path: 'dashboard/backoffice-homepage', action: 'view-backoffice-homepage', flag: 'HOME_PAGE' },
  dashboard: { path: 'dashboard', action: 'view-embedded-dashboard', flag: 'EMBEDDED_DASHBOARD' },
  reports: { path: 'dashboard/reports', action: 'view-insights-reports', flag: 'DASHBOARD' },
  liveBoard: { path: 'dashboard/live-board', action: 'view-live-board' },

  tasks: { path: 'account/tasks', action: 'view-tasks' },
  accounts: { path: 'account/manage', action: 'view-accounts' },
  account: { path: 'account/:accountId', action: 'view-account', under: 'accounts' },
  claims: { path: 'account/claim-overview', action: 'view-claim-overview' },
  claim: { path: 'account/claim/:externalClaimRef', action: 'view-claim', under: 'accounts' },
  accountClaim: { path: 'account/:accountId/claim/:externalClaimRef', action: 'view-claim', under: 'accounts' },
  communications: { path: 'account/communication-center', action: 'view-communication-center', flag: 'COMMUNICATIONS_CENTER' },
  conversationReviews: { path: 'account/conversation-reviews', action: 'view-conversation-reviews' },
  collectorWorkspace: { path: 'account/collector-workspace', action: 'view-collector-workspace', flag: 'COLLECTORS_WORKSPACE' },
  inbox: { path: 'inbox', action: 'view-inbox' },
  bank: { path: 'payments/bank', action: 'view-bank' },
  directDebits: { path: 'payments/direct-debits', action: 'view-direct-debits' },
  approvals: { path: 'payments/approvals', action: 'view-approvals' },
  proposals: { path: 'proposals', action: 'view-proposals' },
  import: { path: 'import', action: 'view-import' },
  imports: { path: 'import/:importId', under: 'import' },

  strategies: { path: 'strategy/strategy-builder-new', action: 'view-strategies' },
  strategy: { path: 'strategy/strategy-builder-new/:strategyId', action: 'view-strategy', under: 'strategies' },
  strategyFlow: { path: 'strategy/strategy-flow', action: 'view-strategy-flow' },
  decisionTrees: { path: 'strategy/decision-tree', action: 'view-decision-trees', flag: 'DECISION_ENGINE' },
  decisionTree: { path: 'strategy/decision-tree/tree/:id?/:version?', under: 'decisionTrees' },
  reactions: { path: 'strategy/reactions-editor', action: 'view-reactions', flag: 'ACCOUNT_REACTION_EVENTS' },
  simulator: { path: 'strategy/strategy-simulator', action: 'view-simulator', flag: 'SIMULATOR' },
  aiOverview: { path: 'AI/overview', action: 'view-ai-overview', flag: 'NEW_AI_INSIGHT_LIST' },
  aiOverviewStep: { path: 'AI/overview/:blueprintId?/:blueprintStepId?', under: 'aiOverview' },
  aiInsights: { path: 'AI/insights', action: 'view-ai-insights', flag: 'NEW_AI_INSIGHT_LIST' },
  aiInsightsStep: { path: 'AI/insights/:blueprintId?/:blueprintStepId?', under: 'aiInsights' },
  aiTemplate: { path: 'AI/insights/:blueprintStepId/:templateId?/:communicationMethod?', under: 'aiInsights' },

  emailBuilder: { path: 'content/email-builder', action: 'view-email-builder' },
  emailEdit: { path: 'content/email-builder/:mode/:bundleId?', under: 'emailBuilder' },
  messagingBuilder: { path: 'content/messaging-builder', action: 'view-messaging-builder' },
  messagingEdit: { path: 'content/messaging-builder/:mode/:bundleId?/:type?', under: 'messagingBuilder' },
  letterBuilder: { path: 'content/letter-builder', action: 'view-letter-builder' },
  letterEdit: { path: 'content/letter-builder/:mode/:letterId?', under: 'letterBuilder' },
  printBatches: { path: 'content/print-batches', action: 'view-print-batches' },
  robocallBuilder: { path: 'content/robocall-builder', action: 'view-robocall-builder' },
  callsEdit: { path: 'content/robocall-builder/:mode/:callId?', under: 'robocallBuilder' },
  landingPageBuilder: { path: 'content/landing-page-builder', action: 'view-landing-page-builder' },
  landingPageCreate: { path: 'content/landing-page-builder/create/:designId?', under: 'landingPageBuilder' },
  landingPageEdit: { path: 'content/landing-page-builder/edit/:landingPageId', under: 'landingPageBuilder' },
  landingPageClone: { path: 'content/landing-page-builder/clone/:landingPageId', under: 'landingPageBuilder' },
  lpClient: { path: 'content/lp-client', action: 'view-lp-client' },
  callScripts: { path: 'content/call-scripts', action: 'view-call-scripts' },
  globalPlaceholders: { path: 'content/global-placeholders', action: 'view-global-placeholders', flag: 'CMS_PLACEHOLDERS' },
  sharedBlocks: { path: 'content/shared-blocks', action: 'view-shared-blocks' },
  sharedBlock: { path: 'content/shared-blocks/:mode/:name?', under: 'sharedBlocks' },
  pictures: { path: 'content/pictures', action: 'view-pictures' },
  brand: { path: 'content/brand', action: 'view-brand' },
  playground: { path: 'content/playground', action: 'view-playground', flag: 'LP_PLAYGROUND' },

  partners: { path: 'asset/partners', action: 'view-partners', flag: 'PARTNERS' },
  partner: { path: 'asset/:partnerId', under: 'partners' },
  transactions: { path: 'asset/transactions', action: 'view-transactions', flag: 'PARTNERS' },

  general: { path: 'configuration/general', action: 'view-general' },
  operations: { path: 'configuration/operations', action: 'view-operations' },
  contactRules: { path: 'configuration/contact-rules', action: 'view-contact-rules' },
  portalSettings: { path: 'configuration/portal-settings', action: 'view-portal-settings' },
  paymentSettings: { path: 'configuration/payments', action: 'view-payment-settings' },
  bankAccounts: { path: 'configuration/payments/bank', action: 'view-bank', under: 'paymentSettings' },
  privacy: { path: 'configuration/privacy', action: 'view-privacy' },
  metadata: { path: 'configuration/metadata', action: 'view-metadata' },
  schedule: { path: 'configuration/schedule', action: 'view-schedule' },
  users: { path: 'configuration/user/list', action: 'view-users' },
  user: { path: 'configuration/user/detail/:userId?', under: 'users' },
  userAudit: { path: 'configuration/user-audit', action: 'view-user-audit', flag: 'USER_AUDIT' },
  webhooks: { path: 'configuration/webhooks', action: 'view-webhooks' },
  apiKeys: { path: 'configuration/api-keys', action: 'view-api-keys' },
  apiReference: { path: 'configuration/api-keys/reference', under: 'apiKeys' },
  connectors: { path: 'configuration/connectors', action: 'view-connectors' },
  queues: { path: 'configuration/queues', action: 'view-queues' },
  eventKinds: { path: 'configuration/events', action: 'view-events' },
  workflows: { path: 'configuration/workflows/list', action: 'view-workflows' },
  workflow: { path: 'configuration/workflows/:workflowBlueprintId?', under: 'workflows' },
  roles: { path: 'configuration/roles', action: 'view-roles' },
  role: { path: 'configuration/roles/:roleName', under: 'roles' },
} as const satisfies Readonly<Record<string, Declared>>;

type Screens = typeof SCREENS;
/** The name of a screen; its title is the text `screen.<name>` of web/shell/i18n/<locale>/shell.json. */
export type ScreenName = keyof Screens;
/** What opens one screen or several. */
export type ScreenAction = Extract<Screens[ScreenName], { action: string }>['action'];

export interface ScreenAddress extends Declared {
  readonly action: ScreenAction;
  readonly under?: ScreenName;
}

/** @returns what is declared of a screen, with what it has of the one that it is under. */
export function screenOf(name: ScreenName): ScreenAddress {
  const own: Declared = SCREENS[name];
  return { ...(own.under && screenOf(own.under as ScreenName)), ...own } as ScreenAddress;
}
