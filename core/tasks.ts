/** Figures and words of tasks that the server and the screens share. */
import { MINUTE } from './time.ts';

/** The topic of tasks that name none: always there, listed first, never deleted (specification 2, section 9). */
export const DEFAULT_TOPIC = 'default';

/** Tasks a list gives when nobody says which page (specification 3, section 9). */
export const DEFAULT_TASK_PAGE = 1;
export const DEFAULT_TASK_LIMIT = 10;

/** The working view shows one task at a time (specification 2, section 9: default task page size). */
export const TASK_PAGE_SIZE = 1;
/** Turning its pages waits this long, ms, for the next press before anything is loaded (the same section: local pagination). */
export const LOCAL_PAGE_DELAY_MS = 500;

/** Who started a task, or has an account to work on, holds it this long, ms, unless the open screen says so again. */
export const HOLD_MS = 5 * MINUTE;
/** How often the open screen says so, ms: several times within a hold, so that one lost answer costs nothing. */
export const HOLD_AGAIN_MS = 1.5 * MINUTE;

/** Why somebody is not available for tasks or calls (specification 3, section 4); 'offline' is no reason but the end of the day. */
export const AVAILABILITY_REASONS = ['break', 'meeting', 'training', 'paperwork', 'offline'] as const;

/** Who gets the tasks of a group's topics (docs/decisions/tasks.md). */
export const GROUP_LOGICS = ['manual', 'roundRobin', 'leastOpenTasks', 'byAssignee'] as const;
export type GroupLogic = (typeof GROUP_LOGICS)[number];

/** The tag that stands first wherever tags are listed. */
const FIRST_TAG = 'URGENT';
/** The tag of tasks that a workflow made: the product sets it, nobody edits it (specification 1, section 3). */
export const WORKFLOW_TAG = 'WORKFLOW';

/** @returns the keys with URGENT first, the others in their order. */
export function urgentFirst<Tag extends { readonly key: string }>(tags: readonly Tag[]): Tag[] {
  return [...tags].sort((a, b) => Number(b.key === FIRST_TAG) - Number(a.key === FIRST_TAG));
}

/**
 * What the product itself puts into the task queue: a debtor's request for help with paying, which holds the account while it is open
 * (core/help.ts), a debtor's dispute, a call they ask for, and money that came twice. A task keeps the key and its values; clients say it in their language.
 */
export const TASK_MATTERS = ['help', 'dispute', 'callback', 'callSoon', 'paidTwice'] as const;
export type TaskMatter = (typeof TASK_MATTERS)[number];
