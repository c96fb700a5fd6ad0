/** The part of the generator that writes a screen's operations: one constant each, its text as the server reads it. */
import {
  type DocumentNode,
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
function constant(operation: OperationDefinitionNode, known: ReadonlyMap<string, FragmentDefinitionNode>): string {
  const name = operation.name?.value;
  if (!name) throw new Error('an operation without a name');
  const type = name + operation.operation.charAt(0).toUpperCase() + operation.operation.slice(1);
  const value = {
    kind: operation.operation,
    name,
    fields: rootFields(operation),
    text: stripIgnoredCharacters([operation, ...fragmentsOf(operation, known)].map(print).join('\n')),
  };
  return `export const ${name}Document: GraphqlDocument<${type}, ${type}Variables> = ${JSON.stringify(value)};`;
}

/**
 * @param from the module specifier of web/shell/document.ts, seen from the generated file.
 * @returns a plugin of the code generator.
 */
export function documentsPlugin(from: string) {
  return {
    plugin(_schema: unknown, documents: readonly { document?: DocumentNode | undefined }[]) {
      const definitions = documents.flatMap(({ document }) => document?.definitions ?? []);
      const known = new Map(
        definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
      );
      const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
      return {
        prepend: operations.length > 0 ? [`import type { GraphqlDocument } from '${from}';`] : [],
        content: `${operations.map((each) => constant(each, known)).join('\n')}\n`,
      };
    },
  };
}
