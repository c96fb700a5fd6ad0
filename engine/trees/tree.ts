/** Decision trees: what one consists of and how large it may be. docs/decisions/trees.md says how it decides. */
import type { ConditionBlock } from '../conditions/blocks.ts';
import type { Operation } from '../conditions/operations.ts';
import type { ValueType } from '../conditions/variables.ts';
import type { Reason, Scalar } from '../types.ts';

/** Levels below the root. */
export const MOST_LEVELS = 50;
export const MOST_NODES = 2_000;
export const MOST_COLUMNS = 50;
/** Values that one leaf sets. */
export const MOST_VALUES = 50;
/** Bytes of a decision table that is imported. */
export const MOST_DMN_BYTES = 5 * 2 ** 20;

/** What a column of the table asks about, and the comparison and value that a new condition in it starts with. */
export interface TreeColumn {
  readonly variable: string;
  readonly operation: Operation;
  readonly value?: ConditionBlock['value'];
  readonly valueType?: ValueType;
}

/** A node is entered when its condition holds; without a variable it always is ("otherwise"). A node without children is a leaf. */
export interface TreeNode {
  readonly id: string;
  readonly name: string;
  readonly variable?: string | null;
  readonly operation?: Operation | null;
  readonly value?: ConditionBlock['value'];
  readonly valueType?: ValueType | null;
  readonly children: readonly TreeNode[];
  readonly outcome?: string | null;
  readonly values?: Readonly<Record<string, Scalar>>;
}

/** The root has no condition. Children are tried in order; the first whose condition holds is entered, and its siblings are not tried again. */
export interface DecisionTree {
  readonly columns: readonly TreeColumn[];
  readonly root: TreeNode;
}

/** Why something is no tree that can decide, and the node it is about. */
export interface TreeProblem {
  readonly nodeId: string | null;
  readonly why: Reason;
}

/** @returns the node's condition as a block; null for one that always holds. */
export function conditionOf(node: TreeNode): ConditionBlock | null {
  const { variable, operation, value, valueType } = node;
  if (!variable || !operation) return null;
  return { variable, operation, value: value ?? null, ...(valueType && { valueType }) };
}

export const isLeaf = (node: TreeNode): boolean => node.children.length === 0;

/** @returns every node with those above it, root first, children in their order. */
export function* walk(root: TreeNode): Generator<{ readonly node: TreeNode; readonly above: readonly TreeNode[] }> {
  const waiting: { node: TreeNode; above: readonly TreeNode[] }[] = [{ node: root, above: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    const above = [...next.above, next.node];
    for (let index = next.node.children.length - 1; index >= 0; index--) waiting.push({ node: next.node.children[index]!, above });
  }
}

/** @returns what a path is called in explanations: below the root the names, or the conditions of nodes without one. An "otherwise" needs a name. */
export function pathName(path: readonly TreeNode[]): string {
  const [, ...below] = path;
  const names = below.map((node) => node.name || conditionText(node)).filter((name) => name !== '');
  return names.join(' › ') || (below.length > 0 ? '…' : '');
}

function conditionText(node: TreeNode): string {
  const block = conditionOf(node);
  return block ? [block.variable, block.operation, ...[block.value ?? []].flat()].join(' ') : '';
}

/** @returns how many nodes there are, the root among them. */
export function countNodes({ root }: DecisionTree): number {
  let count = 0;
  for (const _ of walk(root)) count += 1;
  return count;
}

/** @returns what the leaves can answer, by name. */
export function outcomesOf({ root }: DecisionTree): string[] {
  const outcomes = [...walk(root)].flatMap(({ node }) => (isLeaf(node) && node.outcome ? [node.outcome] : []));
  return [...new Set(outcomes)].sort((left, right) => left.localeCompare(right));
}
