/** An endpoint made ready: its operation read against the contract, and the schemas of what goes in and out. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
  validate,
} from 'graphql';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { pathNames } from './endpoint.ts';
import { type Components, inputObject, inputSchema, type JsonSchema, keyOf, outputSchema } from './schemas.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface Compiled {
  readonly endpoint: Endpoint;
  readonly document: DocumentNode;
  /** The operation's root field, and what the answer calls it. */
  readonly rootField: string;
  readonly rootKey: string;
  readonly parameters: readonly Parameter[];
  /** Of a JSON body; null: none is sent. */
  readonly body: JsonSchema | null;
  readonly answer: JsonSchema | null;
  readonly status: 200 | 201 | 202 | 204;
  /** The operation only asks: however often it is asked, nothing is done twice. */
  readonly onlyAsks: boolean;
  /** The operation compares revisions: If-Match is meant for it. */
  readonly hasRevision: boolean;
}

/** Entries of a page, unless told otherwise. */
export const PAGE = 50;
/** Seconds that a request may wait for something new. */
export const MOST_WAIT = 25;

/** @param schema the service's, with or without resolvers. @throws Error for a declaration that does not fit the contract. */
export function compile(endpoint: Endpoint, schema: GraphQLSchema, components: Components): Compiled {
  const fail = (why: string): never => {
    throw new Error(`endpoint ${endpoint.name}: ${why}`);
  };
  const document = parse(endpoint.document);
  const [wrong] = validate(schema, document);
  if (wrong) fail(wrong.message);
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const each of document.definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
    if (each.kind === Kind.OPERATION_DEFINITION) operations.push(each);
  }
  const [operation] = operations;
  const [root] = operation?.selectionSet.selections ?? [];
  if (!operation || operations.length > 1 || root?.kind !== Kind.FIELD || operation.selectionSet.selections.length > 1)
    return fail('it is one operation with one root field');
  const isRead = operation.operation === 'query';
  if (isRead !== (endpoint.method === 'GET') && !endpoint.takes) fail('GET asks, and nothing else does');
  const variables = new Map(
    (operation.variableDefinitions ?? []).map((each) => [
      each.variable.name.value,
      {
        type: typeFromAST(schema, each.type as never) as GraphQLInputType,
        hasDefault: each.defaultValue !== undefined,
      },
    ]),
  );
  if (!variables.delete('clientId')) fail('it names the client');
  const hasRevision = variables.delete('revision');
  if (endpoint.pages && endpoint.pages.by !== 'whole') {
    variables.delete(endpoint.pages.limit);
    variables.delete(endpoint.pages.by === 'offset' ? endpoint.pages.offset : endpoint.pages.after);
  }
  const own = Object.fromEntries(
    Object.entries(endpoint.values ?? {}).map(([name, value]) => {
      const { $schema: _, ...schemaOf } = z.toJSONSchema(value, { io: 'input', target: 'draft-2020-12' });
      return [name, schemaOf as JsonSchema];
    }),
  );
  const schemaOf = (name: string, type: GraphQLInputType) => own[name] ?? inputSchema(type, components);
  const named = pathNames(endpoint.path);
  const path = named.map((name): Parameter => {
    const variable = variables.get(name);
    variables.delete(name);
    return { name, in: 'path', required: true, schema: own[name] ?? (variable ? schemaOf(name, variable.type) : { type: 'string' }) };
  });
  const isQueried = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.takes !== undefined;
  // What a body of another kind brings is no parameter.
  const rest = [...variables].filter(([name]) => !endpoint.takes || own[name] !== undefined);
  const isNeeded = (type: GraphQLInputType, hasDefault: boolean) => isNonNullType(type) && !hasDefault;
  const query = isQueried
    ? rest.map(([name, { type, hasDefault }]): Parameter => {
        // In an address there is no null: what is not said is left out.
        const plain = isNonNullType(type) ? type.ofType : type;
        const schemaHere = own[name] ?? inputSchema(plain as GraphQLInputType, components);
        return { name, in: 'query', required: isNeeded(type, hasDefault), schema: withoutNull(schemaHere) };
      })
    : [];
  const beside = Object.entries(own)
    .filter(([name]) => isQueried && !named.includes(name) && !query.some((each) => each.name === name))
    .map(([name, schemaHere]): Parameter => ({ name, in: 'query', required: false, schema: schemaHere }));
  const input = endpoint.body === undefined ? null : variables.get(endpoint.body);
  const body = (): JsonSchema | null => {
    if (isQueried) return null;
    if (input) {
      const object = inputObject(isNonNullType(input.type) ? (input.type.ofType as never) : input.type, components);
      const properties = object.properties as Record<string, JsonSchema>;
      for (const name of Object.keys(own)) if (properties[name]) properties[name] = own[name]!;
      return object;
    }
    const properties = Object.fromEntries([
      ...rest.map(([name, { type }]) => [name, schemaOf(name, type)]),
      ...Object.entries(own).filter(([name]) => !variables.has(name) && !named.includes(name)),
    ]);
    // Whoever says all in the address sends no body.
    if (Object.keys(properties).length === 0) return null;
    return {
      type: 'object',
      properties,
      required: rest.filter(([, { type, hasDefault }]) => isNeeded(type, hasDefault)).map(([name]) => name),
      additionalProperties: false,
    };
  };
  const types = { query: schema.getQueryType(), mutation: schema.getMutationType(), subscription: null };
  const field = types[operation.operation]?.getFields()[root.name.value];
  if (!field) return fail(`there is no ${root.name.value}`);
  const whole = outputSchema(field.type, root.selectionSet, fragments, components);
  const status = endpoint.status ?? (endpoint.method === 'POST' ? 201 : 200);
  return {
    endpoint,
    document,
    rootField: root.name.value,
    rootKey: keyOf(root),
    parameters: [...path, ...query, ...beside, ...paging(endpoint)],
    body: body(),
    answer: status === 204 ? null : answerOf(endpoint, isNonNullType(field.type) ? whole : withoutNull(whole)),
    status,
    onlyAsks: isRead,
    hasRevision,
  };
}

