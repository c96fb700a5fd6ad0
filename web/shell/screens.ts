/**
 * What shows each screen of core/screens.ts, by its place in the sidebar and in the sidebar's order. Routes, menu, landing and "Go to" follow
 * from here; a test finds a screen that is missing.
 */
import {
  type Icon,
  IconArrowsTransferDown,
  IconBinaryTree2,
  IconBolt,
  IconBuildingBank,
  IconBulb,
  IconChecklist,
  IconFileImport,
  IconFileInvoice,
  IconHeadset,
  IconInbox,
  IconLayoutDashboard,
  IconMessage2Check,
  IconMessages,
  IconPlayerPlay,
  IconRoute,
  IconRubberStamp,
  IconSitemap,
  IconUsers,
} from '@tabler/icons-react';
import type { ScreenName } from '../../core/screens.ts';
import type { Shown } from './route.ts';

/** Entries that open a panel of screens. */
export type EntryName = 'ai' | 'content' | 'configuration' | 'partners' | 'reports';
export type SectionName = 'top' | 'collect' | 'automate' | 'manage';

type Of<Value> = Readonly<Partial<Record<ScreenName, Value>>>;

/** A screen that is still to be built: its address holds, and it says what it will be for. */
const LATER: Shown = { load: () => import('../screens/later/LaterScreen.tsx'), isLater: true };

