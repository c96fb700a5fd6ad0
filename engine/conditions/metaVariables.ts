/** The metadata fields of a client as condition variables: for the editor, the API and whoever reads a condition. */
import {
  META_SIMPLE_TYPES,
  METADATA_SCHEMA_TYPES,
  type MetadataSchemaType,
  type MetaField,
  type MetaSchema,
  metaFields,
  metaTitle,
} from '../../core/metadata.ts';
import type { ValueType } from './variables.ts';

export interface MetaVariable {
  /** claim.meta.tariff; a part of a group as claim.meta.vehicle.make. */
  readonly name: string;
  readonly title: string;
  readonly valueType: ValueType;
  /** The only texts that the field allows. */
  readonly options?: readonly string[];
}

/** How a field is compared. A group is not compared as a whole: its parts are. */
function valueTypeOf(field: MetaField): ValueType {
  if (field.format === 'DATE') return 'DATE';
  if (field.format === 'CURRENCY') return 'CURRENCY';
  return field.type === 'object' ? 'OBJECT' : (field.type.toUpperCase() as ValueType);
}

/** @returns the variables that the client's metadata schemas declare, in the schemas' order; parts of a group in place of the group. */
export function metaVariables(
  schemas: readonly { readonly schemaType: MetadataSchemaType; readonly schema: MetaSchema }[],
): MetaVariable[] {
  return METADATA_SCHEMA_TYPES.toReversed().flatMap((owner) =>
    schemas
      .filter(({ schemaType }) => schemaType === owner)
      .flatMap(({ schema }) =>
        metaFields(schema).flatMap(({ name, ...field }) => variablesOf(`${owner}.meta.${name}`, metaTitle(name, field), field)),
      ),
  );
}

function variablesOf(name: string, title: string, field: MetaField): MetaVariable[] {
  const parts = field.properties ? metaFields({ properties: field.properties, order: field.order ?? Object.keys(field.properties) }) : [];
  const known = parts.filter((part) => META_SIMPLE_TYPES.some((type) => type === part.type));
  if (known.length > 0)
    return known.flatMap(({ name: part, ...rest }) => variablesOf(`${name}.${part}`, `${title}: ${metaTitle(part, rest)}`, rest));
  return [{ name, title, valueType: valueTypeOf(field), ...(field.enum && { options: field.enum }) }];
}
