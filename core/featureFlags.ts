/** Feature flags (specification 1, section 6): the client's own list first, then what is active for the user, then these defaults. */
export const FEATURE_FLAGS = [
  'ACCOUNT_AI_SCORE',
  'ACCOUNT_CREATE_TASK',
  'ACCOUNT_ASSIGNMENT',
  'ACCOUNT_CUSTOM_TRIGGER',
  'ACCOUNT_REACTION_EVENTS',
  'CLAIM_AI_SCORE',
  'CLAIM_BULK_ACTION',
  'CLAIM_PARTNER_ALLOCATION',
  'CLAIM_REACTION_EVENTS',
  'SHOW_MANDATES_EVENTS_TO_CLAIM_TIME_LINE',
  'CLIENT_ADMIN',
  'CMS_PLACEHOLDERS',
  'COMMUNICATIONS_CENTER',
  'VIEW_COMMUNICATION_TEMPLATES',
  'CUSTOM_LOAN_CALCULATOR',
  'DASHBOARD',
  'DECISION_ENGINE',
  'DECISION_SCORING_EVENTS',
  'DIALER_INTEGRATION',
  'EMBEDDED_DASHBOARD',
  'EXPORT_CLAIMS',
  'i18n',
  'LANDING_PAGE_EXPORT',
  'LP_PLAYGROUND',
  'MFA',
  'NEW_AI_CONTENT_STEP',
  'NEW_AI_INSIGHT_LIST',
  'NOTIFICATIONS',
  'PROMISE_TO_PAY_METHOD',
  'SIMULATOR',
  'START_TASKS',
  'TASK_IN_PROGRESS',
  'NEW_TASK_OVERVIEW_TABLE',
  'USER_AUDIT',
  'USER_ROLE_TYPES',
  'HOME_PAGE',
  'COLLECTORS_WORKSPACE',
  'PARTNERS',
  'INSTALMENT_PLAN_V2',
  'DISABLE_INSTALMENT_PLAN_CLAIM_SELECTION',
] as const;

export type FeatureFlag = (typeof FEATURE_FLAGS)[number];

/** What holds where nobody decides: i18n on and PARTNERS off as specified; what is built and wanted by everybody is on (docs/decisions/flags.md). */
export const STATIC_FLAGS: Readonly<Partial<Record<FeatureFlag, boolean>>> = {
  i18n: true,
  PARTNERS: false,
  ACCOUNT_AI_SCORE: true,
  CLAIM_AI_SCORE: true,
  ACCOUNT_CREATE_TASK: true,
  ACCOUNT_REACTION_EVENTS: true,
  ACCOUNT_ASSIGNMENT: true,
  CLAIM_BULK_ACTION: true,
  CMS_PLACEHOLDERS: true,
  COLLECTORS_WORKSPACE: true,
  COMMUNICATIONS_CENTER: true,
  DASHBOARD: true,
  DECISION_ENGINE: true,
  EXPORT_CLAIMS: true,
  INSTALMENT_PLAN_V2: true,
  NOTIFICATIONS: true,
  SHOW_MANDATES_EVENTS_TO_CLAIM_TIME_LINE: true,
  START_TASKS: true,
  TASK_IN_PROGRESS: true,
  USER_AUDIT: true,
  VIEW_COMMUNICATION_TEMPLATES: true,
};

/** Flags of what is not built: nothing of it is shown, whether they are on or off (docs/decisions/flags.md). */
export const UNBUILT_FLAGS: ReadonlySet<FeatureFlag> = new Set<FeatureFlag>([
  'CLAIM_REACTION_EVENTS',
  'DECISION_SCORING_EVENTS',
  'NEW_AI_CONTENT_STEP',
  'NEW_TASK_OVERVIEW_TABLE',
]);

/** @param own the client's featureFlags (JSON: names to on or off, or a list of names) @param active names that are on for the user. @returns whether the flag is on. */
export function isFlagOn(flag: FeatureFlag, own: unknown, active: readonly string[]): boolean {
  const list = own !== null && typeof own === 'object' ? (own as Record<string, unknown>) : {};
  const value = Array.isArray(own) ? (own.includes(flag) ? true : undefined) : list[flag];
  if (typeof value === 'boolean') return value;
  return active.includes(flag) || (STATIC_FLAGS[flag] ?? false);
}
