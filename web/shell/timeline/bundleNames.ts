import { useMemo } from 'react';
import { useCan } from '../../ui/permission.tsx';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { BundleNamesDocument } from './cms.graphql.ts';

/** @returns what people call the messages of the client, by the name that events carry; empty until they are there. */
export function useBundleNames(): ReadonlyMap<string, string> {
  const { clientId } = useWorkspace();
  const may = useCan('cms', 'viewContent');
  const { data } = useQuery('cms', BundleNamesDocument, may ? { clientId } : null, { reuse: true, keepPrevious: true });
  const list = data?.getTemplateBundleList;
  return useMemo(() => new Map(list?.map((bundle) => [bundle.fileName, bundle.displayName])), [list]);
}
