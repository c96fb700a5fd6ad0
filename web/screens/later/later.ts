/** What the screens to come say of themselves: whose words they use, and where one can do a part of it today. */

import type later from '../../shell/i18n/en_US/later.json';
import type { RouteName } from '../../shell/routeName.ts';

export type LaterName = keyof (typeof later)['purposeOf'];

/** A screen that belongs to another one says the same. */
export const PARENTS: Partial<Record<RouteName, LaterName>> = {
  aiOverviewStep: 'aiOverview',
  aiInsightsStep: 'aiInsights',
  aiTemplate: 'aiInsights',
  callsEdit: 'robocallBuilder',
  decisionTree: 'decisionTrees',
  landingPageClone: 'landingPageBuilder',
  landingPageCreate: 'landingPageBuilder',
  landingPageEdit: 'landingPageBuilder',
  letterEdit: 'letterBuilder',
  partner: 'partners',
  workflow: 'workflows',
};

/** Screens that exist, the most helpful first; those the user may not open are left out. */
export const INSTEAD: Record<LaterName, readonly RouteName[]> = {
  aiOverview: ['reports', 'strategies'],
  aiInsights: ['reports', 'accounts'],
  decisionTrees: ['strategies'],
  simulator: ['strategies'],
  reactions: ['strategies'],
  lpClient: ['portalSettings'],
  landingPageBuilder: ['portalSettings'],
  letterBuilder: ['emailBuilder', 'messagingBuilder'],
  robocallBuilder: ['emailBuilder', 'messagingBuilder'],
  playground: ['emailBuilder'],
  partners: ['users', 'accounts'],
  transactions: ['accounts'],
  operations: ['schedule', 'contactRules'],
  webhooks: ['userAudit'],
  queues: ['tasks'],
  workflows: ['tasks', 'strategies'],
};
