/** Where everything stands: what is linked from left to right by dagre, what is not in rows below. */
import { Graph, layout } from '@dagrejs/dagre';
import { edgesAfter, edgesBefore, type FlowGraph } from './model.ts';

export const CARD = { width: 220, height: 84 } as const;
const BETWEEN = { x: 96, y: 22 } as const;
/** Cards in a row of those that nothing leads to or from. */
const PER_ROW = 6;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  /** The upper left corner of each card. */
  readonly places: ReadonlyMap<string, Point>;
  /** The bends of each line, its ends at the edges of the cards. */
  readonly bends: ReadonlyMap<string, readonly Point[]>;
  /** Where those that nothing leads to or from begin; null without any. */
  readonly loneFrom: number | null;
}

/** Circles are no trouble: dagre turns a line of each round while it orders the rest. */
export function layoutOf(flow: FlowGraph): Layout {
  const linked = new Set(flow.edges.flatMap(({ from, to }) => [from, to]));
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: BETWEEN.y, ranksep: BETWEEN.x });
  for (const id of flow.nodes.keys()) if (linked.has(id)) graph.setNode(id, { ...CARD });
  for (const { from, to } of flow.edges) graph.setEdge(from, to, {});
  if (linked.size > 0) layout(graph);
  const places = new Map<string, Point>();
  for (const id of graph.nodes()) {
    const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
    places.set(id, { x: x - CARD.width / 2, y: y - CARD.height / 2 });
  }
  const bends = new Map(
    flow.edges.map(({ id, from, to }) => {
      const points = (graph.edge(from, to) as { points?: Point[] } | undefined)?.points ?? [];
      return [id, [...endsOf(places.get(from)!, places.get(to)!, points.slice(1, -1))]] as const;
    }),
  );
  const lone = [...flow.nodes.keys()].filter((id) => !linked.has(id));
  const bottom = Math.max(0, ...[...places.values()].map(({ y }) => y + CARD.height));
  const loneFrom = lone.length === 0 ? null : linked.size === 0 ? 0 : bottom + 56;
  for (const [number, id] of lone.entries())
    places.set(id, {
      x: (number % PER_ROW) * (CARD.width + BETWEEN.y),
      y: (loneFrom ?? 0) + 34 + Math.floor(number / PER_ROW) * (CARD.height + BETWEEN.y),
    });
  return { places, bends, loneFrom };
}

/** A line leaves and enters cards in the middle of their sides: on the right and on the left, the other way round where it leads back. */
function endsOf(from: Point, to: Point, between: readonly Point[]): Point[] {
  const isBack = to.x < from.x;
  const side = ({ x, y }: Point, right: boolean) => ({ x: right ? x + CARD.width : x, y: y + CARD.height / 2 });
  // Between neighbouring columns the middle of the line needs no bend.
  const bends = between.length > 1 ? between : [];
  return [side(from, !isBack), ...bends, side(to, isBack)];
}

/** @returns the line through its bends as an SVG path that passes each of them level. */
export function pathOf(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (!before) return `M ${x} ${y}`;
      const middle = (before.x + x) / 2;
      return `C ${middle} ${before.y} ${middle} ${y} ${x} ${y}`;
    })
    .join(' ');
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** @returns where an arrow key leads: along a line to the side, to the next card of the column otherwise; null where there is nothing. */
export function neighbourOf(flow: FlowGraph, { places }: Layout, id: string, direction: Direction): string | null {
  const here = places.get(id);
  if (!here) return null;
  const nearest = (ids: Iterable<string>) => {
    const near = [...ids].map((each) => ({ each, place: places.get(each)! })).filter(({ place }) => place);
    const far = ({ x, y }: Point) => Math.abs(x - here.x) + Math.abs(y - here.y);
    return near.sort((one, other) => far(one.place) - far(other.place))[0]?.each ?? null;
  };
  const isSideways = direction === 'ArrowLeft' || direction === 'ArrowRight';
  if (isSideways) {
    const along = direction === 'ArrowRight' ? edgesAfter(flow, id).map(({ to }) => to) : edgesBefore(flow, id).map(({ from }) => from);
    if (along.length > 0) return nearest(along);
  }
  const beyond = ({ x, y }: Point) =>
    ({
      ArrowRight: Math.abs(y - here.y) < CARD.height && x > here.x,
      ArrowLeft: Math.abs(y - here.y) < CARD.height && x < here.x,
      ArrowDown: Math.abs(x - here.x) < CARD.width && y > here.y,
      ArrowUp: Math.abs(x - here.x) < CARD.width && y < here.y,
    })[direction];
  return nearest([...places].filter(([, place]) => beyond(place)).map(([each]) => each));
}
