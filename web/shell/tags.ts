/** The client's tags of content and of segments: offered where these are named, while other words stay allowed. */
import { useMemo } from 'react';
import { useQuery } from './api.ts';
import { TaskTagsDocument } from './tasks/backoffice.graphql.ts';
import { useWorkspace } from './workspace.ts';

export interface ClientTags {
  readonly keys: readonly string[];
  readonly labels: readonly string[];
  /** What people read for a key; a word that is no tag's key is itself. */
  readonly labelOf: (key: string) => string;
  /** The key that a label stands for; a word that is no tag's label is itself. */
  readonly keyOf: (label: string) => string;
}

/** @returns the client's tags of a type, without any until they are known. */
export function useClientTags(type: 'content' | 'segment'): ClientTags {
  const { clientId } = useWorkspace();
  const { data } = useQuery('backoffice', TaskTagsDocument, { clientId }, { reuse: true });
  return useMemo(() => {
    const tags = (data?.getClientConfiguration.tags ?? []).filter((tag) => tag.type === type);
    return {
      keys: tags.map(({ key }) => key),
      labels: tags.map(({ key, label }) => label || key),
      labelOf: (key) => tags.find((tag) => tag.key === key)?.label || key,
      keyOf: (label) => tags.find((tag) => tag.label.toLowerCase() === label.trim().toLowerCase())?.key ?? label,
    };
  }, [data, type]);
}
