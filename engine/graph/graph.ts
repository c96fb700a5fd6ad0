/** Nodes with named outputs: what strategies are made of, and what the canvas edits. Nothing here knows what a node does. */

/** A node and what hangs at each of its outputs; null where nothing follows. The names stand in the canvas's order, left to right. */
export interface GraphNode {
  readonly id: string;
  readonly outputs: Readonly<Record<string, string | null>>;
}

/** @returns the ids that a node's outputs lead to, in their order. */
export function targetsOf({ outputs }: Pick<GraphNode, 'outputs'>): string[] {
  return Object.values(outputs).filter((target) => target !== null);
}

/** @returns what one can reach from a node, itself included. @param next what follows a node; its outputs unless a walk stops somewhere. */
export function reachable<Node extends GraphNode>(
  nodes: ReadonlyMap<string, Node>,
  from: string | null | undefined,
  next: (node: Node) => readonly string[] = targetsOf,
): Set<string> {
  const reached = new Set<string>();
  // An explicit stack: a path of thousands of steps must not exhaust the call stack.
  const stack = from == null ? [] : [from];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const node = nodes.get(id);
    if (!node || reached.has(id)) continue;
    reached.add(id);
    for (const target of next(node)) stack.push(target);
  }
  return reached;
}

/** A node with what follows it instead of ids. */
export interface Branch<Node extends GraphNode> {
  readonly node: Omit<Node, 'outputs'>;
  readonly outputs: Readonly<Record<string, Branch<Node> | null>>;
}

/** @returns the tree below the first node; null for no nodes. Dangling ids, and a node met a second time, are left out. */
export function treeOf<Node extends GraphNode>(nodes: readonly Node[]): Branch<Node> | null {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const used = new Set<string>();
  const branchOf = (id: string | null | undefined): Branch<Node> | null => {
    const found = id == null || used.has(id) ? undefined : byId.get(id);
    if (!found) return null;
    used.add(found.id);
    const { outputs, ...node } = found;
    return { node, outputs: Object.fromEntries(Object.entries(outputs).map(([name, target]) => [name, branchOf(target)])) };
  };
  return branchOf(nodes[0]?.id);
}

/** @returns the nodes of a tree side by side, first node first, each followed by its branches in their order. The reverse of treeOf. */
export function flatten<Node extends GraphNode>(tree: Branch<Node> | null): Node[] {
  const nodes: Node[] = [];
  const add = ({ node, outputs }: Branch<Node>): void => {
    const ids = Object.fromEntries(Object.entries(outputs).map(([name, below]) => [name, below && (below.node as Node).id]));
    nodes.push({ ...node, outputs: ids } as Node);
    for (const below of Object.values(outputs)) if (below) add(below);
  };
  if (tree) add(tree);
  return nodes;
}
