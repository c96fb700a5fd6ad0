/** The queue's filters with their words and what may be chosen. */

import { useStaff } from '../../../shell/staff.ts';
import { useTaskTags } from '../../../shell/tasks/useTaskTags.ts';
import { topicNameIn, useTopics } from '../../../shell/topics.ts';
import type { ListFilter } from '../../../ui/listFilters.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { FILTERS, type FilterName, isQueue, KINDS, NOBODY, OPEN, type Tab } from './filters.ts';

function useTopicOptions() {
  const { t } = useTranslation('tasks');
  return useTopics().topics?.map(({ topicId }, _, topics) => ({ value: topicId, label: topicNameIn(topics, topicId, t('general')) }));
}
const useGroupOptions = () => useTopics().groups?.map(({ groupId, name }) => ({ value: groupId, label: name }));
function usePeople() {
  const { t } = useTranslation('tasks');
  return [
    { value: NOBODY, label: t('nobody') },
    ...useStaff().members.map((member) => ({ value: member.id, label: member.name || member.email })),
  ];
}
const useTags = () => useTaskTags();
function useStatuses() {
  const { t } = useTranslation('tasks');
  return OPEN.map((value) => ({ value, label: t(`status.${value}`) }));
}
function useYesNo() {
  const { t } = useTranslation('lists');
  return (['yes', 'no'] as const).map((value) => ({ value, label: t(value) }));
}
const OPTIONS: Partial<Record<FilterName, NonNullable<ListFilter['useOptions']>>> = {
  topic: useTopicOptions,
  group: useGroupOptions,
  who: usePeople,
  tag: useTags,
  status: useStatuses,
  later: useYesNo,
};

/** @returns the filters of a tab with their words: one's own tasks are not asked for by person, resolved ones not by status. */
export function useTaskFilters(tab: Tab): ListFilter[] {
  const { t } = useTranslation(['tasks', 'queue']);
  const offered = FILTERS.filter(
    (name) =>
      (name !== 'who' || !isQueue(tab)) &&
      (name !== 'status' || (tab !== 'resolved' && tab !== 'unassigned')) &&
      (name !== 'later' || tab !== 'resolved'),
  );
  return offered.map((name) => ({ name, label: t(`queue:filter.${name}`), kind: KINDS[name], useOptions: OPTIONS[name] }));
}
