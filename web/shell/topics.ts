/** Topics and groups of tasks: all of them for who may list all tasks, otherwise one's own (specification 2, section 6). */
import { DEFAULT_TOPIC } from '../../core/tasks.ts';
import { useCan } from '../ui/permission.tsx';
import { useQuery } from './api.ts';
import { AllTopicsDocument, type AllTopicsQuery, OwnTopicsDocument } from './tasks/account.graphql.ts';
import { useWorkspace } from './workspace.ts';

export type Topic = AllTopicsQuery['topics'][number];
export type Group = AllTopicsQuery['groups'][number];

/** @param wanted false asks for nothing (yet). @returns what is there, the default topic first. */
export function useTopics(wanted = true) {
  const { clientId } = useWorkspace();
  const all = useCan('account-task', 'listTasks');
  const own = useCan('account-task', 'listOwnTasks');
  const asks = wanted && (all || own);
  const result = useQuery('account', all ? AllTopicsDocument : OwnTopicsDocument, asks ? { clientId } : null, { reuse: true });
  return { ...result, loading: asks && result.loading, topics: result.data?.topics, groups: result.data?.groups };
}

/** @param topics undefined until they are there. @param general what the default topic is called where nobody has named it. @returns the topic's name. */
export function topicNameIn(topics: readonly Topic[] | undefined, topicId: string, general: string): string {
  const name = topics?.find((each) => each.topicId === topicId)?.name ?? topicId;
  return name === DEFAULT_TOPIC ? general : name;
}
