/** What a payload holds, read from its JSON Schema. */

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A text's own shape or a plain type, by the names of the texts `fieldType`. */
export type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'dateTime' | 'uuid' | 'object' | 'any';
export type FieldType = { readonly kind: Kind } | { readonly list: readonly FieldType[] } | { readonly values: readonly string[] };

export interface SchemaField {
  readonly name: string;
  /** Several where it may be one or the other. */
  readonly types: readonly FieldType[];
  readonly isRequired: boolean;
}

const FORMATS: Readonly<Record<string, Kind>> = { uuid: 'uuid', date: 'date', 'date-time': 'dateTime' };
const KINDS: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object'] satisfies Kind[];

/** @returns its fields in the order of the declaration; what an import alone says is left out. */
export function schemaFields(schema: unknown): SchemaField[] {
  const whole = schema as Schema;
  const { properties = {}, required = [] } = whole.properties ? whole : (whole.anyOf?.[0] ?? {});
  return Object.entries(properties).map(([name, field]) => ({ name, types: typesOf(field), isRequired: required.includes(name) }));
}

function typesOf(schema: Schema): FieldType[] {
  if (schema.const !== undefined) return [{ values: [String(schema.const)] }];
  if (schema.enum) return [{ values: schema.enum.map(String) }];
  if (schema.anyOf) return distinct(schema.anyOf.flatMap(typesOf));
  const types = [schema.type ?? 'any'].flat();
  return distinct(
    types
      // That nothing may be there says the column beside it.
      .filter((type) => type !== 'null')
      .map((type): FieldType => {
        if (type === 'array') return { list: typesOf(schema.items ?? {}) };
        return { kind: FORMATS[schema.format ?? ''] ?? (KINDS.includes(type) ? (type as Kind) : 'any') };
      }),
  );
}

const distinct = (types: readonly FieldType[]) => [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
