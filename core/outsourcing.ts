/** Words for claims that are with partners, which the server, strategies and screens share. */

/** What had a claim given away. */
export const OUTSOURCE_METHODS = ['manual', 'bulk', 'strategy', 'schedule', 'file', 'api'] as const;
export type OutsourceMethod = (typeof OUTSOURCE_METHODS)[number];

/** Statuses of a claim's assignment by what totals are shown for (specification 2, section 4). Those that are active are out. */
export const ASSIGNMENT_GROUPS = {
  active: ['created', 'reopened', 'updated'],
  resolved: ['resolved'],
  removed: ['deleted', 'reverted'],
} as const;
export type AssignmentGroup = keyof typeof ASSIGNMENT_GROUPS;
export type AssignmentStatus = (typeof ASSIGNMENT_GROUPS)[AssignmentGroup][number];

/** Characters of what is said when a claim is given away or comes back. */
export const MOST_NOTE = 500;
