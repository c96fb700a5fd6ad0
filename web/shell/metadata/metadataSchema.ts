import { useMemo } from 'react';
import { type MetadataSchemaType, type MetaSchema, NO_SCHEMA } from '../../../core/metadata.ts';
import { type MetaVariable, metaVariables } from '../../../engine/conditions/metaVariables.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { MetadataSchemasDocument } from './account.graphql.ts';

/** @returns the client's metadata schema of a type; the empty one when it has none, undefined until it is known. */
export function useMetadataSchema(type: MetadataSchemaType): MetaSchema | undefined {
  const { clientId } = useWorkspace();
  const { data, error } = useQuery('account', MetadataSchemasDocument, { clientId }, { reuse: true });
  // Without it fields are shown as they are.
  if (error && !data) return NO_SCHEMA;
  return data && ((data.getMetadatas.find((each) => each.schemaType === type)?.schema as MetaSchema | undefined) ?? NO_SCHEMA);
}

/** @returns the metadata fields that the client's schemas declare, as condition variables; none until they are known. */
export function useMetaVariables(): readonly MetaVariable[] {
  const { clientId } = useWorkspace();
  const { data } = useQuery('account', MetadataSchemasDocument, { clientId }, { reuse: true });
  return useMemo(() => metaVariables((data?.getMetadatas ?? []) as Parameters<typeof metaVariables>[0]), [data]);
}
