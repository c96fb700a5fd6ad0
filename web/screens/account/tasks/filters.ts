/** The queue's tabs and filters as they stand in the address, and as the list takes them. */
import { type ListFilterEntries, withoutFilters } from '../../../shell/list/filters.ts';
import { dayRange } from '../../../ui/listFilters.ts';
import type { AllTasksQueryVariables } from './account.graphql.ts';

export type Search = NonNullable<AllTasksQueryVariables['filter']>;

/** Unassigned ones are those of one's own topics. */
export const TABS = ['mine', 'unassigned', 'team', 'resolved'] as const;
export type Tab = (typeof TABS)[number];

/** Among people: nobody. */
export const NOBODY = 'nobody';
export const OPEN = ['new', 'active'] as const;

const statusesIn = (all: readonly string[]) => OPEN.filter((status) => all.includes(status));

/** Filters that can be added: a new one is one entry here, its options beside it (filterOptions.ts) and its text. */
const ALL: ListFilterEntries<Search> = {
  topic: { kind: 'several', search: ({ all }) => ({ topicIds: all }) },
  group: { kind: 'several', search: ({ all }) => ({ groupIds: all }) },
  who: {
    kind: 'several',
    search: ({ all }) => ({ userIds: all.filter((each) => each !== NOBODY), unassigned: all.includes(NOBODY) || null }),
  },
  tag: { kind: 'several', search: ({ all }) => ({ tags: all }) },
  due: { kind: 'days', search: ({ first }) => ({ dueDateRange: dayRange(first) }) },
  status: {
    kind: 'several',
    search: ({ all }) => (statusesIn(all).length > 0 ? { statuses: statusesIn(all) } : {}),
  },
  later: { kind: 'one', search: ({ first }) => ({ due: first === 'no' || null }) },
};

/** What each tab offers: one's own tasks are not asked for by person, resolved ones not by status. */
export const FILTERS: Readonly<Record<Tab, ListFilterEntries<Search>>> = {
  mine: withoutFilters(ALL, 'who'),
  unassigned: withoutFilters(ALL, 'who', 'status'),
  team: ALL,
  resolved: withoutFilters(ALL, 'status', 'later'),
};

/**
 * @param userId whose tasks are mine. @returns what a tab asks for before anything narrows it down. What was put off does not wait for
 * anybody: the lists that one person works on show it when asked.
 */
export function tabSearch(tab: Tab, userId: string): Search {
  const open = { statuses: [...OPEN] };
  if (tab === 'mine') return { ...open, userIds: [userId], due: true };
  if (tab === 'unassigned') return { ...open, unassigned: true, due: true };
  return tab === 'team' ? open : { statuses: ['resolved'] };
}
