/** The part of the generator that writes a screen's operations: one constant each, its text as the server reads it. */
import {
  type DocumentNode,
  type FieldDefinitionNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  stripIgnoredCharacters,
  type TypeNode,
  visit,
} from 'graphql';

/** @returns the fragments that a definition spreads, those within them too, each once. */
function fragmentsOf(
  definition: OperationDefinitionNode | FragmentDefinitionNode,
  known: ReadonlyMap<string, FragmentDefinitionNode>,
  found = new Set<FragmentDefinitionNode>(),
): Set<FragmentDefinitionNode> {
  visit(definition, {
    FragmentSpread({ name }) {
      const fragment = known.get(name.value);
      if (!fragment || found.has(fragment)) return;
      found.add(fragment);
      fragmentsOf(fragment, known, found);
    },
  });
  return found;
}

/** @returns the names of an operation's root fields, whatever it calls them itself. @throws Error for a fragment there: what it asks for would not be seen. */
function rootFields(operation: OperationDefinitionNode): string[] {
  return operation.selectionSet.selections.map((each) => {
    if (each.kind !== Kind.FIELD) throw new Error(`${operation.name?.value}: a fragment at the root`);
    return each.name.value;
  });
}

/** @returns the constant of one operation. @throws Error for an operation without a name. */
function constant(operation: OperationDefinitionNode, known: ReadonlyMap<string, FragmentDefinitionNode>, changes: Changes): string {
  const name = operation.name?.value;
  if (!name) throw new Error('an operation without a name');
  const type = name + operation.operation.charAt(0).toUpperCase() + operation.operation.slice(1);
  const fields = rootFields(operation);
  const value = {
    kind: operation.operation,
    name,
    fields,
    ...(operation.operation === 'mutation' && { changes: changesOf(fields, changes) }),
    text: stripIgnoredCharacters([operation, ...fragmentsOf(operation, known)].map(print).join('\n')),
  };
  return `export const ${name}Document: GraphqlDocument<${type}, ${type}Variables> = ${JSON.stringify(value)};`;
}

/** @returns the fields of a contract's root type, wherever they are declared. */
export function fieldsOf(contract: DocumentNode, type: 'Query' | 'Mutation'): FieldDefinitionNode[] {
  return contract.definitions.flatMap((each) =>
    (each.kind === Kind.OBJECT_TYPE_DEFINITION || each.kind === Kind.OBJECT_TYPE_EXTENSION) && each.name.value === type
      ? (each.fields ?? [])
      : [],
  );
}

export const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));

/** @returns the queries of a contract whose answers may hold a type, at whatever depth. */
export function queriesThatHold(contract: DocumentNode, wanted: string): string[] {
  const parts = new Map<string, Set<string>>();
  for (const each of contract.definitions) {
    if (each.kind !== Kind.OBJECT_TYPE_DEFINITION && each.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const known = parts.get(each.name.value) ?? new Set();
    for (const { type } of each.fields ?? []) known.add(nameOf(type));
    parts.set(each.name.value, known);
  }
  const holds = (type: string, seen: Set<string>): boolean =>
    type === wanted || (!seen.has(type) && [...(parts.get(type) ?? [])].some((part) => holds(part, seen.add(type))));
  return fieldsOf(contract, 'Query')
    .filter(({ type }) => holds(nameOf(type), new Set()))
    .map(({ name }) => name.value);
}

/** Of each mutation that says it, the queries whose answers it makes old. */
export type Changes = ReadonlyMap<string, readonly string[]>;

/**
 * Reads @changes of all contracts. @param contracts by service. @returns by service.
 * @throws Error naming a mutation that names a query which no service has, or a type that no query of its service gives.
 */
export function readChanges(contracts: ReadonlyMap<string, DocumentNode>): ReadonlyMap<string, Changes> {
  const queries = new Set([...contracts.values()].flatMap((contract) => fieldsOf(contract, 'Query')).map(({ name }) => name.value));
  const saidOf = (contract: DocumentNode, field: FieldDefinitionNode): [string, readonly string[]][] => {
    const said = field.directives?.find(({ name }) => name.value === 'changes');
    if (!said) return [];
    const listed = (argument: string) => {
      const value = said.arguments?.find(({ name }) => name.value === argument)?.value;
      return value?.kind === Kind.LIST ? value.values.map((each) => (each.kind === Kind.STRING ? each.value : '')) : [];
    };
    const unknown = listed('queries').find((name) => !queries.has(name));
    if (unknown !== undefined) throw new Error(`${field.name.value}: @changes names the query "${unknown}", which no service has`);
    const held = listed('types').map((type) => {
      const holders = queriesThatHold(contract, type);
      if (holders.length === 0) throw new Error(`${field.name.value}: @changes names the type "${type}", which no query gives`);
      return holders;
    });
    return [[field.name.value, [...new Set([...held.flat(), ...listed('queries')])]]];
  };
  return new Map(
    [...contracts].map(([service, contract]) => [
      service,
      new Map(fieldsOf(contract, 'Mutation').flatMap((field) => saidOf(contract, field))),
    ]),
  );
}

/** @returns what an operation makes old; undefined when one of its fields does not say. */
function changesOf(fields: readonly string[], changes: Changes): string[] | undefined {
  const known = fields.map((field) => changes.get(field));
  return known.every((each) => each !== undefined) ? [...new Set(known.flat())] : undefined;
}

/**
 * @param from the module specifier of web/shell/document.ts, seen from the generated file.
 * @param changes of the service's mutations.
 * @returns a plugin of the code generator.
 */
export function documentsPlugin(from: string, changes: Changes) {
  return {
    plugin(_schema: unknown, documents: readonly { document?: DocumentNode | undefined }[]) {
      const definitions = documents.flatMap(({ document }) => document?.definitions ?? []);
      const known = new Map(
        definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
      );
      const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
      return {
        prepend: operations.length > 0 ? [`import type { GraphqlDocument } from '${from}';`] : [],
        content: `${operations.map((each) => constant(each, known, changes)).join('\n')}\n`,
      };
    },
  };
}
