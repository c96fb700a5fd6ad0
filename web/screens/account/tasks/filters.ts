/** The queue's filters as they stand in the address, and as the list takes them. */
import { dayRange, type ListFilter } from '../../../ui/listFilters.ts';
import type { AllTasksQueryVariables } from './account.graphql.ts';

/** Unassigned ones are those of one's own topics. */
export const TABS = ['mine', 'unassigned', 'team', 'resolved'] as const;
export type Tab = (typeof TABS)[number];

export const KINDS = {
  topic: 'several',
  group: 'several',
  who: 'several',
  tag: 'several',
  due: 'days',
  status: 'several',
  later: 'one',
} as const satisfies Readonly<Record<string, ListFilter['kind']>>;
export type FilterName = keyof typeof KINDS;
export const FILTERS = Object.keys(KINDS) as FilterName[];
/** Among people: nobody. */
export const NOBODY = 'nobody';
export const OPEN = ['new', 'active'] as const;

/** Columns that sort, and by what. */
export const SORTS = { account: 'debtorFullName', balance: 'totalAmount', pastDue: 'daysPastDue', due: 'dueDate' } as const;

/** What the address asks for, as the lists take it. Values that cannot be are left out. @param userId whose tasks are mine. */
export function filterOf(params: URLSearchParams, tab: Tab, userId: string): NonNullable<AllTasksQueryVariables['filter']> {
  const several = (name: FilterName) => (params.has(name) ? params.getAll(name) : null);
  const people = tab === 'mine' ? [userId] : tab === 'unassigned' ? [NOBODY] : several('who');
  const statuses = OPEN.filter((status) => params.getAll('status').includes(status));
  // What was put off does not wait for anybody; one's own list shows it when asked.
  const later = params.get('later') ?? (isQueue(tab) ? 'no' : null);
  return {
    topicIds: several('topic'),
    groupIds: several('group'),
    tags: several('tag'),
    userIds: tab === 'unassigned' ? null : (people?.filter((each) => each !== NOBODY) ?? null),
    unassigned: people?.includes(NOBODY) || null,
    dueDateRange: params.has('due') ? dayRange(params.get('due')) : null,
    queryText: params.get('search')?.trim() || null,
    statuses: tab === 'resolved' ? ['resolved'] : statuses.length > 0 ? statuses : [...OPEN],
    due: tab !== 'resolved' && later === 'no' ? true : null,
  };
}

/** Whether a tab is what one person works on: theirs, or what they may take. */
export const isQueue = (tab: Tab) => tab === 'mine' || tab === 'unassigned';

/** @returns whether anything but the tab is chosen. */
export const isFiltered = (params: URLSearchParams) => ['search', ...FILTERS].some((name) => params.has(name));
