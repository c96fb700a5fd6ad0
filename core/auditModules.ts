/**
 * The audit's order of things: modules, their submodules, and what deeds there are. Names of modules and submodules are keys of texts
 * (web/shell/i18n/<locale>/audit.json). Where each kind of event stands is declared with the kind (core/events).
 */
/** What a deed does to what it is about. */
export const AUDIT_EVENT_TYPES = ['create', 'update', 'delete', 'access', 'send', 'run', 'other'] as const;
export type AuditEventType = (typeof AUDIT_EVENT_TYPES)[number];

export const AUDIT_STATUSES = ['success', 'failure'] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

/**
 * In the order of the filters. `about` says whose changes these are: those of accounts need configuration/viewAccountChanges, those of the
 * configuration viewConfigurationChanges, one's own are seen by everybody. `service` is the endpoint whose facts they are.
 */
const MODULES = [
  {
    id: 'accounts',
    about: 'accounts',
    submodules: [
      { id: 'claims', service: 'account' },
      { id: 'accounts', service: 'account' },
      { id: 'debtors', service: 'account' },
      { id: 'notes', service: 'notes' },
      { id: 'tasks', service: 'account' },
      { id: 'files', service: 'files' },
      { id: 'privacy', service: 'privacy' },
      { id: 'proposals', service: 'api' },
    ],
  },
  {
    id: 'money',
    about: 'accounts',
    submodules: [
      { id: 'payments', service: 'finance' },
      { id: 'agreements', service: 'finance' },
      { id: 'mandates', service: 'finance' },
    ],
  },
  {
    id: 'contact',
    about: 'accounts',
    submodules: [
      { id: 'messages', service: 'cms' },
      { id: 'portal', service: 'landing-page' },
    ],
  },
  {
    id: 'strategyRuns',
    about: 'accounts',
    submodules: [
      { id: 'runs', service: 'strategy' },
      { id: 'workflowRuns', service: 'workflows' },
    ],
  },
  {
    id: 'data',
    about: 'accounts',
    submodules: [
      { id: 'imports', service: 'import' },
      { id: 'bulkActions', service: 'account' },
      { id: 'exports', service: 'account' },
    ],
  },
  {
    id: 'strategies',
    about: 'configuration',
    submodules: [
      { id: 'strategies', service: 'strategy' },
      { id: 'decisionTrees', service: 'decision' },
      { id: 'reactions', service: 'reactions' },
      { id: 'customTriggers', service: 'strategy' },
    ],
  },
  {
    id: 'content',
    about: 'configuration',
    submodules: [
      { id: 'templates', service: 'cms' },
      { id: 'placeholders', service: 'cms' },
    ],
  },
  {
    id: 'configuration',
    about: 'configuration',
    submodules: [
      { id: 'general', service: 'backoffice' },
      { id: 'metadata', service: 'account' },
      { id: 'contactRules', service: 'operations' },
      { id: 'portalSettings', service: 'landing-page' },
      { id: 'schedule', service: 'operations' },
      { id: 'paymentSettings', service: 'finance' },
      { id: 'dashboards', service: 'reporting' },
      { id: 'audit', service: 'events' },
      { id: 'taskTopics', service: 'account' },
      { id: 'retention', service: 'privacy' },
      { id: 'workflows', service: 'workflows' },
      { id: 'apiKeys', service: 'api' },
      { id: 'webhooks', service: 'webhook-subscription' },
      { id: 'connectors', service: 'import' },
    ],
  },
  {
    id: 'users',
    about: 'configuration',
    submodules: [
      { id: 'users', service: 'backoffice' },
      { id: 'roles', service: 'backoffice' },
      { id: 'access', service: 'identity' },
      { id: 'notifications', service: 'notifications' },
    ],
  },
  {
    id: 'partners',
    about: 'configuration',
    submodules: [
      { id: 'partners', service: 'partner' },
      { id: 'partnerAgreements', service: 'partner' },
      { id: 'partnerInvoices', service: 'partner' },
    ],
  },
  // Types that product extensions add.
  { id: 'other', about: 'configuration', submodules: [{ id: 'other', service: 'events' }] },
] as const;

export type AuditModuleId = (typeof MODULES)[number]['id'];
export type AuditSubmoduleId = (typeof MODULES)[number]['submodules'][number]['id'];

export interface AuditSubmodule {
  readonly id: string;
  readonly service: string;
}
export interface AuditModule {
  readonly id: string;
  readonly about: 'accounts' | 'configuration';
  readonly submodules: readonly AuditSubmodule[];
}
export const AUDIT_MODULES: readonly AuditModule[] = MODULES;
