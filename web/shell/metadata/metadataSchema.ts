import { type MetadataSchemaType, type MetaSchema, NO_SCHEMA } from '../../../core/metadata.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { MetadataSchemasDocument } from './account.graphql.ts';

/** @returns the client's metadata schema of a type; the empty one when it has none, undefined until it is known. */
export function useMetadataSchema(type: MetadataSchemaType): MetaSchema | undefined {
  const { clientId } = useWorkspace();
  const { data, error } = useQuery('account', MetadataSchemasDocument, { clientId });
  // Without it fields are shown as they are.
  if (error && !data) return NO_SCHEMA;
  return data?.getMetadatas.find((each) => each.schemaType === type)?.schema as MetaSchema | undefined;
}
