/** Which metadata fields search knows: the words of their values are words of the account. */
import {
  METADATA_SCHEMA_TYPES,
  type MetadataSchemaType,
  type MetaSchema,
  type SearchableField,
  searchableFields,
} from '../../../../core/metadata.ts';
import type { Reading } from '../../../platform/tenancy.ts';

export interface SearchedField extends SearchableField {
  readonly type: MetadataSchemaType;
}

/** @returns the client's searchable fields; none for most clients. */
export async function searchedFields(tx: Reading): Promise<SearchedField[]> {
  const rows = await tx.sql<{ schema_type: MetadataSchemaType; schema: MetaSchema }>(
    'select schema_type, schema from metadata_schema where client_id = $1',
    [tx.clientId],
  );
  return METADATA_SCHEMA_TYPES.flatMap((type) =>
    rows.filter((row) => row.schema_type === type).flatMap(({ schema }) => searchableFields(schema).map((field) => ({ ...field, type }))),
  );
}

/** @returns the words of searchable values, as they are written: of a yes or no its title. The same as the database makes of them. */
export function metaWords(fields: readonly SearchedField[], type: MetadataSchemaType, meta: unknown): string[] {
  const values = (meta ?? {}) as Record<string, unknown>;
  return fields.flatMap(({ type: of, name, title }) => {
    if (of !== type || !Object.hasOwn(values, name) || values[name] === null) return [];
    const value = values[name];
    const word = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (title === '') return [word];
    return word === 'true' ? [title] : [];
  });
}
