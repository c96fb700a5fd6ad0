/** The queue's tabs and filters as they stand in the address, and as the list takes them. */
import { type ListFilterEntries, useMemberOptions, useYesNoOptions, withoutFilters } from '../../../shell/list/filters.ts';
import { useTaskTags } from '../../../shell/tasks/useTaskTags.ts';
import { topicNameIn, useTopics } from '../../../shell/topics.ts';
import { dayRange } from '../../../ui/listFilters.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { AllTasksQueryVariables } from './account.graphql.ts';

export type Search = NonNullable<AllTasksQueryVariables['filter']>;

/** Unassigned ones are those of one's own topics. */
export const TABS = ['mine', 'unassigned', 'team', 'resolved'] as const;
export type Tab = (typeof TABS)[number];

/** Among people: nobody. */
const NOBODY = 'nobody';
const OPEN = ['new', 'active'] as const;

function useTopicOptions() {
  const { t } = useTranslation('tasks');
  return useTopics().topics?.map(({ topicId }, _, topics) => ({ value: topicId, label: topicNameIn(topics, topicId, t('general')) }));
}
const useGroupOptions = () => useTopics().groups?.map(({ groupId, name }) => ({ value: groupId, label: name }));
function usePeople() {
  const { t } = useTranslation('tasks');
  return [{ value: NOBODY, label: t('nobody') }, ...useMemberOptions()];
}
const useTags = () => useTaskTags();
function useStatuses() {
  const { t } = useTranslation('tasks');
  return OPEN.map((value) => ({ value, label: t(`status.${value}`) }));
}
const statusesIn = (all: readonly string[]) => OPEN.filter((status) => all.includes(status));

/** Filters that can be added: a new one is one entry here and its text. */
const ALL: ListFilterEntries<Search> = {
  topic: { kind: 'several', useOptions: useTopicOptions, search: ({ all }) => ({ topicIds: all }) },
  group: { kind: 'several', useOptions: useGroupOptions, search: ({ all }) => ({ groupIds: all }) },
  who: {
    kind: 'several',
    useOptions: usePeople,
    search: ({ all }) => ({ userIds: all.filter((each) => each !== NOBODY), unassigned: all.includes(NOBODY) || null }),
  },
  tag: { kind: 'several', useOptions: useTags, search: ({ all }) => ({ tags: all }) },
  due: { kind: 'days', search: ({ first }) => ({ dueDateRange: dayRange(first) }) },
  status: {
    kind: 'several',
    useOptions: useStatuses,
    search: ({ all }) => (statusesIn(all).length > 0 ? { statuses: statusesIn(all) } : {}),
  },
  later: { kind: 'one', useOptions: useYesNoOptions, search: ({ first }) => ({ due: first === 'no' || null }) },
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
