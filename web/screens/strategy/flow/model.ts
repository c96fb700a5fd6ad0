/** The picture of all strategies as a graph: what stands on it, what leads where, and which of it a search leaves. */
import type { StrategyMapQuery } from './strategy.graphql.ts';

type StrategyMap = StrategyMapQuery['getStrategyMap'];
export type Link = StrategyMap['links'][number];

export interface FlowNode {
  readonly id: string;
  readonly name: string;
  readonly categories: readonly string[];
  /** Of a rule: what it answers, and whether it does. */
  readonly reaction: { readonly messageType: string; readonly isEnabled: boolean } | null;
  readonly active: number;
  readonly waiting: number;
  readonly paused: number;
  readonly claims: number;
}

/** All that leads from one to another, drawn as one line. */
export interface FlowEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly links: readonly Link[];
}

export interface FlowGraph {
  readonly nodes: ReadonlyMap<string, FlowNode>;
  /** Without what leads from a strategy to itself. */
  readonly edges: readonly FlowEdge[];
  /** Strategies that start over. */
  readonly repeating: ReadonlySet<string>;
}

/** @param nameOf names a kind of event, for rules without a name. */
export function graphOf({ strategies, reactions, links }: StrategyMap, nameOf: (messageType: string) => string): FlowGraph {
  const nodes = new Map<string, FlowNode>();
  for (const { id, displayName, categories, active, waiting, paused } of strategies)
    nodes.set(id, { id, name: displayName, categories, reaction: null, active, waiting, paused, claims: active + waiting + paused });
  for (const { id, displayName, messageType, isEnabled } of reactions) {
    const name = displayName || nameOf(messageType);
    nodes.set(id, { id, name, categories: [], reaction: { messageType, isEnabled }, active: 0, waiting: 0, paused: 0, claims: 0 });
  }
  const edges = new Map<string, FlowEdge>();
  for (const link of links.filter(({ from, to }) => from !== to && nodes.has(from) && nodes.has(to))) {
    const id = `${link.from} ${link.to}`;
    edges.set(id, { id, from: link.from, to: link.to, links: [...(edges.get(id)?.links ?? []), link] });
  }
  return { nodes, edges: [...edges.values()], repeating: new Set(links.filter(({ from, to }) => from === to).map(({ from }) => from)) };
}

/** The graph with what a search finds and what is next to it, which stays faint. */
export function found(
  graph: FlowGraph,
  text: string,
  categories: readonly string[],
): { readonly graph: FlowGraph; readonly faint: ReadonlySet<string>; readonly matches: readonly string[] } {
  const wanted = text.trim().toLowerCase();
  const all = [...graph.nodes.values()];
  const isFound = (node: FlowNode) =>
    node.name.toLowerCase().includes(wanted) && (categories.length === 0 || node.categories.some((each) => categories.includes(each)));
  if (wanted === '' && categories.length === 0) return { graph, faint: new Set(), matches: all.map(({ id }) => id) };
  const matches = new Set(all.filter(isFound).map(({ id }) => id));
  const edges = graph.edges.filter(({ from, to }) => matches.has(from) || matches.has(to));
  const shown = new Set([...matches, ...edges.flatMap(({ from, to }) => [from, to])]);
  const nodes = new Map([...graph.nodes].filter(([id]) => shown.has(id)));
  return { graph: { ...graph, nodes, edges }, faint: new Set([...shown].filter((id) => !matches.has(id))), matches: [...matches] };
}

/** @returns what leads to a strategy or rule, or where it leads. */
export const edgesBefore = ({ edges }: FlowGraph, id: string): FlowEdge[] => edges.filter(({ to }) => to === id);
export const edgesAfter = ({ edges }: FlowGraph, id: string): FlowEdge[] => edges.filter(({ from }) => from === id);

/** @returns the strategy with the most claims, of several the one with the most that leads to it and from it; null without any. */
export function busiestOf({ nodes, edges }: FlowGraph): string | null {
  const lines = new Map<string, number>();
  for (const id of edges.flatMap(({ from, to }) => [from, to])) lines.set(id, (lines.get(id) ?? 0) + 1);
  const weight = ({ id, claims }: FlowNode) => [claims, lines.get(id) ?? 0] as const;
  const sorted = [...nodes.values()].sort((one, other) => {
    const [a, b] = [weight(one), weight(other)];
    return b[0] - a[0] || b[1] - a[1];
  });
  return sorted[0]?.id ?? null;
}
