/** A contract's types as JSON Schema (2020-12): of what goes in by type, of what comes out by what an operation selects. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly [word: string]: unknown;
}

/** Named schemas that others refer to, filled as they are met. */
export type Components = Map<string, JsonSchema>;

const AMOUNT = 'An amount in the units of its currency, which stands beside it, e.g. "1284.60".';

/** Of values that are sent. GraphQL's integers have 32 bits. */
const INPUT: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
  Money: { type: 'string', pattern: '^-?\\d{1,15}(\\.\\d{1,3})?$', description: AMOUNT },
  DateTime: { type: 'string', format: 'date-time', description: 'A moment with its offset from UTC, e.g. "2026-11-21T10:00:00Z".' },
  Date: { type: 'string', format: 'date', description: 'A day, e.g. "2026-11-21".' },
  JSON: {},
};

const OUTPUT: Readonly<Record<string, JsonSchema>> = {
  ...INPUT,
  Int: { type: 'integer' },
  Money: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', description: AMOUNT },
  DateTime: { type: 'string', format: 'date-time', description: 'A moment in UTC, e.g. "2026-11-21T10:00:00.000Z".' },
};

/** @returns the schema or null as well. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined && schema.$ref === undefined) return schema;
  if (schema.$ref !== undefined) {
    const { description, ...rest } = schema;
    return { ...(description ? { description } : {}), anyOf: [rest, { type: 'null' }] };
  }
  const types = [schema.type].flat() as string[];
  return { ...schema, type: [...types, 'null'], ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}) };
}

const described = (schema: JsonSchema, description: string | null | undefined): JsonSchema =>
  description ? { ...schema, description: schema.description ? `${description} ${schema.description as string}` : description } : schema;

/** @returns the schema of a value that is sent; input objects become components. */
export function inputSchema(type: GraphQLInputType, components: Components): JsonSchema {
  if (!isNonNullType(type)) return orNull(nonNull(type, components));
  return nonNull(type.ofType, components);
}

function nonNull(type: GraphQLInputType, components: Components): JsonSchema {
  if (isListType(type)) return { type: 'array', items: inputSchema(type.ofType, components) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (!isInputObjectType(type)) return INPUT[(type as { name: string }).name] ?? {};
  if (!components.has(type.name)) {
    components.set(type.name, {});
    components.set(type.name, inputObject(type, components));
  }
  return { $ref: `#/components/schemas/${type.name}` };
}

/** @returns the schema of an input object's fields; others are refused. */
export function inputObject(type: GraphQLInputType, components: Components): JsonSchema {
  if (!isInputObjectType(type)) throw new Error(`${String(type)} is no input object`);
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    ...(type.description ? { description: type.description } : {}),
    properties: Object.fromEntries(fields.map((field) => [field.name, described(inputSchema(field.type, components), field.description)])),
    required: fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined).map(({ name }) => name),
    additionalProperties: false,
  };
}

/**
 * @returns the schema of what a selection answers. A selection that is one fragment alone is a component of the fragment's name.
 * @throws Error where a fragment stands beside other fields of an object.
 */
export function outputSchema(
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  components: Components,
): JsonSchema {
  if (!isNonNullType(type)) return orNull(output(type, selection, fragments, components));
  return output(type.ofType, selection, fragments, components);
}

function output(
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  components: Components,
): JsonSchema {
  if (isListType(type)) return { type: 'array', items: outputSchema(type.ofType, selection, fragments, components) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (!isObjectType(type) || !selection) return OUTPUT[(type as { name: string }).name] ?? {};
  const [only] = selection.selections;
  if (only?.kind === Kind.FRAGMENT_SPREAD && selection.selections.length === 1) {
    const name = only.name.value;
    const fragment = fragments.get(name);
    if (!fragment) throw new Error(`there is no fragment ${name}`);
    if (!components.has(name)) {
      components.set(name, {});
      components.set(name, output(type, fragment.selectionSet, fragments, components));
    }
    return { $ref: `#/components/schemas/${name}` };
  }
  const properties = selection.selections.map((each): [string, JsonSchema] => {
    if (each.kind !== Kind.FIELD) throw new Error('a fragment stands alone in a selection');
    const field = type.getFields()[each.name.value];
    if (!field) throw new Error(`${type.name} has no field ${each.name.value}`);
    const schema = described(outputSchema(field.type, each.selectionSet, fragments, components), field.description);
    return [keyOf(each), { ...schema, ...marksOf(field) }];
  });
  return {
    type: 'object',
    ...(type.description ? { description: type.description } : {}),
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
  };
}

/** What a contract says of texts of debtors, for those who hand answers to a machine that reads. */
const MARKS: Readonly<Record<string, JsonSchema>> = {
  fromDebtor: { 'x-from-debtor': true },
  eventPayload: { 'x-event-payload': true },
};

const marksOf = ({ astNode }: Pick<GraphQLField<unknown, unknown>, 'astNode'>): JsonSchema =>
  Object.assign({}, ...(astNode?.directives ?? []).map(({ name }) => MARKS[name.value] ?? {}));

/** @returns what a field is called in the answer. */
export const keyOf = (field: FieldNode): string => field.alias?.value ?? field.name.value;
