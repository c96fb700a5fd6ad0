/** A tree as a table: a row for each path from the root to a leaf, a column for each variable. The first row that applies decides. */
import type { ConditionBlock } from '../conditions/blocks.ts';
import type { Reason, Scalar } from '../types.ts';
import { allOf, type Box, except, isNone, meet, type Parts, partsOf, restrict } from './box.ts';
import { answersOf, type Domain, domainOf, type Setting } from './domain.ts';
import { conditionOf, type DecisionTree, isLeaf, MOST_NODES, type TreeNode, walk } from './tree.ts';

export interface TableRow {
  /** Of the leaf; of the node whose branches leave a gap, in a row that says so. */
  readonly id: string;
  readonly name: string;
  /** In the order of the columns; all conditions of a cell must hold, and an empty cell always applies. */
  readonly cells: readonly (readonly ConditionBlock[])[];
  readonly outcome: string | null;
  readonly values: Readonly<Record<string, Scalar>>;
  /** No decision: a later row must not be reached from here. */
  readonly isGap: boolean;
}

export interface DecisionTable {
  /** Names of variables. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/** @returns the tree's columns in its own order, then those that only its conditions name. */
export function columnsOf(tree: DecisionTree): string[] {
  const named = [...walk(tree.root)].flatMap(({ node }) => conditionOf(node)?.variable ?? []);
  return [...new Set([...tree.columns.map(({ variable }) => variable), ...named])];
}

/** @returns the table that decides as the tree does. Where branches leave a gap, a row without an outcome keeps later rows away. */
export function toTable(tree: DecisionTree): DecisionTable {
  const columns = columnsOf(tree);
  const rows: TableRow[] = [];
  const add = (node: TreeNode, path: readonly TreeNode[], isGap: boolean) => {
    const blocks = path.flatMap((each) => conditionOf(each) ?? []);
    const cells = columns.map((column) => blocks.filter(({ variable }) => variable === column));
    rows.push({
      id: node.id,
      name: node.name,
      cells,
      outcome: (!isGap && node.outcome) || null,
      values: (!isGap && node.values) || {},
      isGap,
    });
  };
  const visit = (node: TreeNode, above: readonly TreeNode[]) => {
    const path = [...above, node];
    if (isLeaf(node)) return add(node, path, false);
    for (const child of node.children) visit(child, path);
    if (node !== tree.root && node.children.every((child) => conditionOf(child) !== null)) add(node, path, true);
  };
  visit(tree.root, []);
  while (rows.at(-1)?.isGap) rows.pop();
  return { columns, rows };
}

interface Rest {
  readonly row: TableRow;
  readonly blocks: readonly ConditionBlock[];
}

export type FromTable = { readonly tree: DecisionTree; readonly problem: null } | { readonly tree: null; readonly problem: Reason };

/** Amounts with the most digits of any currency, so that what is told apart here is right for all. */
const SETTING: Setting = { today: '2026-01-01' as Setting['today'], currency: 'CLF', withUnlikely: true };

/** @returns the tree that decides as the table does; a table whose rows overlap in too many ways has none of a size that a tree may have. */
export function fromTable(table: DecisionTable): FromTable {
  const all = table.rows.flatMap((row) => row.cells.flat());
  const domains = new Map<string, Domain>();
  for (const variable of new Set(all.map((block) => block.variable))) {
    const domain = domainOf(
      variable,
      all.filter((block) => block.variable === variable),
      SETTING,
    );
    if (typeof domain !== 'string') domains.set(variable, domain);
  }
  const builder = new Builder(domains);
  const rows = table.rows.map((row) => ({ row, blocks: row.cells.flat() }));
  const root = builder.node(null, rows, new Map());
  if (builder.made > MOST_NODES) return { tree: null, problem: { key: 'tree.tooLarge', values: { limit: MOST_NODES } } };
  const columns = table.columns.flatMap((variable) => {
    const block = all.find((each) => each.variable === variable);
    return block ? [block] : [];
  });
  return { tree: { columns, root }, problem: null };
}

class Builder {
  made = 0;
  private readonly domains: ReadonlyMap<string, Domain>;
  private readonly known = new Map<string, Parts>();

