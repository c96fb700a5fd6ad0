/** Edits of several nodes at once: pure functions from nodes to nodes, like model.ts. */
import { flatten, type GraphNode, targetsOf, treeOf } from '../../engine/graph/graph.ts';
import { deleteNode, insertBranch, type Keep, needsQuestion, type Slot, slotOf } from './model.ts';

/** Which branch of a node stays where several do: the first or the last that leads somewhere; null is none. */
export type Side = 'first' | 'last' | null;

/** @returns the output whose branch stays. */
function keepOf(node: GraphNode, side: Side): Keep {
  const leading = Object.keys(node.outputs).filter((name) => node.outputs[name] !== null);
  return (side === 'first' ? leading[0] : side === 'last' ? leading.at(-1) : null) ?? null;
}

/** The given nodes from the bottom up, so that a node that branches is looked at when what is below it has gone. */
function upwards<N extends GraphNode>(nodes: readonly N[], ids: readonly string[]): readonly string[] {
  const wanted = new Set(ids);
  return nodes.flatMap(({ id }) => (wanted.has(id) ? [id] : [])).reverse();
}

/** Deletes one after the other. @returns what is left, and whether a node had several branches to keep. */
function deleting<N extends GraphNode>(nodes: readonly N[], ids: readonly string[], side: Side) {
  let left = nodes;
  let asks = false;
  for (const id of upwards(nodes, ids)) {
    const node = left.find((one) => one.id === id);
    if (!node) continue;
    const branches = needsQuestion(node);
    asks ||= branches;
    left = deleteNode(left, id, keepOf(node, branches ? side : 'last'));
  }
  return { left, asks };
}

/** Takes nodes away; what followed takes their places. @param side which branch stays of those that branch. */
export function deleteNodes<N extends GraphNode>(nodes: readonly N[], ids: readonly string[], side: Side): readonly N[] {
  return deleting(nodes, ids, side).left;
}

/** @returns whether deleting these needs a question: one of them has several branches that would not go by themselves. */
export function needsSide(nodes: readonly GraphNode[], ids: readonly string[]): boolean {
  return deleting(nodes, ids, 'last').asks;
}

/** @returns where the keyboard goes when these have gone: to what is above the topmost of them, else to the first node that is left. */
export function aboveOf(nodes: readonly GraphNode[], ids: readonly string[], left: readonly GraphNode[]): string | null {
  const top = nodes.find(({ id }) => ids.includes(id));
  const above = top ? slotOf(nodes, top.id)?.after : null;
  return left.find(({ id }) => id === above)?.id ?? left[0]?.id ?? null;
}

/**
 * @returns the piece that hangs together from the topmost of these nodes, with what lies between them, that one first; outputs that lead out of
 * it lead nowhere. Null if no one of them is above all others.
 */
export function pieceOf<N extends GraphNode>(nodes: readonly N[], ids: readonly string[]): readonly N[] | null {
  const above = new Map<string, string>();
  for (const node of nodes) for (const target of targetsOf(node)) above.set(target, node.id);
  const wanted = new Set(ids);
  const inside = new Set<string>();
  const tops = new Set<string>();
  for (const { id } of nodes.filter((node) => wanted.has(node.id))) {
    // Up to the next node that is wanted or inside already; what lies between is part of the piece only if there is one.
    const way = [id];
    for (let at = above.get(id); at !== undefined && !way.includes(at) && !wanted.has(at) && !inside.has(at); at = above.get(at))
      way.push(at);
    const joins = above.get(way.at(-1)!) !== undefined;
    if (joins) for (const one of way) inside.add(one);
    else tops.add(id);
  }
  const [top, other] = tops;
  if (top === undefined || other !== undefined) return null;
  inside.add(top);
  const cut = nodes.filter(({ id }) => inside.has(id)).map((node) => ({ ...node, outputs: within(node, inside) }));
  return flatten(treeOf([cut.find(({ id }) => id === top)!, ...cut.filter(({ id }) => id !== top)]));
}

const within = ({ outputs }: GraphNode, inside: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(outputs).map(([name, target]) => [name, target !== null && inside.has(target) ? target : null]));

/** @param newId makes an id. @returns the same piece with ids of its own. */
export function copyOf<N extends GraphNode>(piece: readonly N[], newId: () => string): readonly N[] {
  const ids = new Map(piece.map(({ id }) => [id, newId()]));
  return piece.map((node) => ({
    ...node,
    id: ids.get(node.id)!,
    outputs: Object.fromEntries(Object.entries(node.outputs).map(([name, target]) => [name, target && ids.get(target)!])),
  }));
}

/** @returns the outputs that lead out of a piece, those of its last nodes first: where a copy of it goes. */
function exitsOf(piece: readonly GraphNode[]): Slot[] {
  return [...piece].reverse().flatMap(({ id, outputs }) =>
    Object.keys(outputs)
      .filter((output) => outputs[output] === null)
      .reverse()
      .map((output) => ({ after: id, output })),
  );
}

/** Puts a copy of a piece below it. @returns the nodes, or null if every path of the piece ends. */
export function duplicate<N extends GraphNode>(nodes: readonly N[], piece: readonly N[], copy: readonly N[]): readonly N[] | null {
  for (const exit of exitsOf(piece)) {
    const made = insertBranch(nodes, exit, copy);
    if (made) return made;
  }
  return null;
}
