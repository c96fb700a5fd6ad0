/** Edits of a tree; each leaves the given one as it was. Where an edit makes no sense the root comes back as it is. */
import { uuidv7 } from '../../../../../core/id.ts';
import {
  conditionOf,
  countNodes,
  type DecisionTree,
  isLeaf,
  MOST_LEVELS,
  MOST_NODES,
  type TreeColumn,
  type TreeNode,
  walk,
} from '../../../../../engine/trees/tree.ts';

/** Where a node is. */
export interface Place {
  readonly node: TreeNode;
  /** From the root to its parent. */
  readonly above: readonly TreeNode[];
  /** Among its siblings. */
  readonly index: number;
}

export function placeOf(root: TreeNode, id: string): Place | null {
  for (const { node, above } of walk(root)) {
    if (node.id !== id) continue;
    return { node, above, index: above.at(-1)?.children.findIndex((child) => child.id === id) ?? 0 };
  }
  return null;
}

/** @returns a tree where the node is another one. */
export function change(root: TreeNode, id: string, to: (node: TreeNode) => TreeNode): TreeNode {
  if (root.id === id) return to(root);
  const children = root.children.map((child) => change(child, id, to));
  return children.every((child, index) => child === root.children[index]) ? root : { ...root, children };
}

const START: TreeColumn = { variable: 'daysPastDue', operation: '>', value: 30 };

/** @returns a leaf whose condition is what the column starts with. */
export function newNode(column: TreeColumn = START): TreeNode {
  const { variable, operation, value, valueType } = column;
  return {
    id: uuidv7(),
    name: '',
    variable,
    operation,
    value: value ?? null,
    ...(valueType && { valueType }),
    children: [],
    outcome: null,
    values: {},
  };
}

const levelsBelow = (node: TreeNode): number => node.children.reduce((most, child) => Math.max(most, 1 + levelsBelow(child)), 0);

/** Whether a node with all below it has room there. */
function fits(root: TreeNode, parent: Place, node: TreeNode, added: number): boolean {
  return parent.above.length + 1 + levelsBelow(node) <= MOST_LEVELS && countNodes({ columns: [], root }) + added <= MOST_NODES;
}

const insertAt = (children: readonly TreeNode[], index: number, node: TreeNode) => [
  ...children.slice(0, index),
  node,
  ...children.slice(index),
];

/** Puts a node below a parent. What a leaf answered goes on to its first child, so that nothing typed is lost. */
export function insert(root: TreeNode, parentId: string, index: number, node: TreeNode): TreeNode {
  const parent = placeOf(root, parentId);
  if (!parent || !fits(root, parent, node, countNodes({ columns: [], root: node }))) return root;
  return change(root, parentId, (into) => {
    if (!isLeaf(into)) return { ...into, children: insertAt(into.children, index, node) };
    const { outcome = null, values = {} } = into;
    const heir = isLeaf(node) && !node.outcome ? { ...node, outcome, values } : node;
    return { ...into, outcome: null, values: {}, children: [heir] };
  });
}

export function remove(root: TreeNode, id: string): TreeNode {
  const parent = placeOf(root, id)?.above.at(-1);
  if (!parent) return root;
  return change(root, parent.id, (from) => ({ ...from, children: from.children.filter((child) => child.id !== id) }));
}

/** Moves a node with all below it. @param index among the children that the parent has without it. */
export function move(root: TreeNode, id: string, parentId: string, index: number): TreeNode {
  const place = placeOf(root, id);
  const target = placeOf(root, parentId);
  const isInside = target?.node.id === id || target?.above.some((node) => node.id === id);
  if (!place || !target || place.above.length === 0 || isInside || !fits(root, target, place.node, 0)) return root;
  return insert(remove(root, id), parentId, index, place.node);
}

/** One place up or down among its siblings, out to the parent's level, or in below the sibling before it. */
export function shift(root: TreeNode, id: string, to: 'up' | 'down' | 'out' | 'in'): TreeNode {
  const place = placeOf(root, id);
  const parent = place?.above.at(-1);
  if (!place || !parent) return root;
  const { index } = place;
  if (to === 'up') return index > 0 ? move(root, id, parent.id, index - 1) : root;
  if (to === 'down') return index < parent.children.length - 1 ? move(root, id, parent.id, index + 1) : root;
  if (to === 'in') {
    const before = parent.children[index - 1];
    return before ? move(root, id, before.id, before.children.length) : root;
  }
  const outer = place.above.at(-2);
  return outer ? move(root, id, outer.id, outer.children.findIndex((child) => child.id === parent.id) + 1) : root;
}

/** @returns the same nodes under new ids. */
export function copyOf(node: TreeNode): TreeNode {
  return { ...node, id: uuidv7(), children: node.children.map(copyOf) };
}

/** @returns what the column starts with as a condition of the leaf: its own if it has none, otherwise a branch below it. */
export function addCondition(root: TreeNode, leafId: string, column: TreeColumn): [TreeNode, id: string] {
  const place = placeOf(root, leafId);
  const node = newNode(column);
  if (!place) return [root, leafId];
  if (place.above.length === 0 || conditionOf(place.node)) return [insert(root, leafId, 0, node), node.id];
  const { variable, operation, value } = node;
  return [
    change(root, leafId, (leaf) => ({ ...leaf, variable, operation, value, ...(column.valueType && { valueType: column.valueType }) })),
    leafId,
  ];
}

/** @returns the columns with one for each variable that the tree asks about. */
export function withColumns({ columns, root }: DecisionTree): readonly TreeColumn[] {
  const named = new Set(columns.map(({ variable }) => variable));
  const more: TreeColumn[] = [];
  for (const { node } of walk(root)) {
    const block = conditionOf(node);
    if (!block || named.has(block.variable)) continue;
    named.add(block.variable);
    more.push(block);
  }
  return [...columns, ...more];
}
