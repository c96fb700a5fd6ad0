/** Trees for tests and measurements: small ones by hand, and random ones of every shape. */
import type { ConditionBlock } from '../conditions/blocks.ts';
import { operationsOf } from '../conditions/operations.ts';
import { conditionVariables } from '../conditions/variables.ts';
import type { DecisionTree, TreeNode } from './tree.ts';

/** @param condition e.g. ['daysPastDue', '>', 30]; null for "otherwise". @param below children, or the outcome of a leaf. */
export function branch(
  id: string,
  condition: readonly [string, ConditionBlock['operation'], ConditionBlock['value']?] | null,
  below: readonly TreeNode[] | string,
): TreeNode {
  const [variable, operation, value] = condition ?? [null, null, null];
  const leaf = typeof below === 'string' ? { outcome: below, children: [] } : { children: below };
  return { id, name: id, variable, operation, value: value ?? null, ...leaf };
}

export const treeOf = (...children: readonly TreeNode[]): DecisionTree => ({ columns: [], root: { id: 'root', name: 'Root', children } });

/** @returns the same numbers in [0, 1) for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const VARIABLES = [
  ...conditionVariables.filter(({ ask }) => !ask).map(({ name, valueType }) => ({ name, valueType })),
  { name: 'claim.meta.visits', valueType: 'NUMBER' as const },
];

/** @returns a condition that compiles. */
export function randomBlock(random: () => number, variables: readonly (typeof VARIABLES)[number][] = VARIABLES): ConditionBlock {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const { name, valueType } = pick(variables);
  const operation = pick(operationsOf[valueType]);
  const one = (): string | number | boolean => {
    if (valueType === 'NUMBER') return Math.floor(random() * 60);
    if (valueType === 'CURRENCY') return (random() * 2000).toFixed(2);
    if (valueType === 'DATE') return `2026-0${1 + Math.floor(random() * 4)}-1${Math.floor(random() * 9)}`;
    if (valueType === 'TIME') return `${10 + Math.floor(random() * 12)}:30`;
    if (valueType === 'BOOLEAN') return random() < 0.5;
    return pick(['A', 'B', 'C', 'open', 'M', 'DE']);
  };
  const value =
    operation === 'exists' || operation === 'notExists'
      ? null
      : operation === 'in' || operation === 'notIn'
        ? [String(one()), String(one())]
        : operation === 'between'
          ? [one(), one()].map(String).sort()
          : /Days$/.test(operation)
            ? Math.floor(random() * 90)
            : one();
  return { variable: name, operation, value, ...(name.includes('.meta.') && { valueType }) };
}

/** @returns a tree of up to `most` nodes whose conditions all compile. */
export function randomTree(random: () => number, most = 30, variables = VARIABLES): DecisionTree {
  let made = 0;
  const node = (level: number): TreeNode => {
    const id = `n${made++}`;
    const block = level === 0 || random() < 0.15 ? { variable: null, operation: null, value: null } : randomBlock(random, variables);
    const children: TreeNode[] = [];
    if (level < 6 && (level === 0 || random() < 0.6))
      for (let count = 1 + Math.floor(random() * 3); count > 0 && made < most; count--) children.push(node(level + 1));
    return { id, name: id, ...block, children, ...(children.length === 0 && { outcome: `outcome ${id}`, values: { n: made } }) };
  };
  return { columns: [], root: node(0) };
}
