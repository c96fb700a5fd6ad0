/** Where the canvas draws the steps: a tidy tree with the constants of specification 3, section 2. */
import type { StepNode } from './blueprint.ts';
import { treeOf } from './blueprint.ts';
import type { TreeStep } from './types.ts';

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
export function nodeHeight(step: Pick<TreeStep, 'stepState'>): number {
  const { description } = step.stepState;
  const length = typeof description === 'string' ? description.trim().length : 0;
  return NODE_HEIGHT + LINE_HEIGHT * Math.min(MOST_LINES, Math.ceil(length / LINE_CHARACTERS));
}

/** How far a subtree reaches to the left and right of its top node's centre. */
interface Extent {
  readonly left: number;
  readonly right: number;
}

const LEAF: Extent = { left: NODE_WIDTH / 2, right: NODE_WIDTH / 2 };

function isBranch(node: StepNode): boolean {
  return node.left !== undefined || node.right !== undefined;
}

/** Distance of each branch's centre from its parent's: the two subtrees keep the spacing between their edges; an empty branch keeps a node's room. */
function branchOffset(left: Extent, right: Extent): number {
  return (left.right + HORIZONTAL_SPACING + right.left) / 2;
}

/**
 * Lays the steps out. Subtrees never overlap, and a branching step stands midway between its two branches.
 * @returns a place per step id; steps that cannot be reached from the first are not in it.
 */
export function layout(steps: readonly TreeStep[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const tree = treeOf(steps);
  if (!tree) return places;

  const extents = new Map<StepNode, Extent>();
  const measure = (node: StepNode | null | undefined): Extent => {
    if (!node) return LEAF;
    let extent = LEAF;
    if (isBranch(node)) {
      const left = measure(node.left);
      const right = measure(node.right);
      const offset = branchOffset(left, right);
      extent = { left: Math.max(LEAF.left, offset + left.left), right: Math.max(LEAF.right, offset + right.right) };
    } else if (node.down) {
      extent = measure(node.down);
    }
    extents.set(node, extent);
    return extent;
  };
  measure(tree);

  const put = (node: StepNode, centre: number, y: number): void => {
    const height = nodeHeight(node.step);
    places.set(node.step.id, { x: centre - NODE_WIDTH / 2, y, height });
    const below = y + height + VERTICAL_SPACING;
    if (isBranch(node)) {
      const leftExtent = (node.left && extents.get(node.left)) || LEAF;
      const rightExtent = (node.right && extents.get(node.right)) || LEAF;
      const offset = branchOffset(leftExtent, rightExtent);
      if (node.left) put(node.left, centre - offset, below);
      if (node.right) put(node.right, centre + offset, below);
    } else if (node.down) {
      put(node.down, centre, below);
    }
  };
  put(tree, 0, START_OFFSET);
  return places;
}
