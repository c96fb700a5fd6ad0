/** A tree made ready to decide: once per version, since a decision is one of hundreds of thousands. */
import { type Condition, compileBlocks } from '../conditions/blocks.ts';
import type { Context, Facts, Need, Reason, Scalar } from '../types.ts';
import { readTree } from './read.ts';
import { conditionOf, type DecisionTree, pathName, type TreeNode, type TreeProblem, walk } from './tree.ts';

export interface TreeDecision {
  /** Node ids from the root on. */
  readonly path: readonly string[];
  /** Null: no leaf was reached. */
  readonly leaf: string | null;
  readonly outcome: string | null;
  readonly values: Readonly<Record<string, Scalar>>;
  readonly why: Reason;
}

/** One condition that was tried on the way. */
export interface TriedNode {
  readonly nodeId: string;
  readonly isEntered: boolean;
  readonly why: Reason;
}

export interface CompiledTree {
  readonly needs: readonly Need[];
  /** Set when it can't decide; `decide` then answers with it and no leaf. */
  readonly problem: Reason | null;
  decide(facts: Facts, context: Context): TreeDecision;
  /** The same decision with every condition that was tried, in order: for people, so it may allocate. */
  explain(facts: Facts, context: Context): readonly TriedNode[];
}

interface Node {
  readonly id: string;
  readonly condition: Condition | null;
  readonly children: Node[];
  /** The decision when the path ends here: a leaf's own, elsewhere a gap. The same object each time. */
  readonly end: TreeDecision;
}

const NOTHING = {};
const OTHERWISE: Reason = { key: 'tree.otherwise' };

/** @returns each node with a condition that can't be decided, and why. */
export function problemsOf(tree: DecisionTree): TreeProblem[] {
  const problems: TreeProblem[] = [];
  for (const { node } of walk(tree.root)) {
    const block = conditionOf(node);
    const problem = block && compileBlocks('every', [block]).problem;
    if (problem) problems.push({ nodeId: node.id, why: problem });
  }
  return problems;
}

/** @returns the compiled tree. Never throws, whatever is handed in: what is no tree has a `problem`. */
export function compileTree(given: DecisionTree): CompiledTree {
  const { tree, problem: unread } = readTree(given);
  if (!tree) return broken(unread.why);
  const problem = problemsOf(tree)[0]?.why;
  if (problem) return broken(problem);
  const needs = new Set<Need>();
  const compiled = new Map<string, Node>();
  for (const { node, above } of walk(tree.root)) {
    const made = compileNode(node, above);
    compiled.set(node.id, made);
    const parent = above.at(-1);
    if (parent) compiled.get(parent.id)!.children.push(made);
    for (const need of made.condition?.needs ?? []) needs.add(need);
  }
  const root = compiled.get(tree.root.id)!;
  return {
    needs: [...needs],
    problem: null,
    decide: (facts, context) => {
      let at = root;
      while (at.children.length > 0) {
        const next = enter(at, facts, context);
        if (!next) return at.end;
        at = next;
      }
      return at.end;
    },
    explain: (facts, context) => explain(root, facts, context),
  };
}

function compileNode(node: TreeNode, above: readonly TreeNode[]): Node {
  const block = conditionOf(node);
  const path = [...above, node];
  const isLeaf = node.children.length === 0;
  const outcome = (isLeaf && node.outcome) || null;
  const values = (isLeaf && node.values) || NOTHING;
  const way = pathName(path);
  const why: Reason = !isLeaf
    ? { key: 'tree.gap', values: { path: way } }
    : outcome === null
      ? { key: 'tree.leafUnnamed', values: { path: way } }
      : { key: 'tree.leaf', values: { path: way, outcome } };
  const end = { path: path.map(({ id }) => id), leaf: isLeaf ? node.id : null, outcome, values, why };
  return { id: node.id, condition: block && compileBlocks('every', [block]), children: [], end };
}

function enter(at: Node, facts: Facts, context: Context): Node | null {
  for (const child of at.children) if (!child.condition || child.condition.answer(facts, context).yes) return child;
  return null;
}

function explain(root: Node, facts: Facts, context: Context): TriedNode[] {
  const tried: TriedNode[] = [];
  for (let at: Node | undefined = root; at; ) {
    let next: Node | undefined;
    for (const child of at.children) {
      const { yes, why } = child.condition?.answer(facts, context) ?? { yes: true, why: OTHERWISE };
      tried.push({ nodeId: child.id, isEntered: yes, why });
      if (!yes) continue;
      next = child;
      break;
    }
    at = next;
  }
  return tried;
}

function broken(problem: Reason): CompiledTree {
  const end: TreeDecision = { path: [], leaf: null, outcome: null, values: NOTHING, why: problem };
  return { needs: [], problem, decide: () => end, explain: () => [] };
}
