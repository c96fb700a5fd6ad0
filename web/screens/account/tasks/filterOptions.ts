/** What may be chosen in the queue's filters: apart from these, because it comes after the queue, which is the first thing an agent sees. */
import { useMemberOptions, useYesNoOptions } from '../../../shell/list/filters.ts';
import { useTaskTags } from '../../../shell/tasks/useTaskTags.ts';
import { topicNameIn, useTopics } from '../../../shell/topics.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { NOBODY, OPEN } from './filters.ts';

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

/** By the filter's name. */
export const OPTIONS = {
  topic: useTopicOptions,
  group: useGroupOptions,
  who: usePeople,
  tag: useTags,
  status: useStatuses,
  later: useYesNoOptions,
};