/** What takes null by the contract and not here. */
function withoutNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.anyOf)) {
    const [first, ...others] = (schema.anyOf as JsonSchema[]).filter((each) => each.type !== 'null');
    return others.length === 0 && first ? first : schema;
  }
  if (!Array.isArray(schema.type)) return schema;
  const [first] = (schema.type as string[]).filter((each) => each !== 'null');
  const { enum: values, ...rest } = schema;
  return { ...rest, type: first!, ...(Array.isArray(values) ? { enum: values.filter((each) => each !== null) } : {}) };
}

function answerOf({ pages }: Endpoint, whole: JsonSchema): JsonSchema {
  if (!pages || pages.by === 'cursor') return whole;
  const list = (whole.properties as Record<string, JsonSchema> | undefined)?.items ?? whole;
  return {
    type: 'object',
    properties: {
      items: list,
      next: { type: ['string', 'null'], description: 'Hand it in as after for the next page; null after the last one.' },
    },
    required: ['items', 'next'],
  };
}

function paging({ pages, isThere }: Endpoint): Parameter[] {
  if (!pages || pages.by === 'whole') return [];
  const limit = {
    name: 'limit',
    in: 'query' as const,
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: pages.most, default: Math.min(PAGE, pages.most), description: 'Entries of a page.' },
  };
  const after = {
    name: 'after',
    in: 'query' as const,
    required: false,
    schema: { type: 'string', maxLength: 4000, description: 'The next of the page before: where to go on.' },
  };
  const wait = {
    name: 'wait',
    in: 'query' as const,
    required: false,
    schema: {
      type: 'integer',
      minimum: 0,
      maximum: MOST_WAIT,
      default: 0,
      description: 'Seconds to wait for something new before an empty page is answered.',
    },
  };
  return isThere ? [limit, after, wait] : [limit, after];
}
