/** What becomes of tasks while a write to them is under way (see web/shell/foreseen.ts). */
import { type Foresight, withRecord } from '../foreseen.ts';

const QUERIES = ['getOwnCaseManagementTaskList', 'getCaseManagementTaskList', 'getAccountData', 'getAccountDataV2'];

/** What a list of tasks may be asked for, as far as a write changes it. */
interface Filter {
  readonly statuses?: readonly string[] | null;
  readonly userIds?: readonly string[] | null;
  readonly unassigned?: boolean | null;
  readonly tags?: readonly string[] | null;
  readonly topicIds?: readonly string[] | null;
  readonly due?: boolean | null;
}

interface Task {
  readonly status?: string;
  readonly recipientId?: string | null;
  readonly tags?: readonly string[];
  readonly topicId?: string;
}

/** @returns whether a list shows the task; what it does not say of itself fits. Without a filter lists hold what is open, as an account does. */
export function fits({ statuses, userIds, unassigned, tags, topicIds }: Filter, task: Task): boolean {
  const { status, recipientId, topicId } = task;
  if (status !== undefined && !(statuses ?? ['new', 'active']).includes(status)) return false;
  if (recipientId !== undefined && (userIds?.length || unassigned)) {
    const isOfThem = recipientId === null ? unassigned === true : userIds?.includes(recipientId) === true;
    if (!isOfThem) return false;
  }
  if (topicId !== undefined && topicIds?.length && !topicIds.includes(topicId)) return false;
  return !tags?.length || task.tags === undefined || task.tags.some((tag) => tags.includes(tag));
}

const filterOf = (asked: unknown): Filter => (asked as { filter?: Filter | null } | null)?.filter ?? {};

function becomes(taskId: string, change: Task & Readonly<Record<string, unknown>>): Foresight {
  return {
    queries: QUERIES,
    record: `task ${taskId}`,
    change: (data, asked) =>
      withRecord(data, 'taskId', taskId, (task) => {
        const next = { ...task, ...change };
        return fits(filterOf(asked), next) ? next : null;
      }),
  };
}

interface About {
  readonly taskId: string;
}

/** Somebody takes a task, or brings it back to work. */
export const taken = (userId: string) => (about: About) =>
  becomes(about.taskId, { status: 'active', recipientId: userId, skippedUntil: null, resolverId: null, resolutionNote: null });

/** A task is resolved, for what was written about it. */
export const resolved = (userId: string) => (about: About & { readonly resolutionNote?: string | null | undefined }) =>
  becomes(about.taskId, { status: 'resolved', resolverId: userId, resolutionNote: about.resolutionNote ?? null });

/** Several are. Those that somebody else holds come back with the true answer. */
export const allResolved =
  (userId: string) => (about: { readonly taskIds: readonly string[] | string; readonly resolutionNote?: string | null | undefined }) => {
    const each = [about.taskIds].flat().map((taskId) => resolved(userId)({ taskId, resolutionNote: about.resolutionNote }));
    return {
      queries: QUERIES,
      record: `tasks ${each.map(({ record }) => record)}`,
      change: (data, asked) => each.reduce((seen, { change }) => change(seen, asked), data),
    } satisfies Foresight;
  };

/** It is put off: where only what is due shows, it leaves at once. Until when, the server says, by the client's calendar. */
export const snoozed = (about: About): Foresight => ({
  queries: QUERIES,
  record: `task ${about.taskId}`,
  change: (data, asked) => (filterOf(asked).due ? withRecord(data, 'taskId', about.taskId, () => null) : data),
});

/** What is said of it changes: its words, topic and tags. Its day is the server's to compute. */
export const changed = (about: About & { readonly task: Readonly<Record<string, unknown>> }): Foresight => {
  const { note, description, topicId, tags } = about.task as { note?: string; description?: string; topicId?: string; tags?: string[] };
  const said = Object.entries({ note, description, topicId, tags }).filter(([, value]) => value != null);
  return becomes(about.taskId, Object.fromEntries(said));
};
