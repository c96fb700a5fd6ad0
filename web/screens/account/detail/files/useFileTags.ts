import { useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { FileTagsDocument } from './backoffice.graphql.ts';

/** @returns the client's tags of files. */
export function useFileTags(): readonly { readonly value: string; readonly label: string }[] {
  const { clientId } = useWorkspace();
  const tags = useQuery('backoffice', FileTagsDocument, { clientId }).data?.getClientConfiguration.tags ?? [];
  return tags.filter((tag) => tag.type === 'accountFile').map(({ key, label }) => ({ value: key, label }));
}