  constructor(domains: ReadonlyMap<string, Domain>) {
    this.domains = domains;
  }

  /** @param block the condition that is known to hold here. @param rows that may still apply, with what of them is still to be asked. */
  node(block: ConditionBlock | null, rows: readonly Rest[], region: Box): TreeNode {
    const id = `n${this.made++}`;
    const [first] = rows;
    const condition = block ?? { variable: null, operation: null, value: null };
    if (first && first.blocks.length === 0) {
      const { name, outcome, values } = first.row;
      return { id, name, ...condition, children: [], outcome, values };
    }
    return {
      id,
      name: '',
      ...condition,
      children: first && this.made <= MOST_NODES ? this.children(first.blocks[0]!.variable, rows, region) : [],
    };
  }

  /** One branch for each condition that rows have on the variable; rows without one go on in all of them. */
  private children(variable: string, rows: readonly Rest[], region: Box): TreeNode[] {
    const asked = new Map(
      rows.flatMap(({ blocks }) => blocks.filter((block) => block.variable === variable).map((block) => [keyOf(block), block])),
    );
    const children: TreeNode[] = [];
    const refused = new Set<string>();
    let left: Box | null = region;
    for (const [key, block] of asked) {
      const parts = this.partsOf(block);
      const inside = left && parts ? restrict(left, variable, parts) : left;
      if (inside) {
        const going = rows.flatMap((rest) => this.within(rest, inside, key, refused) ?? []);
        if (going.length > 0) children.push(this.node(block, going, inside));
      }
      refused.add(key);
      if (left && parts) left = restrict(left, variable, except(allOf(this.domains.get(variable)!), parts));
    }
    const others = left ? rows.flatMap((rest) => this.within(rest, left, null, refused) ?? []) : [];
    if (others.length > 0) children.push(this.node(null, others, left!));
    return children;
  }

  /** @returns the row with what is still to be asked of it in this region; null when it can't apply. */
  private within({ row, blocks }: Rest, region: Box, held: string | null, refused: ReadonlySet<string>): Rest | null {
    const open: ConditionBlock[] = [];
    for (const block of blocks) {
      const key = keyOf(block);
      if (refused.has(key)) return null;
      if (key === held) continue;
      const [here, parts] = [region.get(block.variable), this.partsOf(block)];
      if (here && parts && !meet(here, parts)) return null;
      if (!here || !parts || !isNone(except(here, parts))) open.push(block);
    }
    return { row, blocks: open };
  }

  private partsOf(block: ConditionBlock): Parts | null {
    const domain = this.domains.get(block.variable);
    if (!domain) return null;
    const key = keyOf(block);
    const parts = this.known.get(key) ?? partsOf(answersOf(domain, block, SETTING));
    this.known.set(key, parts);
    return parts;
  }
}

const keyOf = ({ variable, operation, value, valueType }: ConditionBlock) =>
  JSON.stringify([variable, operation, value ?? null, valueType ?? null]);

/** @returns the rules as text, a line for each row: "daysPastDue > 30 and segment = A: call". */
export function textOf(tree: DecisionTree): string {
  const said = ({ variable, operation, value }: ConditionBlock) => [variable, operation, ...[value ?? []].flat()].join(' ');
  return toTable(tree)
    .rows.filter(({ isGap }) => !isGap)
    .map(({ cells, outcome, values }) => {
      const condition = cells.flat().map(said).join(' and ') || 'otherwise';
      const set = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
      return `${condition}: ${[...(outcome ? [outcome] : []), ...set].join(', ') || '-'}`;
    })
    .join('\n');
}
