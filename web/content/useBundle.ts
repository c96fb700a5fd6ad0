import { useQuery } from '../shell/api.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { BundleDocument } from './cms.graphql.ts';
import type { Channel } from './draft.ts';

/** @param fileName null while there is none to load. @returns a saved message with all of its languages, undefined until it is there. */
export function useBundle(channel: Channel, fileName: string | null) {
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('cms', BundleDocument, fileName ? { clientId, fileName, contentTemplateType: channel } : null);
  return { bundle: data?.getTemplateBundleV2, error, refetch };
}
