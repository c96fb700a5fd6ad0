/** Every screen under /{clientId}: one line each (specification 1, section 2.2). */
import type { Route } from './route.ts';
import { LATER_ROUTES } from './routes.later.ts';

export const ROUTES: readonly Route[] = [
  { name: 'tasks', path: 'account/tasks', action: 'view-tasks', load: () => import('../screens/account/tasks/TasksScreen.tsx') },
  { name: 'accounts', path: 'account/manage', action: 'view-accounts', load: () => import('../screens/account/manage/AccountsScreen.tsx') },
  {
    name: 'account',
    path: 'account/:accountId',
    action: 'view-account',
    load: () => import('../screens/account/detail/AccountScreen.tsx'),
    check: { asked: 'accountRedirect', load: async () => (await import('./checks.ts')).checkAccount },
  },
  {
    name: 'claim',
    path: 'account/claim/:externalClaimRef',
    action: 'view-claim',
    load: () => import('../screens/account/claim/ClaimScreen.tsx'),
    check: { asked: 'claimRedirect', load: async () => (await import('./checks.ts')).checkClaim },
  },
  {
    name: 'accountClaim',
    path: 'account/:accountId/claim/:externalClaimRef',
    action: 'view-claim',
    load: () => import('../screens/account/claim/ClaimScreen.tsx'),
  },
  {
    name: 'portalSettings',
    path: 'configuration/portal-settings',
    action: 'view-portal-settings',
    load: () => import('../screens/configuration/portal-settings/PortalSettingsScreen.tsx'),
  },
  { name: 'inbox', path: 'inbox', action: 'view-inbox', load: () => import('../screens/inbox/messages/InboxScreen.tsx') },
  {
    name: 'emailBuilder',
    path: 'content/email-builder',
    action: 'view-email-builder',
    load: () => import('../screens/content/builder/EmailBuilderScreen.tsx'),
  },
  {
    name: 'emailEdit',
    path: 'content/email-builder/:mode/:bundleId?',
    action: 'view-email-builder',
    load: () => import('../screens/content/builder/EmailEditScreen.tsx'),
  },
  {
    name: 'messagingBuilder',
    path: 'content/messaging-builder',
    action: 'view-messaging-builder',
    load: () => import('../screens/content/builder/MessagingBuilderScreen.tsx'),
  },
  {
    name: 'messagingEdit',
    path: 'content/messaging-builder/:mode/:bundleId?/:type?',
    action: 'view-messaging-builder',
    load: () => import('../screens/content/builder/MessagingEditScreen.tsx'),
  },
  {
    name: 'globalPlaceholders',
    path: 'content/global-placeholders',
    action: 'view-global-placeholders',
    load: () => import('../screens/content/global-placeholders/GlobalPlaceholdersScreen.tsx'),
  },
  {
    name: 'general',
    path: 'configuration/general',
    action: 'view-general',
    load: () => import('../screens/configuration/general/GeneralScreen.tsx'),
  },
  {
    name: 'roles',
    path: 'configuration/roles',
    action: 'view-roles',
    load: () => import('../screens/configuration/roles/RolesScreen.tsx'),
  },
  {
    name: 'role',
    path: 'configuration/roles/:roleName',
    action: 'view-roles',
    load: () => import('../screens/configuration/roles/RoleScreen.tsx'),
  },
  {
    name: 'users',
    path: 'configuration/user/list',
    action: 'view-users',
    load: () => import('../screens/configuration/user/UsersScreen.tsx'),
  },
  {
    name: 'user',
    path: 'configuration/user/detail/:userId?',
    action: 'view-users',
    load: () => import('../screens/configuration/user/UserScreen.tsx'),
  },
  {
    name: 'contactRules',
    path: 'configuration/contact-rules',
    action: 'view-contact-rules',
    load: () => import('../screens/configuration/contact-rules/ContactRulesScreen.tsx'),
  },
  {
    name: 'strategies',
    path: 'strategy/strategy-builder-new',
    action: 'view-strategies',
    load: () => import('../screens/strategy/list/StrategyListScreen.tsx'),
  },
  {
    name: 'strategy',
    path: 'strategy/strategy-builder-new/:strategyId',
    action: 'view-strategy',
    load: () => import('../screens/strategy/canvas/StrategyScreen.tsx'),
  },
  { name: 'import', path: 'import', action: 'view-import', load: () => import('../screens/import/list/ImportsScreen.tsx') },
  { name: 'imports', path: 'import/:importId', action: 'view-import', load: () => import('../screens/import/run/ImportScreen.tsx') },
  ...LATER_ROUTES,
];
