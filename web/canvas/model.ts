/**
 * The edits of the canvas: pure functions from nodes to nodes, whatever a node is. What hangs together from the first node is a tree in the
 * order of its saved form; nodes that came disconnected stand after it and keep it from being saved.
 */
import { type Branch, flatten, type GraphNode, targetsOf, treeOf } from '../../engine/graph/graph.ts';

/** An output where a node can be put; `after` null is the start. */
export interface Slot {
  readonly after: string | null;
  readonly output: string;
}

export const START: Slot = { after: null, output: 'next' };

const nodeOf = <N extends GraphNode>(nodes: readonly N[], id: string | null) => nodes.find((node) => node.id === id);
/** @returns the only output of a node that does not branch, else null. */
const onlyOutput = ({ outputs }: GraphNode) => (Object.keys(outputs).length === 1 ? Object.keys(outputs)[0]! : null);

/** @returns the nodes in the order of their saved form, the disconnected ones last. */
export function normalise<N extends GraphNode>(nodes: readonly N[]): readonly N[] {
  const tree = flatten(treeOf(nodes));
  const connected = new Set(tree.map((node) => node.id));
  return [...tree, ...nodes.filter((node) => !connected.has(node.id))];
}

/** @returns the ids of the nodes that cannot be reached from the first one. */
export function disconnected(nodes: readonly GraphNode[]): readonly string[] {
  const connected = new Set(flatten(treeOf(nodes)).map((node) => node.id));
  return nodes.filter((node) => !connected.has(node.id)).map((node) => node.id);
}

/** @returns where a node hangs; the first node of the graph at START, a disconnected top node at null. */
export function slotOf(nodes: readonly GraphNode[], id: string): Slot | null {
  if (nodes[0]?.id === id) return START;
  for (const node of nodes) {
    const found = Object.entries(node.outputs).find(([, target]) => target === id);
    if (found) return { after: node.id, output: found[0] };
  }
  return null;
}

/** @returns the id of what hangs at an output, or null. */
export function at(nodes: readonly GraphNode[], slot: Slot): string | null {
  if (slot.after === null) return nodes[0]?.id ?? null;
  return nodeOf(nodes, slot.after)?.outputs[slot.output] ?? null;
}

/** @returns the ids of a node and everything after it. */
export function subtree(nodes: readonly GraphNode[], id: string): readonly string[] {
  const ids: string[] = [];
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = nodeOf(nodes, next);
    if (!node || ids.includes(next)) continue;
    ids.push(next);
    waiting.push(...targetsOf(node));
  }
  return ids;
}

/** Lets `id` (or nothing) hang at an output. The first node is the first of the list, so START moves it there. */
function attach<N extends GraphNode>(nodes: readonly N[], slot: Slot, id: string | null): readonly N[] {
  if (slot.after !== null)
    return nodes.map((node) => (node.id === slot.after ? { ...node, outputs: { ...node.outputs, [slot.output]: id } } : node));
  const first = nodeOf(nodes, id ?? '');
  return first ? [first, ...nodes.filter((node) => node !== first)] : nodes;
}

/** @returns the first output below a node where nothing follows, its last output before the others. Null when every path has ended. */
export function openEnd(nodes: readonly GraphNode[], id: string): Slot | null {
  const node = nodeOf(nodes, id);
  if (!node) return null;
  for (const [output, next] of Object.entries(node.outputs).reverse()) {
    const found = next === null ? { after: id, output } : openEnd(nodes, next);
    if (found) return found;
  }
  return null;
}

/** Puts a detached node with all that is below it at an output; what hung there goes on at its first open end. */
function graft<N extends GraphNode>(nodes: readonly N[], slot: Slot, id: string): readonly N[] | null {
  const tail = at(nodes, slot);
  if (tail === null || tail === id) return normalise(attach(nodes, slot, id));
  const end = openEnd(nodes, id);
  return end && normalise(attach(attach(nodes, end, tail), slot, id));
}

/**
 * Puts a node at an output. What hung there follows it, on the last output of a node that branches.
 * @returns null when something follows there and the node ends the path.
 */
export function insertNode<N extends GraphNode>(nodes: readonly N[], slot: Slot, node: N): readonly N[] | null {
  if (nodes.length === 0) return [node];
  return graft([...nodes, node], slot, node.id);
}

/**
 * Puts a branch at an output: nodes with their first one first. What hung there goes on at the branch's first open end.
 * @returns null when something follows there and every path of the branch ends.
 */
export function insertBranch<N extends GraphNode>(nodes: readonly N[], slot: Slot, branch: readonly N[]): readonly N[] | null {
  const [first] = branch;
  if (!first) return null;
  return nodes.length === 0 ? normalise(branch) : graft([...nodes, ...branch], slot, first.id);
}

/**
 * Takes a node away; what followed takes its place.
 * @param keep which branch of a node that branches stays; the others, or with null all, go with it.
 */