export const SHOWN = {
  top: {
    home: { icon: IconLayoutDashboard, load: () => import('../screens/dashboard/backoffice-homepage/HomeScreen.tsx') },
  },
  collect: {
    tasks: { icon: IconChecklist, load: () => import('../screens/account/tasks/TasksScreen.tsx') },
    accounts: { icon: IconUsers, load: () => import('../screens/account/manage/AccountsScreen.tsx') },
    claims: { icon: IconFileInvoice, load: () => import('../screens/account/claim-overview/ClaimsScreen.tsx') },
    communications: {
      icon: IconMessages,
      load: () => import('../screens/account/communication-center/CommunicationsScreen.tsx'),
    },
    conversationReviews: {
      icon: IconMessage2Check,
      load: () => import('../screens/account/conversation-reviews/ReviewsScreen.tsx'),
    },
    collectorWorkspace: {
      icon: IconHeadset,
      load: () => import('../screens/account/collector-workspace/CollectorScreen.tsx'),
    },
    inbox: { icon: IconInbox, load: () => import('../screens/inbox/messages/InboxScreen.tsx') },
    bank: { icon: IconBuildingBank, load: () => import('../screens/payments/bank/BankScreen.tsx') },
    directDebits: {
      icon: IconArrowsTransferDown,
      load: () => import('../screens/payments/direct-debits/DirectDebitsScreen.tsx'),
    },
    approvals: { icon: IconRubberStamp, load: () => import('../screens/payments/approvals/ApprovalsScreen.tsx') },
    proposals: { icon: IconBulb, load: () => import('../screens/proposals/list/ProposalsScreen.tsx') },
    import: { icon: IconFileImport, load: () => import('../screens/import/list/ImportsScreen.tsx') },
  },
  automate: {
    strategies: { icon: IconRoute, load: () => import('../screens/strategy/list/StrategyListScreen.tsx') },
    strategyFlow: { icon: IconSitemap, load: () => import('../screens/strategy/flow/StrategyFlowScreen.tsx') },
    decisionTrees: { icon: IconBinaryTree2, load: () => import('../screens/strategy/decision-tree/TreeListScreen.tsx') },
    reactions: { icon: IconBolt, load: () => import('../screens/strategy/reactions-editor/ReactionsScreen.tsx') },
    simulator: { icon: IconPlayerPlay, ...LATER },
  },
  manage: {},
  ai: {
    aiOverview: LATER,
    aiInsights: LATER,
  },
  content: {
    emailBuilder: { load: () => import('../screens/content/builder/EmailBuilderScreen.tsx') },
    messagingBuilder: { load: () => import('../screens/content/builder/MessagingBuilderScreen.tsx') },
    letterBuilder: { load: () => import('../screens/content/builder/LetterBuilderScreen.tsx') },
    printBatches: { load: () => import('../screens/content/print-batches/PrintBatchesScreen.tsx') },
    robocallBuilder: { load: () => import('../screens/content/builder/RobocallBuilderScreen.tsx') },
    landingPageBuilder: { load: () => import('../screens/content/landing-pages/LandingPagesScreen.tsx') },
    lpClient: { load: () => import('../screens/content/landing-pages/ClientPagesScreen.tsx') },
    callScripts: { load: () => import('../screens/content/call-scripts/Scripts.tsx') },
    globalPlaceholders: { load: () => import('../screens/content/global-placeholders/GlobalPlaceholdersScreen.tsx') },
    sharedBlocks: { load: () => import('../screens/content/shared-blocks/SharedBlocksScreen.tsx') },
    pictures: { load: () => import('../screens/content/pictures/PicturesScreen.tsx') },
    brand: { load: () => import('../screens/content/brand/BrandScreen.tsx') },
    playground: { load: () => import('../screens/content/landing-pages/PlaygroundScreen.tsx') },
  },
  partners: {
    partners: { load: () => import('../screens/asset/partners/PartnersScreen.tsx') },
    transactions: { load: () => import('../screens/asset/transactions/TransactionsScreen.tsx') },
  },
  reports: {
    liveBoard: { load: () => import('../screens/dashboard/live-board/LiveBoardScreen.tsx') },
    dashboard: { load: () => import('../screens/dashboard/embedded/EmbeddedScreen.tsx') },
    reports: { load: () => import('../screens/dashboard/reports/ReportsScreen.tsx') },
  },
  configuration: {
    general: { load: () => import('../screens/configuration/general/GeneralScreen.tsx') },
    operations: { load: () => import('../screens/configuration/operations/OperationsScreen.tsx') },
    contactRules: { load: () => import('../screens/configuration/contact-rules/ContactRulesScreen.tsx') },
    portalSettings: { load: () => import('../screens/configuration/portal-settings/PortalSettingsScreen.tsx') },
    paymentSettings: { load: () => import('../screens/configuration/payments/PaymentsScreen.tsx') },
    privacy: { load: () => import('../screens/configuration/privacy/PrivacyScreen.tsx') },
    metadata: { load: () => import('../screens/configuration/metadata/MetadataScreen.tsx') },
    schedule: { load: () => import('../screens/configuration/schedule/ScheduleScreen.tsx') },
    users: { load: () => import('../screens/configuration/user/UsersScreen.tsx') },
    userAudit: { load: () => import('../screens/configuration/user-audit/UserAuditScreen.tsx') },
    apiKeys: { load: () => import('../screens/configuration/api-keys/ApiKeysScreen.tsx') },
    webhooks: { load: () => import('../screens/configuration/webhooks/WebhooksScreen.tsx') },
    connectors: { load: () => import('../screens/configuration/connectors/ConnectorsScreen.tsx') },
    queues: LATER,
    eventKinds: { load: () => import('../screens/configuration/events/EventsScreen.tsx') },
    workflows: { load: () => import('../screens/configuration/workflows/WorkflowsScreen.tsx') },
    roles: { load: () => import('../screens/configuration/roles/RolesScreen.tsx') },
  },
  /** Opened from elsewhere; core/screens.ts says whose entry they are under. */
  noEntry: {
    account: {
      load: () => import('../screens/account/detail/AccountScreen.tsx'),
      isNext: true,
      check: { asked: 'accountRedirect', load: async () => (await import('./checks.ts')).checkAccount },
    },
    claim: {
      load: () => import('../screens/account/claim/ClaimScreen.tsx'),
      check: { asked: 'claimRedirect', load: async () => (await import('./checks.ts')).checkClaim },
    },
    accountClaim: { load: () => import('../screens/account/claim/ClaimScreen.tsx') },
    imports: { load: () => import('../screens/import/run/ImportScreen.tsx') },
    strategy: { load: () => import('../screens/strategy/canvas/StrategyScreen.tsx') },
    decisionTree: { load: () => import('../screens/strategy/decision-tree/editor/TreeScreen.tsx') },
    aiOverviewStep: LATER,
    aiInsightsStep: LATER,
    aiTemplate: LATER,
    emailEdit: { load: () => import('../screens/content/builder/EmailEditScreen.tsx') },
    messagingEdit: { load: () => import('../screens/content/builder/MessagingEditScreen.tsx') },
    sharedBlock: { load: () => import('../screens/content/shared-blocks/SharedBlockScreen.tsx') },
    letterEdit: { load: () => import('../screens/content/builder/LetterEditScreen.tsx') },
    callsEdit: { load: () => import('../screens/content/builder/RobocallEditScreen.tsx') },
    landingPageCreate: { load: () => import('../screens/content/landing-pages/LandingCreateScreen.tsx') },
    landingPageEdit: { load: () => import('../screens/content/landing-pages/LandingEditScreen.tsx') },
    landingPageClone: { load: () => import('../screens/content/landing-pages/LandingCloneScreen.tsx') },
    partner: { load: () => import('../screens/asset/partner/PartnerScreen.tsx') },
    apiReference: { load: () => import('../screens/configuration/api-keys/ReferenceScreen.tsx') },
    bankAccounts: { load: () => import('../screens/configuration/payments/BankAccountsScreen.tsx') },
    user: { load: () => import('../screens/configuration/user/UserScreen.tsx') },
    workflow: { load: () => import('../screens/configuration/workflows/WorkflowScreen.tsx') },
    role: { load: () => import('../screens/configuration/roles/RoleScreen.tsx') },
  },
} satisfies Record<SectionName, Of<Shown & { readonly icon: Icon }>> & Record<EntryName | 'noEntry', Of<Shown>>;
