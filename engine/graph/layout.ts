/** Where the canvas draws the nodes: a tidy tree with the constants of specification 3, section 2. */
import { type Branch, type GraphNode, treeOf } from './graph.ts';

export const NODE_WIDTH = 222;
export const NODE_HEIGHT = 44;
export const HORIZONTAL_SPACING = 200;
export const VERTICAL_SPACING = 100;
export const START_OFFSET = 80;
const LINE_HEIGHT = 20;
const LINE_CHARACTERS = 18;
const MOST_LINES = 4;

/** Top left corner and height of a node in px; the start node's centre is at x 0. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** @returns a node's height: a description adds 20 px per 18 characters, at most 4 lines. */
export function nodeHeight(description: unknown): number {
  const length = typeof description === 'string' ? description.trim().length : 0;
  return NODE_HEIGHT + LINE_HEIGHT * Math.min(MOST_LINES, Math.ceil(length / LINE_CHARACTERS));
}

/** How far a subtree reaches to the left and right of its top node's centre, and where the centres of its branches are from there. */
interface Extent {
  readonly left: number;
  readonly right: number;
  readonly branches: readonly number[];
}

const LEAF: Extent = { left: NODE_WIDTH / 2, right: NODE_WIDTH / 2, branches: [] };

/** Branches keep the spacing between their edges, and the node stands midway between the first and the last; an empty branch keeps a node's room. */
function around(below: readonly Extent[]): Extent {
  const [first, ...others] = below;
  if (!first) return LEAF;
  const centres = [0];
  let before = first;
  for (const extent of others) {
    centres.push(centres.at(-1)! + before.right + HORIZONTAL_SPACING + extent.left);
    before = extent;
  }
  const middle = centres.at(-1)! / 2;
  return {
    left: Math.max(LEAF.left, middle + first.left),
    right: Math.max(LEAF.right, middle + before.right),
    branches: centres.map((centre) => centre - middle),
  };
}

/**
 * Lays the nodes out. Subtrees never overlap, and a node stands midway between its outermost branches.
 * @returns a place per id; nodes that cannot be reached from the first are not in it.
 */
export function layout<Node extends GraphNode>(nodes: readonly Node[], heightOf: (node: Node) => number): Map<string, Place> {
  const places = new Map<string, Place>();
  const tree = treeOf(nodes);
  if (!tree) return places;

  const extents = new Map<Branch<Node>, Extent>();
  const measure = (branch: Branch<Node> | null): Extent => {
    if (!branch) return LEAF;
    const extent = around(Object.values(branch.outputs).map(measure));
    extents.set(branch, extent);
    return extent;
  };
  measure(tree);

  const put = (branch: Branch<Node>, centre: number, y: number): void => {
    const node = branch.node as Node;
    const height = heightOf(node);
    places.set(node.id, { x: centre - NODE_WIDTH / 2, y, height });
    const { branches } = extents.get(branch) ?? LEAF;
    for (const [index, below] of Object.values(branch.outputs).entries())
      if (below) put(below, centre + branches[index]!, y + height + VERTICAL_SPACING);
  };
  put(tree, 0, START_OFFSET);
  return places;
}
