/** The client's tags of tasks. */
import { urgentFirst, WORKFLOW_TAG } from '../../../core/tasks.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { TaskTagsDocument } from './backoffice.graphql.ts';

interface TagOption {
  readonly value: string;
  readonly label: string;
}

/** @returns what says a tag in the client's words. */
export function useTagLabel(): (key: string) => string {
  const { clientId } = useWorkspace();
  const { data } = useQuery('backoffice', TaskTagsDocument, { clientId }, { reuse: true });
  const tags = data?.getClientConfiguration.tags ?? [];
  return (key) => tags.find((tag) => tag.type === 'task' && tag.key === key)?.label || key;
}

/**
 * @param held tags that a task has already: they stay choosable though the client has them no more. @returns what can be chosen, URGENT first;
 * the tag of workflows is the product's own and left out unless it is held.
 */
export function useTaskTags(held: readonly string[] = []): TagOption[] {
  const { clientId } = useWorkspace();
  const { data } = useQuery('backoffice', TaskTagsDocument, { clientId }, { reuse: true });
  const known = urgentFirst((data?.getClientConfiguration.tags ?? []).filter((tag) => tag.type === 'task' && tag.key !== WORKFLOW_TAG));
  const options = known.map(({ key, label }) => ({ value: key, label: label || key }));
  return [...options, ...held.filter((key) => !known.some((tag) => tag.key === key)).map((key) => ({ value: key, label: key }))];
}
