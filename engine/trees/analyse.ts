/**
 * What is wrong with a tree before it goes live: values that no leaf takes, values that two branches claim, branches that nothing reaches.
 * Exact for numbers, amounts, dates, times and listed values. Nothing is claimed about conditions that can't be compared with each other:
 * `unchecked` names them.
 */
import type { ConditionBlock } from '../conditions/blocks.ts';
import type { Reason, Scalar } from '../types.ts';
import { allOf, type Box, exampleOf, except, has, isNone, meet, type Parts, partsOf, restrict } from './box.ts';
import { problemsOf } from './compile.ts';
import { answersOf, type Domain, domainOf, type Setting, type Unchecked } from './domain.ts';
import { readTree } from './read.ts';
import { relatedOf } from './related.ts';
import { conditionOf, type DecisionTree, type TreeNode, walk } from './tree.ts';

/** A value of a variable; null: it has none. */
export interface Example {
  readonly variable: string;
  readonly value: Scalar;
}

export interface Finding {
  /** gap: below the node no branch takes the example. overlap: the node and `otherId` both do, and the other one wins. unreached: nothing gets to the node. */
  readonly kind: 'gap' | 'overlap' | 'unreached';
  readonly nodeId: string;
  /** Of an unreached node: the branch that takes the example before it; null when its own conditions contradict each other. */
  readonly otherId: string | null;
  readonly example: Example[];
}

export interface UncheckedCondition {
  readonly nodeId: string;
  readonly variable: string;
  readonly reason: Unchecked | 'related';
}

export interface Analysis {
  /** Set when the tree can't decide at all: then nothing else was looked at. */
  readonly problem: Reason | null;
  readonly problemNodeId: string | null;
  readonly findings: Finding[];
  readonly unchecked: UncheckedCondition[];
  /** False when there was more to find than is listed. */
  readonly isComplete: boolean;
}

const MOST_FINDINGS = 200;
/** Comparisons of two branches; a tree of 2,000 siblings would take millions. */
const MOST_PAIRS = 100_000;

interface Branch {
  readonly node: TreeNode;
  readonly variable: string;
  readonly parts: Parts;
  /** What got to the branch, whether or not it entered. */
  readonly region: Box;
  readonly isExact: boolean;
}

/** @returns what is wrong with the tree. Never throws. */
export function analyseTree(given: DecisionTree, setting: Setting): Analysis {
  const { tree, problem: unread } = readTree(given);
  const problem = unread ?? problemsOf(tree!)[0];
  if (problem || !tree) return { problem: problem!.why, problemNodeId: problem!.nodeId, findings: [], unchecked: [], isComplete: true };
  return new Analyst(tree, setting).run();
}

class Analyst {
  private readonly tree: DecisionTree;
  private readonly setting: Setting;
  private readonly domains = new Map<string, Domain | Unchecked>();
  private readonly findings: Finding[] = [];
  private readonly unchecked: UncheckedCondition[] = [];
  private pairs = 0;
  private isComplete = true;

  constructor(tree: DecisionTree, setting: Setting) {
    this.tree = tree;
    this.setting = setting;
  }

  run(): Analysis {
    const asked = new Map<string, ConditionBlock[]>();
    for (const { node } of walk(this.tree.root)) {
      const block = conditionOf(node);
      if (block) asked.set(block.variable, [...(asked.get(block.variable) ?? []), block]);
    }
    for (const [variable, blocks] of asked) this.domains.set(variable, domainOf(variable, blocks, this.setting));
    this.look(this.tree.root, new Map(), true);
    return { problem: null, problemNodeId: null, findings: this.findings, unchecked: this.unchecked, isComplete: this.isComplete };
  }