export function deleteNode<N extends GraphNode>(nodes: readonly N[], id: string, keep: Keep = null): readonly N[] {
  const node = nodeOf(nodes, id);
  if (!node) return nodes;
  const slot = slotOf(nodes, id);
  const successor = successorOf(node, keep);
  const gone = new Set(goneWith(nodes, node, keep));
  const relinked = slot === null ? nodes : attach(nodes, slot, successor);
  return normalise(relinked.filter((one) => !gone.has(one.id)));
}

/** @returns what moves along with a node: one that branches takes its branches, any other goes alone, a disconnected one takes all. */
export function movedWith(nodes: readonly GraphNode[], id: string): readonly string[] {
  const node = nodeOf(nodes, id);
  if (!node) return [];
  return onlyOutput(node) === null || slotOf(nodes, id) === null ? subtree(nodes, id) : [id];
}

/** @returns whether moving the node to the output changes anything and is possible. */
export function canMove(nodes: readonly GraphNode[], id: string, slot: Slot): boolean {
  return moveNode(nodes, id, slot) !== null;
}

/** Moves a node (and what moves with it) to another output. @returns null when that is where it is, lies within what moves, or would cut a path off. */
export function moveNode<N extends GraphNode>(nodes: readonly N[], id: string, slot: Slot): readonly N[] | null {
  const node = nodeOf(nodes, id);
  const from = slotOf(nodes, id);
  const moved = movedWith(nodes, id);
  if (!node || (slot.after !== null && moved.includes(slot.after)) || at(nodes, slot) === id) return null;
  if (from === null) return graft(nodes, slot, id);
  const only = moved.length === 1 ? onlyOutput(node) : null;
  const successor = only === null ? null : node.outputs[only]!;
  // Without a successor the first node has nobody to hand its place to.
  if (from.after === null && successor === null) return null;
  const detached = attach(nodes, from, successor);
  return graft(only === null ? detached : attach(detached, { after: id, output: only }, null), slot, id);
}

/** What nodes say and how they follow each other, without their places on the drawing. */
function content(nodes: readonly GraphNode[]): string {
  return JSON.stringify(nodes.map(said));
}

function said(node: GraphNode): unknown {
  const { x: _x, y: _y, ...rest } = node as GraphNode & { readonly x?: unknown; readonly y?: unknown };
  return sorted(rest);
}

/** The database keeps objects with their keys in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

/** @returns whether two graphs have the same nodes in the same places. */
export function sameSteps(left: readonly GraphNode[], right: readonly GraphNode[]): boolean {
  return left === right || content(normalise(left)) === content(normalise(right));
}

/** @returns how many nodes were added, deleted, changed or moved; 0 only when nothing differs. */
export function countChanges(saved: readonly GraphNode[], now: readonly GraphNode[]): number {
  if (sameSteps(saved, now)) return 0;
  const before = new Map(saved.map((node) => [node.id, node]));
  const common = now.filter((node) => before.has(node.id));
  const added = now.length - common.length;
  const deleted = saved.length - common.length;
  const own = (node: GraphNode) => JSON.stringify(said({ ...node, outputs: {} }));
  const changed = common.filter((node) => own(node) !== own(before.get(node.id)!)).length;
  const places = new Map(normalise(saved).map((node, index) => [node.id, index]));
  const order = normalise(common).flatMap((node) => places.get(node.id) ?? []);
  const moved = order.length - longestRise(order);
  return Math.max(1, added + deleted + changed + moved);
}

/** The length of the longest subsequence that only rises: those nodes stayed where they were, the others moved. */
function longestRise(numbers: readonly number[]): number {
  const tails: number[] = [];
  for (const number of numbers) {
    const place = tails.findIndex((tail) => tail >= number);
    if (place < 0) tails.push(number);
    else tails[place] = number;
  }
  return tails.length;
}

/** @returns every output of the tree from top to bottom, the start first. */
export function slots(nodes: readonly GraphNode[]): readonly Slot[] {
  const found: Slot[] = [START];
  const visit = ({ node, outputs }: Branch<GraphNode>): void => {
    for (const [output, next] of Object.entries(outputs)) {
      found.push({ after: node.id, output });
      if (next) visit(next);
    }
  };
  const tree = treeOf(nodes);
  if (tree) visit(tree);
  return found;
}

/** The output whose branch stays when its node goes; null is none. */
export type Keep = string | null;

const successorOf = (node: GraphNode, keep: Keep) => node.outputs[keep ?? onlyOutput(node) ?? ''] ?? null;

/** @returns the ids that go with a node, by the branch that stays. */
export function goneWith(nodes: readonly GraphNode[], node: GraphNode, keep: Keep): readonly string[] {
  const successor = successorOf(node, keep);
  const stays = new Set(successor === null ? [] : subtree(nodes, successor));
  return subtree(nodes, node.id).filter((id) => !stays.has(id));
}

/** @returns whether deleting the node needs a question: several of its outputs lead somewhere. */
export function needsQuestion(node: GraphNode): boolean {
  return targetsOf(node).length > 1;
}

/** @returns the branch that stays unless people choose another: the last one that leads somewhere. */
export function keptBranch(node: GraphNode): Keep {
  return Object.keys(node.outputs).findLast((name) => node.outputs[name] !== null) ?? null;
}
