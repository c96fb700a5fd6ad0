/** What of an answer a request asks for: what is costly is left out where nobody does. */
import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/** @returns whether the request selects one of the fields of its result: counting costs time. */
export function asksFor(info: GraphQLResolveInfo, ...fields: string[]): boolean {
  const within = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === 'Field') return fields.includes(selection.name.value);
      return within(selection.kind === 'InlineFragment' ? selection.selectionSet : info.fragments[selection.name.value]?.selectionSet);
    }) ?? false;
  return info.fieldNodes.some((node) => within(node.selectionSet));
}

/** @returns whether the request selects the last field of the path, the first of which is a field of its result. */
export function asksForPath(info: GraphQLResolveInfo, path: readonly string[]): boolean {
  const within = (set: SelectionSetNode | undefined, depth: number): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === 'Field')
        return selection.name.value === path[depth] && (depth === path.length - 1 || within(selection.selectionSet, depth + 1));
      return within(
        selection.kind === 'InlineFragment' ? selection.selectionSet : info.fragments[selection.name.value]?.selectionSet,
        depth,
      );
    }) ?? false;
  return info.fieldNodes.some((node) => within(node.selectionSet, 0));
}