  /** @param region what gets to the node; more than that unless `isExact`. Depth is limited by readTree. */
  private look(node: TreeNode, region: Box, isExact: boolean): void {
    let left: Box | null = region;
    let exact = isExact;
    const before: Branch[] = [];
    let otherwise: TreeNode | null = null;
    for (const child of node.children) {
      const block = conditionOf(child);
      const domain = block && this.domains.get(block.variable);
      if (typeof domain === 'string') this.unchecked.push({ nodeId: child.id, variable: block!.variable, reason: domain });
      if (!left) {
        this.add({ kind: 'unreached', nodeId: child.id, ...this.takenBefore(child, region, before, otherwise) });
      } else if (!block || !domain) {
        this.look(child, left, exact);
        otherwise ??= child;
        left = null;
      } else if (typeof domain === 'string') {
        this.look(child, left, false);
        exact = false;
      } else {
        const parts = partsOf(answersOf(domain, block, this.setting));
        const entering = restrict(left, block.variable, parts);
        if (!entering) {
          this.add({ kind: 'unreached', nodeId: child.id, ...this.takenBefore(child, region, before, otherwise) });
          continue;
        }
        this.compare(child, block.variable, parts, before);
        before.push({ node: child, variable: block.variable, parts, region: left, isExact: exact });
        this.look(child, entering, exact);
        left = restrict(left, block.variable, except(allOf(domain), parts));
      }
    }
    if (left && exact && node.children.length > 0) this.gap(node, left);
  }

  private gap(node: TreeNode, left: Box): void {
    if (this.isUnsure(node, left)) return;
    const example = this.example(left);
    this.add({ kind: 'gap', nodeId: node.id, otherId: null, example });
    // Whoever mends the gap by a range is told of the missing values as well.
    for (const variable of new Set(node.children.flatMap((child) => conditionOf(child)?.variable ?? []))) {
      const domain = this.domains.get(variable) as Domain;
      const missing = domain.examples.indexOf(null);
      const parts = left.get(variable) ?? allOf(domain);
      if (missing < 0 || !has(parts, missing) || example.find((each) => each.variable === variable)?.value === null) continue;
      this.add({
        kind: 'gap',
        nodeId: node.id,
        otherId: null,
        example: [...example.filter((each) => each.variable !== variable), { variable, value: null }],
      });
    }
  }

  /** What both take reaches the earlier one, which wins. */
  private compare(child: TreeNode, variable: string, parts: Parts, before: readonly Branch[]): void {
    for (const other of before) {
      if (!other.isExact || (other.variable === variable && !meet(other.parts, parts))) continue;
      this.pairs += 1;
      if (this.pairs > MOST_PAIRS) {
        this.isComplete = false;
        return;
      }
      const first = restrict(other.region, other.variable, other.parts);
      const shared = first && restrict(first, variable, parts);
      if (!shared || this.isUnsure(child, shared)) continue;
      this.add({ kind: 'overlap', nodeId: child.id, otherId: other.node.id, example: this.example(shared) });
    }
  }

  private takenBefore(child: TreeNode, region: Box, before: readonly Branch[], otherwise: TreeNode | null) {
    const block = conditionOf(child);
    const domain = block && this.domains.get(block.variable);
    if (typeof domain === 'string') return { otherId: otherwise?.id ?? before.at(-1)?.node.id ?? null, example: [] };
    const wanted = block && domain ? restrict(region, block.variable, partsOf(answersOf(domain, block, this.setting))) : region;
    if (!wanted) return { otherId: null, example: [] };
    const taker = before.find(({ variable, parts }) => {
      const at = wanted.get(variable);
      return !at || meet(at, parts);
    });
    const taken = taker && restrict(wanted, taker.variable, taker.parts);
    return { otherId: taker?.node.id ?? otherwise?.id ?? null, example: this.example(taken ?? wanted) };
  }

  /** Values of variables that depend on each other can't be put together freely: a claim due next week is not 30 days past due. */
  private isUnsure(node: TreeNode, box: Box): boolean {
    const restricted = [...box].filter(([variable, parts]) => !isNone(except(allOf(this.domains.get(variable) as Domain), parts)));
    const related = relatedOf(restricted.map(([variable]) => variable));
    if (!related) return false;
    if (!this.unchecked.some((each) => each.nodeId === node.id && each.reason === 'related'))
      this.unchecked.push({ nodeId: node.id, variable: related, reason: 'related' });
    return true;
  }

  private example(box: Box): Example[] {
    return [...box].map(([variable, parts]) => ({ variable, value: exampleOf(this.domains.get(variable) as Domain, parts) }));
  }

  private add(finding: Finding): void {
    if (this.findings.length < MOST_FINDINGS) this.findings.push(finding);
    else this.isComplete = false;
  }
}
