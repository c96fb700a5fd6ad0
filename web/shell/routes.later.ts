/** Routes of screens that are still to be built: their addresses hold (specification 1, section 2.2), and their screen says what it will be for. */
import type { Route } from './route.ts';

const load = () => import('../screens/later/LaterScreen.tsx');
const later = (routes: readonly Omit<Route, 'load' | 'isLater'>[]): Route[] => routes.map((route) => ({ ...route, load, isLater: true }));

export const LATER_ROUTES: readonly Route[] = later([
  { name: 'aiOverview', path: 'AI/overview', action: 'view-ai-overview', flag: 'NEW_AI_INSIGHT_LIST' },
  {
    name: 'aiOverviewStep',
    path: 'AI/overview/:blueprintId?/:blueprintStepId?',
    action: 'view-ai-overview',
    flag: 'NEW_AI_INSIGHT_LIST',
  },
  { name: 'aiInsights', path: 'AI/insights', action: 'view-ai-insights', flag: 'NEW_AI_INSIGHT_LIST' },
  {
    name: 'aiInsightsStep',
    path: 'AI/insights/:blueprintId?/:blueprintStepId?',
    action: 'view-ai-insights',
    flag: 'NEW_AI_INSIGHT_LIST',
  },
  {
    name: 'aiTemplate',
    path: 'AI/insights/:blueprintStepId/:templateId?/:communicationMethod?',
    action: 'view-ai-insights',
    flag: 'NEW_AI_INSIGHT_LIST',
  },
  { name: 'transactions', path: 'asset/transactions', action: 'view-transactions', flag: 'PARTNERS' },
  { name: 'partners', path: 'asset/partners', action: 'view-partners', flag: 'PARTNERS' },
  { name: 'partner', path: 'asset/:partnerId', action: 'view-partners', flag: 'PARTNERS' },
  { name: 'lpClient', path: 'content/lp-client', action: 'view-lp-client' },
  { name: 'landingPageBuilder', path: 'content/landing-page-builder', action: 'view-landing-page-builder' },
  {
    name: 'landingPageCreate',
    path: 'content/landing-page-builder/create/:designId?',
    action: 'view-landing-page-builder',
  },
  { name: 'landingPageEdit', path: 'content/landing-page-builder/edit/:landingPageId', action: 'view-landing-page-builder' },
  { name: 'landingPageClone', path: 'content/landing-page-builder/clone/:landingPageId', action: 'view-landing-page-builder' },
  { name: 'letterBuilder', path: 'content/letter-builder', action: 'view-letter-builder' },
  { name: 'letterEdit', path: 'content/letter-builder/:mode/:letterId?', action: 'view-letter-builder' },
  { name: 'robocallBuilder', path: 'content/robocall-builder', action: 'view-robocall-builder' },
  { name: 'callsEdit', path: 'content/robocall-builder/:mode/:callId?', action: 'view-robocall-builder' },
  { name: 'playground', path: 'content/playground', action: 'view-playground', flag: 'LP_PLAYGROUND' },
  { name: 'webhooks', path: 'configuration/webhooks', action: 'view-webhooks' },
  { name: 'queues', path: 'configuration/queues', action: 'view-queues' },
  { name: 'workflows', path: 'configuration/workflows/list', action: 'view-workflows' },
  { name: 'workflow', path: 'configuration/workflows/:workflowBlueprintId?', action: 'view-workflows' },
  { name: 'decisionTrees', path: 'strategy/decision-tree', action: 'view-decision-trees', flag: 'DECISION_ENGINE' },
  {
    name: 'decisionTree',
    path: 'strategy/decision-tree/tree/:id?/:version?',
    action: 'view-decision-trees',
    flag: 'DECISION_ENGINE',
  },
  { name: 'simulator', path: 'strategy/strategy-simulator', action: 'view-simulator', flag: 'SIMULATOR' },
  { name: 'reactions', path: 'strategy/reactions-editor', action: 'view-reactions', flag: 'ACCOUNT_REACTION_EVENTS' },
]);
