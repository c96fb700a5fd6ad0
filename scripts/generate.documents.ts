/** The part of the generator that writes a screen's operations: one constant each, its text as the server reads it. */
import {
  type DocumentNode,
  type FieldDefinitionNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  stripIgnoredCharacters,
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
function fieldsOf(contract: DocumentNode, type: 'Query' | 'Mutation'): FieldDefinitionNode[] {
  return contract.definitions.flatMap((each) =>
    (each.kind === Kind.OBJECT_TYPE_DEFINITION || each.kind === Kind.OBJECT_TYPE_EXTENSION) && each.name.value === type
      ? (each.fields ?? [])
      : [],
  );
}

/** Of each mutation that says it, the queries whose answers it makes old. */
export type Changes = ReadonlyMap<string, readonly string[]>;

/**
 * Reads @changes of all contracts. @param contracts by service. @returns by service.
 * @throws Error naming a mutation that names a query which no service has.
 */
export function readChanges(contracts: ReadonlyMap<string, DocumentNode>): ReadonlyMap<string, Changes> {
  const queries = new Set([...contracts.values()].flatMap((contract) => fieldsOf(contract, 'Query')).map(({ name }) => name.value));
  const saidOf = (field: FieldDefinitionNode): [string, readonly string[]][] => {
    const value = field.directives?.find(({ name }) => name.value === 'changes')?.arguments?.[0]?.value;
    if (value?.kind !== Kind.LIST) return [];
    const names = value.values.map((each) => (each.kind === Kind.STRING ? each.value : ''));
    const unknown = names.find((name) => !queries.has(name));
    if (unknown !== undefined) throw new Error(`${field.name.value}: @changes names the query "${unknown}", which no service has`);
    return [[field.name.value, names]];
  };
  return new Map([...contracts].map(([service, contract]) => [service, new Map(fieldsOf(contract, 'Mutation').flatMap(saidOf))]));
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
